import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { seeLicence } from './licence.ts'

/** Stores a time as the latest that a server has seen, so that a later clock change to an earlier time is noticed. */
export async function keepLicenceTime(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  workplaceId: string,
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'licence clock'), (tx) => seeLicence(tx, workplaceId, clock()))
}
