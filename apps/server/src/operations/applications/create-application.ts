import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { type ApplicationDetails, applicationRecord } from './application.ts'
import { findCategoryId } from './category.ts'
import { refuseBeyondLicence } from './licence.ts'
import { refuseApplicationDesigner } from './policy.ts'

/**
 * Creates an application without parts.
 *
 * @returns its id.
 */
export async function createApplication(
  { db, clock, runtime }: OperationContext,
  request: Request,
  details: ApplicationDetails,
): Promise<string | Refusal> {
  const refusal = refuseApplicationDesigner(request.user, null)
  if (refusal !== null) return refusal
  const id = runtime.newId()
  return withFreeNames(applicationRecord, () =>
    db.withTransaction(
      actorOf(request),
      async (tx) => (await insertApplication(tx, request.user, { id, details, at: clock() })) ?? id,
    ),
  )
}

interface NewApplication {
  readonly id: string
  readonly details: ApplicationDetails
  readonly at: Date
}

/**
 * Inserts the row of a new application. Returns null on success, or a refusal when the licence has no room for another.
 */
export async function insertApplication(
  tx: Tx,
  { workplaceId, username }: Person,
  { id, details: { name, key, description, category }, at }: NewApplication,
): Promise<Refusal | null> {
  const refusal = await refuseBeyondLicence(tx, workplaceId, { at, key })
  if (refusal !== null) return refusal
  const found = await findCategoryId(tx, workplaceId, category)
  if (found instanceof Refusal) return found
  await tx.query(
    kysely.insertInto('application').values({
      workplace_id: workplaceId,
      id,
      name,
      key,
      description,
      category_id: found.id,
      created_at: at,
      created_by: username,
      updated_at: at,
      updated_by: username,
    }),
  )
  return null
}
