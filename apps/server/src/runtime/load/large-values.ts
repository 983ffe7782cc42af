import type { InstanceState, Variable } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'
import { readValue } from './read-variable.ts'

/** Returns a loaded variable with its large value, which was left out of loading. */
export async function fetchVariable(
  tx: Tx,
  workplaceId: string,
  { rootId, variables }: InstanceState,
  id: string,
): Promise<Variable> {
  const variable = variables.get(id)
  if (variable === undefined) throw new Error(`Expected variable ${id} in root ${rootId}, but it was not loaded.`)
  const [result] = await tx.batch([
    {
      name: 'variable_value',
      text: `select type, value, encode(bytes, 'base64'), info from variable where workplace_id = $1 and root_id = $2 and scope_id = $3 and name = $4`,
      values: [workplaceId, rootId, variable.scopeId, variable.name],
    },
  ])
  const [type, text, base64, info] = result?.[0] ?? []
  if (type === undefined || type === null)
    throw new Error(`Expected variable ${id} in root ${rootId}, but it is not there.`)
  const value =
    base64 === null || base64 === undefined
      ? readValue(type, text ?? null)
      : new Uint8Array(Buffer.from(base64, 'base64'))
  const typed = {
    type,
    value,
    info: info === null || info === undefined ? null : (JSON.parse(info) as Record<string, unknown>),
  }
  return { ...variable, value: typed }
}
