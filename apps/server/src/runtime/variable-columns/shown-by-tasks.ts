import { sql } from 'kysely'
import { membershipsOf, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { getProcess } from '../definitions/definitions.ts'
import { listShownByTasks, type ShownByTask } from '../forms/definition-fields.ts'
import type { Runtime } from '../runtime.ts'

/** The process version and user task by which the form of a task is found. */
export interface TaskOfRow {
  readonly definitionId: string | null
  readonly taskKey: string | null
  readonly formKey: string | null
}

/**
 * Creates a function that lists what the forms of tasks show a user. Each process version is read when it is first
 * needed.
 */
export async function listShownOf(
  runtime: Runtime,
  tx: Tx,
  user: Person,
  definitionIds: readonly string[],
): Promise<readonly ShownByTask[]> {
  const { workplaceId } = user
  const all: ShownByTask[] = []
  for (const id of definitionIds) {
    const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id })
    if (definition === null) continue
    all.push(...(await listShownByTasks(runtime, tx, { workplaceId, definition, memberships: membershipsOf(user) })))
  }
  return all
}

/** Returns whether the form of a task shows a variable. */
export function isShownBy(shown: readonly ShownByTask[], task: TaskOfRow, name: string): boolean {
  return shown.some(
    ({ definitionId, taskKey, formKey, names }) =>
      definitionId === task.definitionId &&
      taskKey === task.taskKey &&
      (formKey ?? '') === (task.formKey ?? '') &&
      names.has(name),
  )
}

/**
 * Returns the SQL condition that a variable `v` of an instance is what forms of its tasks open with: a simple value
 * that no variable of the same name in an inner scope hides, such as one of the task.
 */
export function isPlainInSql(workplaceId: string, { rootId, instanceId }: { rootId: Sql; instanceId: Sql }): Sql {
  return sql`(v.type = any(${simpleTypes}::text[]) and not exists (select from variable inner_v where inner_v.workplace_id = ${workplaceId}
    and inner_v.root_id = ${rootId} and inner_v.instance_id = ${instanceId} and inner_v.name = v.name and inner_v.scope_id <> ${instanceId}))`
}

const simpleTypes = ['String', 'Short', 'Integer', 'Long', 'Double', 'Number', 'Boolean', 'Date']
