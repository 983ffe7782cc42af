import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { made, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

/** Makes an external system, with nothing in it yet. @returns its id. */
export async function createExternalSystem(
  context: OperationContext,
  user: User,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<string | Refusal> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  const row = made(context, user)
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      await tx.query(kysely.insertInto('external_system').values({ ...row, name, description }))
      return row.id
    }),
  )
}
