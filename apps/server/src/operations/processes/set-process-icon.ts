import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchProcess, refuseDefinition } from './policy.ts'

/**
 * Sets the icon of all versions of a process; null: the icon of the model. Returns null on success, otherwise a
 * refusal.
 */
export async function setProcessIcon(
  context: OperationContext,
  request: Request,
  { key, icon }: { key: string; icon: string | null },
): Promise<Refusal | null> {
  const refusal = await refuseDefinition(context, request, 'operate', { kind: 'processKey', id: key })
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  return context.db.withTransaction(actorOf(request), async (tx) => {
    const known = kysely
      .selectFrom('process_definition')
      .where('workplace_id', '=', workplaceId)
      .where('key', '=', key)
      .select('id')
      .limit(1)
    if ((await tx.query(known)).length === 0) return noSuchProcess()
    const changed = { icon: icon ?? '', changed_at: context.clock(), changed_by: username }
    await tx.query(
      icon === null
        ? kysely.deleteFrom('process_icon').where('workplace_id', '=', workplaceId).where('process_key', '=', key)
        : kysely
            .insertInto('process_icon')
            .values({ workplace_id: workplaceId, process_key: key, ...changed })
            .onConflict((conflict) => conflict.columns(['workplace_id', 'process_key']).doUpdateSet(changed)),
    )
    return null
  })
}
