import type pg from 'pg'

/**
 * Fills the tables behind lists of `/engine-rest` of one workplace: running instances, each with a task, a job, an incident
 * and an external task, and as many that have ended, with the log of their jobs, external tasks, variables and forms.
 * Half of the tasks can be claimed by the group `sales`, a twentieth are Ada's. Values have the same distribution for any
 * number of rows, so that reads of few and many can be compared.
 *
 * @param admin a superuser of the database.
 */
export async function fillRestLists(
  admin: pg.Pool | pg.Client,
  { workplaceId, rows }: { workplaceId: string; rows: number },
): Promise<void> {
  const each = `generate_series(1, ${rows}) n`
  // The place of a row is not that of its values: an order is none of another one.
  const spread = `(abs(hashint4(n)::bigint) % ${rows})`
  const at = `'2030-01-01'::timestamptz + ${spread} * interval '1 minute'`
  const definition = idOf(1, 'n % 12')
  // In one statement, so that it is one session: rules between tables rest in it.
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into process_definition (workplace_id, id, key, version, name, deployment_id, resource_name, is_suspended, is_startable, has_none_start)
      select '${workplaceId}', ${idOf(1, 'n')}, 'process-' || n / 2, n % 2 + 1, 'Process ' || n / 2, ${idOf(1, 'n')}, 'p.bpmn', false, true, true from generate_series(0, 11) n;
    insert into instance (workplace_id, id, root_id, definition_id, business_key, is_suspended, open_children, started_at, start_user_id, tenant_id)
      select '${workplaceId}', ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${definition}, 'key ' || ${spread}, n % 100 = 0, 1, ${at}, 'user ' || n % 20, case when n % 10 = 0 then 'tenant' end from ${each};
    insert into element (workplace_id, root_id, id, instance_id, parent_id, element_key, state, token_id, execution_id, open_children, started_at)
      select '${workplaceId}', ${idOf(2, 'n')}, ${idOf(3, 'n')}, ${idOf(2, 'n')}, ${idOf(2, 'n')}, 'check', 'active', ${idOf(2, 'n')}, ${idOf(2, 'n')}, 0, ${at} from ${each};
    insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, number, revision, created_at)
      select '${workplaceId}', ${idOf(2, 'n')}, ${idOf(2, 'n')}, 'amount', ${idOf(10, 'n')}, ${idOf(2, 'n')}, 'Integer', ${spread}::text, ${spread}, 1, ${at} from ${each};
    insert into task (workplace_id, id, root_id, instance_id, element_id, definition_id, task_key, name, description, assignee, owner, priority, due_at, follow_up_at, is_suspended, created_at, updated_at, tenant_id, candidate_users, candidate_groups, is_filed)
      select '${workplaceId}', ${idOf(4, 'n')}, ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${idOf(3, 'n')}, ${definition}, 'check', 'Name ' || ${spread}, case when n % 3 = 0 then 'Text ' || ${spread} end,
        case when n % 20 = 1 then 'ada' when n % 4 = 1 then 'user ' || n % 40 end, case when n % 20 = 3 then 'ada' end, case when n % 5 = 0 then n % 100 else 50 end,
        case when n % 5 > 0 then ${at} end, case when n % 5 = 1 then ${at} end, false, ${at}, case when n % 4 = 0 then ${at} end, case when n % 10 = 0 then 'tenant' end,
        case when n % 50 = 0 then '{cy}' else '{}'::text[] end, case when n % 2 = 0 then '{sales}' else '{other}'::text[] end, true from ${each};
    insert into task_listing (workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key)
      select workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key from task_reading where workplace_id = '${workplaceId}';
    insert into job (workplace_id, id, root_id, instance_id, element_id, definition_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, error, created_at)
      select '${workplaceId}', ${idOf(5, 'n')}, ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${idOf(3, 'n')}, null, 'check', case when n % 3 = 0 then 'after' else 'timer' end, case when n % 3 > 0 then ${at} end,
        case when n % 20 = 0 then 0 else 3 end, case when n % 5 = 0 then n % 100 else 0 end, true, n % 100 = 1, '{}', case when n % 20 = 0 then 'It failed.' end, ${at} from ${each};
    insert into incident (workplace_id, id, root_id, instance_id, element_id, element_key, definition_id, type, source_id, message, cause_id, root_cause_id, created_at)
      select '${workplaceId}', ${idOf(6, 'n')}, ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${idOf(3, 'n')}, 'check', ${definition}, case when n % 5 = 0 then 'stuck' else 'failedJob' end, ${idOf(5, 'n')}, 'Text ' || ${spread},
        ${idOf(6, 'n')}, ${idOf(6, 'n')}, ${at} from ${each};
    insert into external_task (workplace_id, id, root_id, instance_id, element_id, execution_id, definition_id, element_key, topic, worker_id, locked_until, retries, priority, is_suspended, created_at, tenant_id)
      select '${workplaceId}', ${idOf(7, 'n')}, ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${idOf(3, 'n')}, ${idOf(2, 'n')}, ${definition}, 'check', 'topic ' || n % 10, case when n % 10 = 0 then 'worker' end,
        case when n % 10 = 0 then ${at} end, case when n % 20 = 0 then 0 end, case when n % 5 = 0 then n % 100 else 0 end, false, ${at}, case when n % 10 = 0 then 'tenant' end from ${each};
    insert into history_instance (workplace_id, id, root_id, definition_id, business_key, started_at, ended_at, start_user_id, outcome, tenant_id)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(8, 'n')}, ${definition}, 'key ' || ${spread}, ${at} - interval '400 days', ${at}, 'user ' || n % 20, case when n % 50 = 0 then 'deleted' else 'completed' end,
        case when n % 10 = 0 then 'tenant' end from ${each};
    insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, task_id, started_at, ended_at, is_cancelled, ends_path)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(9, 'n')}, ${idOf(8, 'n')}, ${definition}, ${idOf(8, 'n')}, 'check', ${idOf(8, 'n')}, ${idOf(9, 'n')}, ${at} - interval '400 days', ${at}, false, false from ${each};
    insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, is_filed)
      select workplace_id, '*', started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, true
      from instance_listed where workplace_id = '${workplaceId}';
    insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, name, description, assignee, owner, priority, due_at, follow_up_at, created_at, ended_at, reason, ended_by, tenant_id)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(9, 'n')}, ${idOf(8, 'n')}, ${idOf(9, 'n')}, ${idOf(8, 'n')}, ${definition}, 'check', 'Name ' || ${spread}, case when n % 3 = 0 then 'Text ' || ${spread} end,
        case when n % 20 = 1 then 'ada' else 'user ' || n % 40 end, null, case when n % 5 = 0 then n % 100 else 50 end, case when n % 5 > 0 then ${at} end, null, ${at} - interval '400 days', ${at},
        case when n % 50 = 0 then 'deleted' else 'completed' end, 'user ' || n % 20, case when n % 10 = 0 then 'tenant' end from ${each};
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, data)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(11, 'n')}, ${at}, 'incident-raised', ${idOf(12, 'n')}, ${idOf(9, 'n')},
        jsonb_build_object('type', 'failedJob', 'elementId', 'check', 'message', 'Text ' || ${spread}, 'causeId', ${idOf(12, 'n')}, 'rootCauseId', ${idOf(12, 'n')}) from ${each};
    insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, name, type, value, revision, is_removed)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(13, 'n')}, ${at} - interval '400 days', ${idOf(14, 'n')}, ${idOf(8, 'n')}, 'name ' || ${spread}, case when n % 2 = 0 then 'String' else 'Integer' end,
        ${spread}::text, 0, n % 50 = 0 from ${each};
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, data)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(15, 'n')}, ${at}, 'form-field', null, ${idOf(9, 'n')}, jsonb_build_object('fieldId', 'field ' || ${spread}, 'fieldValue', 'Text') from ${each};
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, data)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(16, 'n')}, ${at}, 'job-ended', ${idOf(17, 'n')}, ${idOf(9, 'n')},
        jsonb_build_object('elementId', 'check', 'executionId', ${idOf(8, 'n')}, 'kind', 'timer', 'dueAt', ${at}, 'retries', 3, 'priority', n % 100, 'createdAt', ${at} - interval '1 day', 'outcome', 'done') from ${each};
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, data)
      select '${workplaceId}', ${idOf(8, 'n')}, ${idOf(18, 'n')}, ${at}, 'external-task-ended', ${idOf(19, 'n')}, ${idOf(9, 'n')},
        jsonb_build_object('elementId', 'check', 'executionId', ${idOf(8, 'n')}, 'topic', 'topic ' || n % 10, 'workerId', 'worker', 'priority', n % 100, 'createdAt', ${at} - interval '1 day', 'outcome', 'done') from ${each};
    commit;`)
  await admin.query('vacuum analyze')
}

/** In SQL: the id of the nth thing of a kind, by the time of which ids go. */
function idOf(space: number, n: string): string {
  return `('${String(space).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}
