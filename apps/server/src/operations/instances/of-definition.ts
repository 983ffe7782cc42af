import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'

/** What is to be done to instances of one version. */
export interface InstancesOf {
  readonly definitionId: string
  readonly ids: readonly string[]
}

/** Null when each of them runs and is of that version. */
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
