import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PlainRow } from './plan-rows.ts'

/**
 * Writes the users of rows, with a few statements for all of them.
 *
 * @returns the positions of users who were created by another user meanwhile, or whose manager no longer exists.
 */
export async function writeRows(
  tx: Tx,
  { workplaceId, username: by }: Person,
  rows: readonly (PlainRow & { readonly id: string })[],
  at: Date,
): Promise<ReadonlySet<number>> {
  const created = rows.filter(({ isNew }) => isNew)
  const changed = rows.filter(({ isNew }) => !isNew)
  const managed = rows.filter(({ manager }) => manager !== null)
  const roles = rows.flatMap((row) => row.roles.map((role) => [row.id, role] as const))
  const groups = rows.flatMap((row) => row.groups.map((group) => [row.id, group] as const))
  const values = rows.flatMap((row) => row.properties.map((property) => [row.id, property] as const))
  const [made = [], , , placed = []] = await tx.batch([
    {
      name: 'user_import_create',
      text: `insert into app_user (workplace_id, id, username, email, first_name, last_name, created_by)
        select $1, r.id, r.username, r.email, r."firstName", r."lastName", $3
        from jsonb_to_recordset($2::jsonb) as r (id uuid, username text, email text, "firstName" text, "lastName" text)
        on conflict do nothing returning id`,
      values: [workplaceId, detailsOf(created), by],
    },
    {
      name: 'user_import_change',
      text: `update app_user u set first_name = coalesce(r."firstName", u.first_name), last_name = coalesce(r."lastName", u.last_name),
          email = coalesce(r.email, u.email), revision = u.revision + 1, updated_at = $3, updated_by = $4
        from jsonb_to_recordset($2::jsonb) as r (id uuid, email text, "firstName" text, "lastName" text)
        where u.workplace_id = $1 and u.id = r.id`,
      values: [workplaceId, detailsOf(changed), at.toISOString(), by],
    },
    {
      name: 'user_import_roles',
      text: `insert into user_role (workplace_id, user_id, role) select $1, r.id, r.role from unnest($2::uuid[], $3::text[]) as r (id, role)
        where exists (select from app_user u where u.workplace_id = $1 and u.id = r.id) on conflict do nothing`,
      values: [workplaceId, roles.map(([id]) => id), roles.map(([, role]) => role)],
    },
    {
      name: 'user_import_managers',
      text: `update app_user u set manager_id = m.id from unnest($2::uuid[], $3::text[]) as r (id, manager)
        join app_user m on m.workplace_id = $1 and m.username = r.manager where u.workplace_id = $1 and u.id = r.id returning u.id`,
      values: [workplaceId, managed.map(({ id }) => id), managed.map(({ manager }) => manager)],
    },
    {
      name: 'user_import_groups',
      text: `insert into group_member (workplace_id, user_id, group_id) select $1, r.id, g.id from unnest($2::uuid[], $3::uuid[]) as r (id, group_id)
        join user_group g on g.workplace_id = $1 and g.id = r.group_id
        where exists (select from app_user u where u.workplace_id = $1 and u.id = r.id) on conflict do nothing`,
      values: [workplaceId, groups.map(([id]) => id), groups.map(([, group]) => group)],
    },
    {
      name: 'user_import_values',
      text: `insert into user_property_value (workplace_id, user_id, property_id, value, unique_key)
        select $1, r.id, r.property_id, r.value, case when r.is_unique then lower(r.value) end
        from unnest($2::uuid[], $3::uuid[], $4::text[], $5::boolean[]) as r (id, property_id, value, is_unique)
        where exists (select from app_user u where u.workplace_id = $1 and u.id = r.id)
        on conflict (workplace_id, user_id, property_id) do update set value = excluded.value, unique_key = excluded.unique_key`,
      values: [
        ...[workplaceId, values.map(([id]) => id), values.map(([, { id }]) => id)],
        ...[values.map(([, { value }]) => value), values.map(([, { isUnique }]) => isUnique)],
      ],
    },
  ])
  const [ids, withManager] = [new Set(made.map(([id]) => id)), new Set(placed.map(([id]) => id))]
  return new Set(
    rows
      .filter(({ id, isNew, manager }) => (isNew && !ids.has(id)) || (manager !== null && !withManager.has(id)))
      .map(({ position }) => position),
  )
}

function detailsOf(rows: readonly (PlainRow & { readonly id: string })[]): string {
  return JSON.stringify(
    rows.map(({ id, username, values: { firstName, lastName, email } }) => ({
      id,
      username,
      firstName,
      lastName,
      email,
    })),
  )
}
