import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseGroup } from './policy.ts'

export interface NewGroup {
  /** What models name it by. */
  readonly key: string
  readonly name: string
  readonly type: string | null
}

/** Makes a group without members. Null when it is done. */
export async function createGroup(
  { db, runtime }: OperationContext,
  user: User,
  { key, name, type }: NewGroup,
): Promise<Refusal | null> {
  const refusal = refuseGroup(user, key)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'group_create',
        text: 'insert into user_group (workplace_id, id, key, name, type, created_by) values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id',
        values: [user.workplaceId, runtime.newId(), key, name, type, user.username],
      },
    ]),
  )
  return rows?.[0] === undefined
    ? refuse('thing.exists', `Expected a new key, but there is a group “${key}” already. Choose another one.`)
    : null
}
