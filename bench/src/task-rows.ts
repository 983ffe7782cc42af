import { definitionOf, type Fill, idOf } from './list-bench.ts'

/**
 * Inserts one instance for each task, with four variables each. Every fifth task may be claimed by a group of the user,
 * and a thousand are assigned to the user. The user has 150 drafts of task forms and 50 of start forms.
 */
export const insertTasks: Fill = (admin, { workplaceId, user: { id: userId } }, count) => {
  const own = count / 1_000
  const numbers = `generate_series(1, ${count}) n`
  return admin.query(`
    insert into instance (workplace_id, id, root_id, definition_id, business_key, is_suspended, open_children, started_at, start_user_id)
      select '${workplaceId}', ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${definitionOf('n')}, 'key ' || n, false, 1, '2030-01-01'::timestamptz + n * interval '1 second', case when n % 50 = 0 then 'ann' else 'bob' end from ${numbers};
    insert into search_word (workplace_id, kind, word, thing_id)
      select '${workplaceId}', 'instance', w, ${idOf(2, 'n')} from ${numbers} cross join lateral (values ('key'), (n::text)) v (w);
    insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, number, revision, created_at)
      select '${workplaceId}', ${idOf(2, 'n')}, ${idOf(2, 'n')}, v.name, gen_random_uuid(), ${idOf(2, 'n')}, v.type, v.value, v.number, 1, now() from ${numbers}
      cross join lateral (values ('amount', 'Integer', (n % 10000)::text, n % 10000), ('city', 'String', 'City ' || abs(hashint4(n + 3)::bigint) % 50, null), ('customer', 'String', 'Customer ' || n / 25, null),
        ('shop', 'String', 'Shop ' || abs(hashint4(n + 1)::bigint) % 400, null)) v (name, type, value, number);
    insert into task (workplace_id, id, root_id, instance_id, element_id, definition_id, task_key, name, assignee, priority, due_at, follow_up_at, is_suspended, created_at, candidate_users, candidate_groups)
      select '${workplaceId}', ${idOf(3, 'n')}, ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${definitionOf('n')}, 'check', 'Task name ' || (n / 100) % 120,
        case when n % ${own} = 1 then 'ann' when n % 5 = 1 then 'user ' || n % 997 end, case (n / 100) % 50 when 0 then 100 when 1 then 75 when 2 then 75 when 3 then 25 else 50 end,
        case when n % 7 > 0 then '2030-01-01'::timestamptz + (hashint4(n) % 500000) * interval '1 minute' end,
        case when n % 3 = 0 then '2030-01-01'::timestamptz + (hashint4(n + 7) % 500000) * interval '1 minute' end, false, '2030-01-01'::timestamptz + n * interval '1 second', '{}',
        case when n % 5 = 0 then array['g' || (n / 5) % 20] || case when n % 35 = 0 then array['g' || (n / 5 + 7) % 20] else '{}' end else array['other ' || n % 500] end
      from ${numbers};
    insert into task_listing (workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key)
      select workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key from task_reading where workplace_id = '${workplaceId}';
    insert into form_draft (workplace_id, user_id, kind, subject, form_hash, entries, file_ids, revision, writer, saved_at, name, process_name)
      select '${workplaceId}', case when n % ${count / 200} = 0 then '${userId}'::uuid else gen_random_uuid() end, case when n % ${count / 50} = 0 then 'start' else 'task' end,
        case when n % ${count / 50} = 0 then 'process-' || n else ${idOf(3, 'n')}::text end, 'h', '{}', '{}', 1, 'w', '2030-01-01'::timestamptz + n * interval '1 second', 'Task name ' || n % 120, 'Process ' || n % 40
      from ${numbers};
    insert into list_view (workplace_id, id, list, owner_id, name, search, columns, sharing, groups, created_at, created_by, updated_at)
      select '${workplaceId}', gen_random_uuid(), 'tasks.unclaimed', case when n <= 50 then '${userId}'::uuid else gen_random_uuid() end, 'View ' || n, '{}', '[]', case when n % 1000 = 0 then 'some' else 'nobody' end,
        case when n % 1000 = 0 then array['g' || n / 1000 % 40] else '{}' end, now(), 'bob', now() from generate_series(1, ${count / 20}) n`)
}
