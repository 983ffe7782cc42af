import type { VariableName } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { getProcess } from '../definitions/definitions.ts'
import { listFormVariables } from '../forms/definition-fields.ts'
import type { Runtime } from '../runtime.ts'

/** How many processes are looked through, and how many names are given. */
const most = { processes: 50, names: 300 } as const

/**
 * Lists the variables in the forms of the newest versions of some processes, without secret ones, to offer them as
 * columns.
 *
 * @param keys a query for the keys of the processes.
 */
export async function listVariableNames(runtime: Runtime, request: Request, keys: Sql): Promise<VariableName[]> {
  const { workplaceId } = request
  return runtime.db.read(request, async (tx) => {
    const definitions = await runSql<{ id: string }>(
      tx,
      sql`select distinct on (d.key) d.id from process_definition d where d.workplace_id = ${workplaceId} and d.key in (${keys})
        order by d.key, d.version desc limit ${most.processes}`,
    )
    const found = new Map<string, { label: string; isSecret: boolean }>()
    for (const { id } of definitions) {
      const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id })
      const variables = definition === null ? [] : await listFormVariables(runtime, tx, workplaceId, definition)
      for (const { name, label, isSecret } of variables) {
        const before = found.get(name)
        found.set(name, { label: before?.label || label, isSecret: isSecret && before?.isSecret !== false })
      }
    }
    return [...found]
      .flatMap(([name, { label, isSecret }]) => (isSecret ? [] : [{ name, label }]))
      .sort((a, b) => a.name.localeCompare(b.name))
      .slice(0, most.names)
  })
}
