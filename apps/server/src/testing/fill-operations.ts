import type pg from 'pg'

/**
 * Inserts the rows from which the log of user operations is read, into a workplace whose other lists are filled: logged
 * operations, changes and links of tasks, and audit entries about identities. Every seventh entry belongs to a deleted
 * user.
 *
 * @param admin a superuser of the database.
 */
export async function fillOperations(
  admin: pg.Pool | pg.Client,
  { workplaceId, rows }: { workplaceId: string; rows: number },
): Promise<void> {
  const each = `generate_series(1, ${rows}) n`
  const at = `'2030-01-01'::timestamptz + (abs(hashint4(n)::bigint) % ${rows}) * interval '1 minute'`
  const member = `jsonb_build_object('user_id', ${idOf('n % 35')}, 'group_id', ${idOf('100 + n % 12')})`
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into app_user (workplace_id, id, username, created_at)
      select '${workplaceId}', ${idOf('n')}, 'member ' || n, now() from generate_series(0, 29) n;
    insert into user_group (workplace_id, id, key, name, created_at)
      select '${workplaceId}', ${idOf('100 + n')}, 'group-' || n, 'Group ' || n, now() from generate_series(0, 11) n;
    insert into operation_log (workplace_id, id, operation_id, at, user_id, operation_type, entity_type, category, property, new_value)
      select '${workplaceId}', gen_random_uuid(), gen_random_uuid(), ${at}, 'user ' || n % 20, 'SetJobRetries', 'Job', 'Operator', 'retries', '3' from ${each};
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, user_id, operation_id, data)
      select '${workplaceId}', gen_random_uuid(), gen_random_uuid(), ${at}, 'task-changed', gen_random_uuid(), 'user ' || n % 20, gen_random_uuid(),
        case when n % 9 = 0 then '{"operation": "Candidates", "candidateUsers": ["ada"], "before": {"candidateUsers": ["ben"]}}'::jsonb
          else '{"operation": "Claim", "assignee": "ada", "before": {"assignee": null}}' end from ${each};
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, user_id, data)
      select '${workplaceId}', gen_random_uuid(), gen_random_uuid(), ${at}, 'task-link', gen_random_uuid(), 'user ' || n % 20,
        '{"operation": "add", "type": "watcher", "userId": "ada", "groupId": null}' from ${each};
    insert into audit_revision (workplace_id, number, at, user_id, cause, transaction_id)
      select '${workplaceId}', n, ${at}, 'user ' || n % 20, 'PUT /api/users/{id}', n from ${each};
    insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, after, label, label_key)
      select '${workplaceId}', n, gen_random_uuid(), ${at}, (array['user', 'group', 'group-member', 'tenant', 'tenant-member', 'form'])[1 + n % 6],
        case when n % 6 = 1 then ${idOf('100 + n % 12')} else ${idOf('n % 35')} end::text, 'insert', ${member}, 'member ' || n % 35, 'member ' || n % 35 from ${each};
    insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, before, label, label_key)
      select '${workplaceId}', n, gen_random_uuid(), ${at}, 'user', ${idOf('n')}::text, 'delete', jsonb_build_object('username', 'member ' || n), 'member ' || n, 'member ' || n from generate_series(30, 34) n;
    commit;`)
  await admin.query('vacuum analyze')
}

function idOf(n: string): string {
  return `('00000020-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}
