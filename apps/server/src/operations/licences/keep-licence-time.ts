import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { seeLicence } from './licence.ts'

/** Keeps this time as the latest one that a server has seen, so that a clock that is reset later is noticed. */
export async function keepLicenceTime(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  workplaceId: string,
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'licence clock'), (tx) => seeLicence(tx, workplaceId, clock()))
}
