import { randomUUID } from 'node:crypto'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { findHolder, type LockHolder, lockSeconds } from './edit-lock.ts'
import { type FormRef, loadFormFor } from './form.ts'
import { refuseDesigner } from './policy.ts'

export interface LockTaking {
  readonly ref: FormRef
  /** Of the lock that is renewed; undefined for a new one. */
  readonly token: string | undefined
  /** From whoever has it. He is told with his next renewal or save. */
  readonly takeOver: boolean
}

/** Says that the user is at a design, when nobody else is. @returns who is at it now, with the token if it is this window. */
export async function takeEditLock(
  { db }: OperationContext,
  user: User,
  { ref, token = randomUUID(), takeOver }: LockTaking,
): Promise<(Omit<LockHolder, 'token'> & { readonly token: string | null }) | Refusal> {
  const refusal = refuseDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const form = await loadFormFor(tx, user, ref)
    if (form instanceof Refusal) return form
    await tx.batch([
      {
        name: 'form_lock_take',
        text: `insert into form_lock as l (workplace_id, form_id, token, username, since, until)
          values ($1, $2, $3, $4, now(), now() + interval '${lockSeconds} seconds')
          on conflict (workplace_id, form_id) do update set token = excluded.token, username = excluded.username, until = excluded.until,
            since = case when l.token = excluded.token and l.until > now() then l.since else now() end
          where l.until <= now() or (l.token = excluded.token and l.username = excluded.username) or $5::boolean`,
        values: [workplaceId, form.id, token, username, takeOver],
      },
    ])
    const holder = await findHolder(tx, workplaceId, form.id)
    if (holder === null) throw new Error('Expected somebody to have the lock that was just taken, but nobody has.')
    return { ...holder, token: holder.token === token ? token : null }
  })
}
