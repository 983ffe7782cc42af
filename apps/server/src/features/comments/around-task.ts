import { sql } from 'kysely'
import type { Subject } from '../../operations/comments/subject.ts'
import { can, refuseInstance } from '../../operations/instances/policy.ts'
import { loadTaskFor } from '../../operations/tasks/task.ts'
import { membershipsOf, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { listShownFiles } from '../../runtime/forms/definition-fields.ts'
import { readInstanceRights } from '../../runtime/rights/instance-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The objects around a task or an instance, and the rights of their reader. */
export interface Around {
  /** The instance with all of its tasks, where the user may see it; else what was asked for. */
  readonly about: Subject
  /** Null where there is none, or it is not for the user. */
  readonly instanceId: string | null
  /** The user may see the data of the instance, files of forms among it. */
  readonly seesData: boolean
  /** Variables whose files forms show the user that were sent in the instance. */
  readonly shown: readonly string[]
}

/**
 * Finds the related attachments and files of a task or an instance for a user who may read it. Users who may decide on
 * a task see what was submitted before: attachments of the instance and its other tasks, and files of the start form
 * and of the forms of earlier tasks, as far as these forms show them to the roles and groups of the user.
 */
export async function findAround(runtime: Runtime, tx: Tx, user: Person, of: Subject): Promise<Around> {
  const instanceId = of.by === 'instance' ? of.id : await findInstanceOfTask(tx, user.workplaceId, of.id)
  if (instanceId === null) return { about: of, instanceId, seesData: false, shown: [] }
  const rights = await readInstanceRights(tx, user, { id: instanceId })
  const seesData = can(user, 'see-data', rights)
  if (of.by === 'instance') return { about: of, instanceId, seesData, shown: [] }
  // Whoever stands in for somebody sees the task, and nothing else of its process.
  if (refuseInstance(user, 'see', rights) !== null) return { about: of, instanceId, seesData, shown: [] }
  const shown = seesData ? [] : await listShown(runtime, tx, user, { taskId: of.id, instanceId })
  return { about: { by: 'instance', id: instanceId }, instanceId, seesData, shown }
}

async function findInstanceOfTask(tx: Tx, workplaceId: string, id: string): Promise<string | null> {
  const [row] = await runSql<{ id: string | null }>(
    tx,
    sql`select instance_id as id from task where workplace_id = ${workplaceId} and id = ${id}::uuid
      union all select instance_id from history_task where workplace_id = ${workplaceId} and id = ${id}::uuid limit 1`,
  )
  return row?.id ?? null
}

/** Only while the task is open: then it is theirs to decide. */
async function listShown(
  runtime: Runtime,
  tx: Tx,
  user: Person,
  { taskId, instanceId }: { taskId: string; instanceId: string },
): Promise<string[]> {
  const { workplaceId } = user
  const task = await loadTaskFor(tx, user, { id: taskId, action: 'see' })
  if (task instanceof Refusal) return []
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: task.definitionId })
  if (definition === null) return []
  const rows = await runSql<{ element: string | null }>(
    tx,
    sql`select start_element_key as element from instance where workplace_id = ${workplaceId} and id = ${instanceId}::uuid and caller_instance_id is null
      union select task_key from history_task where workplace_id = ${workplaceId} and instance_id = ${instanceId}::uuid and reason = 'completed'`,
  )
  const sent = new Set(rows.flatMap(({ element }) => element ?? []))
  return listShownFiles(runtime, tx, { workplaceId, definition, memberships: membershipsOf(user), sent })
}
