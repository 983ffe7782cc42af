import { autoSaveInterval } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDesigner } from './policy.ts'

/**
 * Sets the interval in seconds at which the form designer saves automatically for the user; null: never. Returns null
 * on success, otherwise a refusal.
 */
export async function configureAutoSave(
  { db, clock }: OperationContext,
  request: Request,
  interval: number | null,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseDesigner(user, null)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  const most = (await readSettings(db, workplaceId))['session.idleSeconds'] - autoSaveInterval.belowSessionTimeout
  if (interval !== null && interval > most)
    return refuse(
      'design.interval-too-long',
      `Expected at most ${most} seconds, 10 less than the session timeout, but it is ${interval}.`,
    )
  await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'auto_save_configure',
        text: `insert into user_profile (workplace_id, user_id, auto_save_interval, is_auto_save_off, updated_at) values ($1, $2, $3::int, $3::int is null, $4)
          on conflict (workplace_id, user_id) do update set auto_save_interval = $3::int, is_auto_save_off = $3::int is null, updated_at = $4`,
        values: [workplaceId, user.id, interval, clock().toISOString()],
      },
    ]),
  )
  return null
}
