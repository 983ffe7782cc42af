import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'

/** Selected instances of one version of a process. */
export interface InstancesOf {
  readonly definitionId: string
  readonly ids: readonly string[]
}

/**
 * Checks that all selected instances are running and belong to the given version. Returns null if so, otherwise a
 * refusal.
 */
export async function refuseOthers(
  { db }: OperationContext,
  request: Request,
  { definitionId, ids }: InstancesOf,
): Promise<Refusal | null> {
  const [rows = []] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'definitions_of_instances',
        text: 'select id, definition_id from instance where workplace_id = $1 and id = any($2::uuid[])',
        values: [request.workplaceId, ids],
      },
    ]),
  )
  const definitionOf = new Map(rows.map(([id, definition]) => [String(id), String(definition)]))
  const missing = ids.find((id) => !definitionOf.has(id))
  if (missing !== undefined)
    return refuse('instance.over', `Expected a running instance ${missing}, but there is none. It may have ended.`)
  const other = ids.find((id) => definitionOf.get(id) !== definitionId)
  if (other === undefined) return null
  return refuse(
    'process.refused',
    `Expected instances of process version ${definitionId}, but ${other} is of ${definitionOf.get(other)}.`,
  )
}
