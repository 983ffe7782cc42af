import { type ListDescription, type ListQuery, readVariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { ShownByTask } from '../../runtime/forms/definition-fields.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { listShownOf } from '../../runtime/variable-columns/shown-by-tasks.ts'
import type { TaskSource } from './list-queries.ts'
import { processKeysOf } from './task-listing.ts'
import { involvedReaders } from './task-readers.ts'

/** How many versions of processes are looked through for what their forms show, the newest of each process first. */
const maxVersions = 200

/**
 * Returns a source of tasks whose filters by variables also use the values that forms of the tasks show to the user.
 */
export function withShown<L extends ListDescription>(runtime: Runtime, source: TaskSource<L>): TaskSource<L> {
  return {
    ...source,
    prepare: async ({ filters }: ListQuery, { tx, user }) => {
      const names = filters.flatMap(({ name, values }) => (name === 'variable' ? values.map(nameOf) : []))
      if (names.length === 0 || isOperator(user)) return {}
      const shown = await listShown(runtime, tx, user)
      return source.withShown(shown.filter((one) => names.some((name) => name !== undefined && one.names.has(name))))
    },
  }
}

function nameOf(text: string): string | undefined {
  return readVariableFilter(text)?.name
}

/** By forms of versions that have instances, of processes whose tasks the user has in their lists. */
async function listShown(runtime: Runtime, tx: Tx, user: Person): Promise<readonly ShownByTask[]> {
  const { workplaceId } = user
  const definitions = await runSql<{ id: string }>(
    tx,
    sql`select d.id from (select id, row_number() over (partition by key order by version desc) as place from process_definition
        where workplace_id = ${workplaceId} and key in (${processKeysOf(workplaceId, involvedReaders(user))})) d
      where exists (select from instance i where i.workplace_id = ${workplaceId} and i.definition_id = d.id)
      order by d.place limit ${maxVersions}`,
  )
  return listShownOf(
    runtime,
    tx,
    user,
    definitions.map(({ id }) => id),
  )
}
