import type pg from 'pg'
import type { Database } from '../../apps/server/src/platform/db/database.ts'
import { idOf } from './list-bench.ts'

/** Inserts a definition with a number of instances, half of them waiting at a task, and the elements of ended ones. */
export async function insertBusyDefinition(
  admin: pg.Client,
  { workplaceId, definitionId, count }: { workplaceId: string; definitionId: string; count: number },
): Promise<void> {
  const half = `generate_series(1, ${count / 2}) n`
  const startedAt = `'2030-01-01'::timestamptz + n * interval '1 second'`
  await admin.query(`
    insert into instance (workplace_id, id, root_id, definition_id, is_suspended, open_children, started_at)
      select '${workplaceId}', ${idOf(11, 'n')}, ${idOf(11, 'n')}, '${definitionId}', false, 1, ${startedAt} from ${half};
    insert into element (workplace_id, root_id, id, instance_id, parent_id, element_key, state, token_id, execution_id, open_children, started_at)
      select '${workplaceId}', ${idOf(11, 'n')}, ${idOf(12, 'n')}, ${idOf(11, 'n')}, ${idOf(11, 'n')}, 'each', 'active', ${idOf(12, 'n')}, ${idOf(12, 'n')}, 0, ${startedAt} from ${half};
    insert into history_instance (workplace_id, id, root_id, definition_id, started_at, ended_at, outcome)
      select '${workplaceId}', ${idOf(13, 'n')}, ${idOf(13, 'n')}, '${definitionId}', ${startedAt}, ${startedAt} + interval '1 hour', 'completed' from ${half};
    insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, started_at, ended_at, is_cancelled, ends_path)
      select '${workplaceId}', ${idOf(13, 'n')}, ${idOf(14, 'n * 3 + k')}, ${idOf(13, 'n')}, '${definitionId}', ${idOf(13, 'n')}, (array['start', 'each', 'end'])[k + 1], ${idOf(14, 'n * 3 + k')},
        ${startedAt}, ${startedAt} + interval '1 hour', false, k = 2 from ${half} cross join generate_series(0, 2) k`)
}

/** Inserts a number of history rows of one instance: elements, values and facts in equal parts. */
export async function insertLongHistory(
  admin: pg.Client,
  { workplaceId, instanceId, count }: { workplaceId: string; instanceId: string; count: number },
): Promise<void> {
  const third = `generate_series(1, ${Math.ceil(count / 3)}) n`
  const at = `now() - (${count} - n) * interval '1 second'`
  await admin.query(`
    insert into history_element (workplace_id, instance_id, id, root_id, definition_id, parent_id, element_key, execution_id, started_at, ended_at, is_cancelled, ends_path)
      select '${workplaceId}', '${instanceId}', ${idOf(15, 'n')}, '${instanceId}', i.definition_id, '${instanceId}', 'beside', ${idOf(15, 'n')}, ${at}, ${at}, false, false
      from instance i cross join ${third} where i.id = '${instanceId}';
    insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, name, type, value, revision, is_removed)
      select '${workplaceId}', '${instanceId}', ${idOf(16, 'n')}, ${at}, ${idOf(17, 'n % 50')}, '${instanceId}', 'value ' || n % 50, 'String', 'text ' || n, n, false from ${third};
    insert into history_fact (workplace_id, instance_id, id, at, kind, subject_id, element_id, user_id, data)
      select '${workplaceId}', '${instanceId}', ${idOf(18, 'n')}, ${at}, 'task-changed', ${idOf(15, 'n')}, ${idOf(15, 'n')}, 'ann', '{"operation": "Claim", "assignee": "ann"}' from ${third}`)
}

/**
 * Creates the partitions of the audit for the months of 2029, as maintenance does. As the user of the server, who owns
 * the tables.
 */
export async function makeMonths({ pool }: Pick<Database, 'pool'>): Promise<void> {
  for (const parent of ['audit_revision', 'audit_entry'])
    for (let month = 1; month <= 12; month++)
      await pool.query('select millrace_make_month($1, $2, make_date(2029, $3, 1))', [parent, 'at', month])
}

/**
 * Inserts a number of revisions by 500 users in the year 2029, one in ten with a second entry: mostly of users, some of
 * permissions and forms.
 */
export async function insertRevisions(
  admin: pg.Client,
  { workplaceId, count }: { workplaceId: string; count: number },
): Promise<void> {
  const at = `'2029-01-01'::timestamptz + n * interval '${(365 * 86_400) / count} seconds'`
  const portion = 1_000_000
  for (let first = 1; first <= count; first += portion) {
    const numbers = `generate_series(${first}, ${Math.min(count, first + portion - 1)}) n`
    const entity = `case when n % 1000000 = 7 then 'theme' when n % 100 = 0 then 'form' when n % 10 = 0 then 'user_role' else 'app_user' end`
    await admin.query(`
      insert into audit_revision (workplace_id, number, at, user_id, cause, transaction_id)
        select '${workplaceId}', n, ${at}, 'user ' || n % 500, 'PUT /api/users/{id}', n from ${numbers};
      insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, after, label, label_key)
        select '${workplaceId}', n, ${idOf(21, 'n * 2 + k')}, ${at}, ${entity}, ${idOf(22, 'n % 100000')}, case when n % 50 = 0 then 'insert' when n % 5000 = 1 then 'delete' else 'update' end,
          '{"first_name": "Ada"}', 'name ' || n % 100000, 'name ' || n % 100000 from ${numbers} cross join generate_series(0, case when n % 10 = 0 then 1 else 0 end) k`)
  }
}
