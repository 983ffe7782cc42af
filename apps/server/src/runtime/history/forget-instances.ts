import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Runtime } from '../runtime.ts'
import { evaluatedDecisions } from './evaluated-decisions.ts'

/**
 * Deletes ended instances with everything that belongs to them: history, comments, files, notifications and form
 * receipts. It works in portions with their own transactions, so that nobody waits long. Instances are deleted last, so
 * that an interrupted deletion continues with them.
 *
 * @param rest pause between two portions.
 */
export async function forgetInstances(
  { db }: Pick<Runtime, 'db'>,
  actor: Actor,
  instanceIds: readonly string[],
  alongside: readonly Statement[] = [],
  rest: () => Promise<unknown> = async () => {},
): Promise<void> {
  if (instanceIds.length === 0) return
  while (!(await db.withTransaction(actor, (tx) => forgetPortion(tx, actor.workplaceId, instanceIds, alongside))))
    await rest()
}

/** How many instances are looked up at a time. */
const portion = 100

/** Deletes all ended instances of some definitions. */
export async function forgetInstancesOf(
  runtime: Pick<Runtime, 'db'>,
  actor: Actor,
  definitionIds: readonly string[],
): Promise<void> {
  for (;;) {
    const [rows] = await runtime.db.read(actor, (tx) =>
      tx.batch([
        {
          name: 'history_instances_to_forget',
          text: `select id from history_instance where workplace_id = $1 and definition_id = any($2::uuid[]) limit ${portion}`,
          values: [actor.workplaceId, definitionIds],
        },
      ]),
    )
    if (rows === undefined || rows.length === 0) return
    await forgetInstances(
      runtime,
      actor,
      rows.map(([id]) => id ?? ''),
    )
  }
}

interface OwnedRows {
  readonly table: string
  /** The name of its statement; left out: by the table. */
  readonly name?: string
  /** The key column of the table; missing: `id`. */
  readonly key?: string
  /** The SQL condition that finds its rows by `$2`, the ids of instances. */
  readonly by: string
  /** The maximum number in one transaction. */
  readonly most: number
}

const byInstance = 'instance_id = any($2::uuid[])'
/** A program may have named no instance with what it wrote about a task. */
const byInstanceOrTask = `(${byInstance} or task_id = any(array(select t.id from history_task t where t.workplace_id = $1 and t.instance_id = any($2::uuid[]))))`

/** Notes belong to operations of the log, of facts, and of what has no other operation: `engine-rest/operation-log`. */
const byOperation = `operation_id = any(array(
    select unnest($2::uuid[])
    union select md5(i.id::text || 'end')::uuid from unnest($2::uuid[]) i (id)
    union select l.operation_id from operation_log l where l.workplace_id = $1 and l.instance_id = any($2::uuid[])
    union select t.id from history_task t where t.workplace_id = $1 and t.instance_id = any($2::uuid[])
    union select coalesce(f.operation_id, f.id) from history_fact f where f.workplace_id = $1 and f.instance_id = any($2::uuid[])))`

/** Times that were set for evaluations of decisions within them. */
const byDecision = `subject_id = any(array(select e.id from (${evaluatedDecisions('f.instance_id = any($2::uuid[])')}) e))`

/** The tables in the order of deletion: tables by which others are found come after them. */
const steps: readonly (readonly OwnedRows[])[] = [
  [
    { name: 'removal_time_of_decisions', table: 'removal_time', key: 'subject_id', by: byDecision, most: 1_000 },
    { table: 'operation_annotation', key: 'operation_id', by: byOperation, most: 1_000 },
  ],
  [
    { table: 'task_comment', by: byInstanceOrTask, most: 1_000 },
    { table: 'notice', by: byInstanceOrTask, most: 1_000 },
    // Their contents go with them.
    { table: 'task_attachment', by: byInstanceOrTask, most: 20 },
    { table: 'stored_file', by: byInstance, most: 20 },
    { table: 'operation_log', by: byInstanceOrTask, most: 1_000 },
    { table: 'form_receipt', by: byInstance, most: 1_000 },
    { table: 'history_element', by: byInstance, most: 1_000 },
    { table: 'history_variable', by: byInstance, most: 1_000 },
    { table: 'history_fact', by: byInstance, most: 1_000 },
  ],
  [{ table: 'history_task', by: byInstance, most: 1_000 }],
  [{ table: 'history_instance', by: 'id = any($2::uuid[])', most: 1_000 }],
]

/** The tables whose rows are deleted together with the history of an instance. */
export const forgottenTables: readonly string[] = [...steps.flat().map(({ table }) => table), 'instance_listing']

/** @returns whether nothing is left. */
async function forgetPortion(
  tx: Tx,
  workplaceId: string,
  instanceIds: readonly string[],
  alongside: readonly Statement[],
): Promise<boolean> {
  const values = [workplaceId, instanceIds]
  // Whoever writes about one of them waits, or is waited for: what he has written goes too.
  await tx.batch([
    {
      name: 'history_instance_lock',
      text: 'select from history_instance where workplace_id = $1 and id = any($2::uuid[]) order by id for update',
      values,
    },
  ])
  for (const step of steps) {
    const results = await tx.batch(step.map((one) => forgetStatement(one, values)))
    if (step.some(({ most }, index) => results[index]?.length === most)) return false
  }
  // What lists them has one row for each reader.
  await tx.batch([
    {
      name: 'instance_listing_forget',
      text: `delete from instance_listing where workplace_id = $1 and ${byInstance}`,
      values,
    },
    {
      name: 'removal_time_forget',
      text: 'delete from removal_time where workplace_id = $1 and subject_id = any($2::uuid[])',
      values,
    },
    ...alongside,
  ])
  return true
}

function forgetStatement(
  { table, name = table, key = 'id', by, most }: OwnedRows,
  values: readonly unknown[],
): Statement {
  return {
    name: `${name}_forget`,
    // Both times by the instance: the key of a row of history begins with it.
    text: `delete from ${table} where workplace_id = $1 and ${by} and ${key} = any(array(select ${key} from ${table} where workplace_id = $1 and ${by} limit ${most})) returning 1`,
    values,
  }
}
