import type pg from 'pg'
import type { Request } from '../../apps/server/src/platform/auth/request.ts'
import { idOf } from './list-bench.ts'

export const sizes = { users: 100_000, groups: 2_000, nodes: 20_000 } as const

export const idOfHierarchy = '00000003-0000-7000-8000-000000000001'
export const nodeOf = (n: number) => `00000004-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/**
 * Inserts users with a role, a group and two properties each, groups, and a hierarchy: without triggers and foreign
 * keys.
 */
export async function fillPeople(admin: pg.Client, { workplaceId, user }: Request): Promise<void> {
  const w = `'${workplaceId}'`
  await admin.query(`
    insert into workplace (workplace_id, reference, name) values (${w}, 'bench-${workplaceId}', 'Bench');
    insert into app_user (workplace_id, id, username, first_name, last_name, email, status, disabled_at, created_at, last_login_at)
      select ${w}, ${idOf(1, 'n')}, 'user ' || n, 'First ' || n, 'Last ' || n, n || '@example.org', case when n % 200 = 0 then 'disabled' else 'enabled' end,
        case when n % 200 = 0 then now() end, now(), case when n % 3 > 0 then '2030-01-01'::timestamptz + n * interval '1 second' end
      from generate_series(1, ${sizes.users}) n;
    insert into app_user (workplace_id, id, username) values (${w}, '${user.id}', '${user.username}');
    insert into user_role (workplace_id, user_id, role) select ${w}, ${idOf(1, 'n')}, 'RoleUser' from generate_series(1, ${sizes.users}) n;
    insert into user_role (workplace_id, user_id, role) select ${w}, ${idOf(1, 'n * 500')}, 'clerk' from generate_series(1, ${sizes.users / 500}) n;
    insert into user_role (workplace_id, user_id, role) values (${w}, '${user.id}', 'RoleAdmin'), (${w}, '${user.id}', 'RoleUserAdmin');
    insert into own_role (workplace_id, id, key, name, description, permissions, created_at, updated_at) values (${w}, gen_random_uuid(), 'clerk', 'Clerk', '', '[]', now(), now());
    insert into user_group (workplace_id, id, key, name, created_at) select ${w}, ${idOf(2, 'n')}, 'group ' || n, 'group ' || n, '2030-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, ${sizes.groups}) n;
    insert into group_reach (workplace_id, group_id, via_id) select ${w}, ${idOf(2, 'n')}, ${idOf(2, 'n')} from generate_series(1, ${sizes.groups}) n;
    insert into group_member (workplace_id, group_id, user_id) select ${w}, ${idOf(2, `n % ${sizes.groups} + 1`)}, ${idOf(1, 'n')} from generate_series(1, ${sizes.users}) n;
    insert into user_property (workplace_id, id, name, key, type, is_required, is_unique, choices, default_value, default_description, viewers, editors, created_at, updated_at)
      values (${w}, ${idOf(5, '1')}, 'City', 'city', 'text', false, false, '{}', '', '', 'everyone', 'administrators', now(), now()),
        (${w}, ${idOf(5, '2')}, 'Floor', 'floor', 'number', false, false, '{}', '', '', 'everyone', 'administrators', now(), now());
    insert into user_property_value (workplace_id, user_id, property_id, value)
      select ${w}, ${idOf(1, 'n')}, ${idOf(5, '1')}, 'City ' || n % 500 from generate_series(1, ${sizes.users}) n;
    insert into user_property_value (workplace_id, user_id, property_id, value)
      select ${w}, ${idOf(1, 'n')}, ${idOf(5, '2')}, (n % 50)::text from generate_series(1, ${sizes.users}) n;
    insert into hierarchy (workplace_id, id, name, description, created_at, updated_at) values (${w}, ${idOf(3, '1')}, 'Line', '', now(), now());
    insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, user_id, updated_at)
      select ${w}, ${idOf(4, 'n')}, ${idOf(3, '1')}, case when n > 1 then ${idOf(4, '(n + 2) / 4')} end, n * 1024, 'Position ' || n, ${idOf(1, 'n')}, now()
      from generate_series(1, ${sizes.nodes}) n;
    insert into search_gram (workplace_id, kind, thing_id, grams)
      select workplace_id, 'user', id, millrace_grams(workplace_id, names_key || E'\\n' || coalesce(email_key, '')) from app_user where workplace_id = ${w}
      on conflict do nothing;
  `)
}
