import type { AdapterSettings } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import type { OperationContext } from '../operation-context.ts'
import type { ExternalChange } from './change-external-system.ts'
import { refuseAdapterSettings } from './check-adapter.ts'
import { lockExternal, touched, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

/** Changes an adapter: forms ask it as it is from then on. Null when it is done. */
export async function changeAdapter(
  context: OperationContext,
  user: User,
  { id, name, description, revision, settings }: ExternalChange & { readonly settings: AdapterSettings },
): Promise<Refusal | null> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      const adapter = await lockExternal(tx, user, 'adapter', id)
      if (adapter instanceof Refusal) return adapter
      const unfit =
        (await refuseChangedMeanwhile(tx, adapter, revision)) ??
        refuseAdapterSettings(settings, adapter.kind === 'rest' ? 'rest' : 'database')
      if (unfit !== null) return unfit
      await tx.query(
        kysely
          .updateTable('external_adapter')
          .set({ name, description, settings: JSON.stringify(settings), ...touched(context, user, adapter) })
          .where('workplace_id', '=', user.workplaceId)
          .where('id', '=', id),
      )
      return null
    }),
  )
}
