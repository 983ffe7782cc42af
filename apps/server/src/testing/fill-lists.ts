import type pg from 'pg'

/**
 * Fills the tables of lists, for measurements and for checking query plans: users, deployments, instances that “ada”
 * started (half of them ended), her tasks, open and completed, tasks that her groups `sales` and `legal` may claim,
 * rows of one data list, notifications of which every five hundredth is hers, revisions of the audit, half of them
 * hers, processes, and causes of incidents.
 *
 * @param admin a superuser of the database.
 */
export async function fillLists(
  admin: pg.Pool | pg.Client,
  { workplaceId, rows }: { workplaceId: string; rows: number },
): Promise<void> {
  const definition = '00000000-0000-7000-8000-00000000000d'
  // In one statement, so that it is one session: rules between tables rest in it.
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into app_user (workplace_id, id, username, first_name, last_name, email, created_at)
      select '${workplaceId}', gen_random_uuid(), 'name ' || n, 'First ' || n, 'Last ' || n, n || '@example.org', now() from generate_series(1, ${rows}) n;
    insert into deployment (workplace_id, id, name, source, deployed_at, deployed_by)
      select '${workplaceId}', gen_random_uuid(), 'name ' || n, 'tool ' || n % 50, '2030-01-01'::timestamptz + n * interval '1 minute', 'ada' from generate_series(1, ${rows}) n;
    insert into process_definition (workplace_id, id, key, version, name, deployment_id, resource_name, is_suspended, is_startable, has_none_start)
      values ('${workplaceId}', '${definition}', 'trip', 1, 'Trip', '${definition}', 'trip.bpmn', false, true, true);
    insert into instance (workplace_id, id, root_id, definition_id, business_key, is_suspended, open_children, started_at, start_user_id)
      select '${workplaceId}', id, id, '${definition}', 'name ' || n, false, 1, '2030-01-01'::timestamptz + n * interval '1 minute', 'ada'
      from (select gen_random_uuid() as id, n from generate_series(1, ${rows / 2}) n) x;
    insert into history_instance (workplace_id, id, root_id, definition_id, business_key, started_at, ended_at, start_user_id, outcome)
      select '${workplaceId}', id, id, '${definition}', 'name ' || n, '2029-01-01'::timestamptz + n * interval '1 minute', '2030-01-01'::timestamptz + n * interval '1 minute', 'ada', 'completed'
      from (select gen_random_uuid() as id, n from generate_series(1, ${rows / 2}) n) x;
    insert into job (workplace_id, id, root_id, instance_id, element_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, error, created_at)
      select '${workplaceId}', gen_random_uuid(), gen_random_uuid(), id, gen_random_uuid(), 'wait', 'timer', case when n % 5 > 0 then '2030-01-01'::timestamptz + n * interval '1 minute' end,
        case when n % 100 = 0 then 0 else 3 end, 50, true, n % 100 = 1, '{}', case when n % 50 = 0 then 'It failed.' end, now()
      from (select id, row_number() over () as n from (select id from instance where workplace_id = '${workplaceId}' union all select gen_random_uuid() from generate_series(1, ${rows / 2})) i) x;
    insert into task (workplace_id, id, root_id, instance_id, element_id, definition_id, task_key, name, assignee, priority, due_at, is_suspended, created_at, candidate_users, candidate_groups)
      select '${workplaceId}', gen_random_uuid(), gen_random_uuid(), '${definition}', '${definition}', '${definition}', 'check', 'name ' || n, case when n % 2 = 0 then 'ada' end, n % 100,
        case when n % 5 > 0 then '2030-01-01'::timestamptz + n * interval '1 minute' end, false, '2030-01-01'::timestamptz + n * interval '1 second', '{}', '{}' from generate_series(1, ${rows * 2}) n;
    update task set candidate_groups = array[case when priority % 4 = 1 then 'sales' else 'legal' end] where workplace_id = '${workplaceId}' and assignee is null;
    insert into task_listing (workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key)
      select workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key from task_reading where workplace_id = '${workplaceId}';
    insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, is_filed)
      select distinct workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, true
      from instance_reader join instance_listed using (workplace_id, instance_id) where workplace_id = '${workplaceId}';
    insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, priority, created_at, ended_at, reason, ended_by)
      select '${workplaceId}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '${definition}', 'check', 'name ' || n, 50,
        '2029-01-01'::timestamptz + n * interval '1 minute', '2030-01-01'::timestamptz + n * interval '1 minute', 'completed', case when n % 2 = 0 then 'ada' else 'bob' end from generate_series(1, ${rows}) n;
    insert into data_list_row (workplace_id, data_list_id, id, since, place, cells)
      select '${workplaceId}', '${definition}', gen_random_uuid(), 1, lpad(to_hex(n), 8, '0'), array['code ' || n, 'city ' || n % 500, 'country ' || n % 50] from generate_series(1, ${rows}) n;
    insert into search_word (workplace_id, kind, word, thing_id)
      select workplace_id, 'instance', w, id from (select workplace_id, id, business_key from instance union all select workplace_id, id, business_key from history_instance) i, millrace_words(i.business_key) w
      where workplace_id = '${workplaceId}';
    insert into form_draft (workplace_id, user_id, kind, subject, form_hash, entries, file_ids, revision, writer, saved_at, name, process_name)
      select '${workplaceId}', case when n % 500 = 0 then '00000000-0000-7000-8000-000000000001'::uuid else gen_random_uuid() end,
        case when n % 1000 = 0 then 'start' else 'task' end, gen_random_uuid()::text, 'h', '{}', '{}', 1, 'w', '2030-01-01'::timestamptz + n * interval '1 second', 'name ' || n, 'Trip'
      from generate_series(1, ${rows}) n;
    insert into process_listing (workplace_id, key, tenant, definition_id, version, name, deployment_id, deployed_at, is_suspended)
      select '${workplaceId}', 'name ' || n, '', gen_random_uuid(), n % 7 + 1, 'Process ' || n, gen_random_uuid(), '2030-01-01'::timestamptz + n * interval '1 minute', n % 1000 = 0 from generate_series(1, ${rows}) n;
    insert into incident_group (workplace_id, id, process_key, element_key, type, cause, message, open_count, first_at, last_at, owner, snoozed_until)
      select '${workplaceId}', gen_random_uuid(), case when n % 500 = 0 then 'sales' else 'name ' || n end, 'name ' || n % 5000, case when n % 300 = 0 then 'stuck' else 'failedJob' end, 'name ' || n, 'name ' || n,
        n % 97, '2030-01-01'::timestamptz + n * interval '1 minute', '2030-02-01'::timestamptz + n * interval '1 minute', case when n % 700 = 0 then 'ada' end,
        case when n % 600 = 0 then 'infinity'::timestamptz end from generate_series(1, ${rows}) n;
    insert into app_user (workplace_id, id, username, email, created_at)
      values ('${workplaceId}', '00000000-0000-7000-8000-000000000001', 'ada', 'ada@example.org', now()) on conflict do nothing;
    insert into notice (workplace_id, id, user_id, kind, task_id, created_at, is_shown, read_at)
      select '${workplaceId}', gen_random_uuid(), case when n % 500 = 0 then '00000000-0000-7000-8000-000000000001'::uuid else gen_random_uuid() end,
        'assigned', id, '2030-01-01'::timestamptz + n * interval '1 second', true, case when n % 1000 = 0 then now() end
      from (select id, row_number() over () as n from task where workplace_id = '${workplaceId}' and assignee = 'ada' limit ${rows}) t;
    insert into audit_revision (workplace_id, number, at, user_id, cause, transaction_id)
      select '${workplaceId}', n, '2030-01-01'::timestamptz + n * interval '1 minute', case when n % 2 = 0 then 'ada' else 'bob' end, 'PUT /api/users/{id}', n from generate_series(1, ${rows}) n;
    insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, before, after, label, label_key)
      select '${workplaceId}', n, gen_random_uuid(), '2030-01-01'::timestamptz + n * interval '1 minute', case when n % 5000 = 0 then 'form' else 'user' end, 'key ' || n % 1000,
        case when n % 3000 = 0 then 'delete' else 'update' end, '{"status": "enabled"}', '{"status": "locked"}', 'Name ' || n % 1000, 'name ' || n % 1000 from generate_series(1, ${rows}) n;
    insert into search_gram (workplace_id, kind, thing_id, grams)
      select workplace_id, 'user', id, millrace_grams(workplace_id, names_key || E'\\n' || coalesce(email_key, '')) from app_user where workplace_id = '${workplaceId}'
      on conflict do nothing;
    commit;`)
  await admin.query('vacuum analyze')
}
