import { randomUUID } from 'node:crypto'
import { limits, patterns } from '@millrace/contract'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { type Administrator, createAdministrator } from '../administrators/create-administrator.ts'
import type { OperationContext } from '../operation-context.ts'
import { type PlatformAdministrator, platformActor } from './policy.ts'

/** Creates a workplace with an administrator, who has to choose a new password at the first sign-in. */
export async function createWorkplace(
  { db }: Pick<OperationContext, 'db'>,
  by: PlatformAdministrator,
  { reference, name }: { reference: string; name: string },
): Promise<Administrator | Refusal> {
  if (reference.length > limits.name || !patterns.nameWithoutSpaces.regex.test(reference))
    return refuse(
      'request.invalid',
      `Expected a reference of at most ${limits.name} letters, digits, hyphens and underscores, but it is “${reference}”.`,
    )
  const id = randomUUID()
  const made = await db.withPlatformTransaction(by.cause, (tx) =>
    tx.query(
      kysely
        .insertInto('workplace')
        .values({ workplace_id: id, reference, name })
        .onConflict((conflict) => conflict.doNothing())
        .returning('workplace_id'),
    ),
  )
  if (made.length === 0)
    return refuse('thing.exists', `Expected a new reference, but “${reference}” exists already. Choose another one.`)
  return db.withTransaction(platformActor(by, id), (tx) =>
    createAdministrator(tx, { workplaceId: id, givenPassword: null, mustChangePassword: true }),
  )
}
