import type { HistoryLevel } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDefinition } from './policy.ts'

/**
 * Sets how much history is stored for instances of a definition from now on. Versions that are deployed later have the
 * same level. Returns null on success, otherwise a refusal.
 */
export async function setHistoryLevel(
  context: OperationContext,
  request: Request,
  { id, level }: { readonly id: string; readonly level: HistoryLevel },
): Promise<Refusal | null> {
  const refusal = await refuseDefinition(context, request, 'operate', { kind: 'process', id })
  if (refusal !== null) return refusal
  await context.db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'process_definition_history_level',
        text: 'update process_definition set history_level = $3 where workplace_id = $1 and id = $2',
        values: [request.workplaceId, id, level],
      },
    ]),
  )
  await context.runtime.historyLevels.changed()
  return null
}
