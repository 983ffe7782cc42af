import type { Database } from '../../../platform/db/database.ts'
import type { HeldWorkplace } from './hold-workplace.ts'
import { closeFrom, findClosing } from './move-state.ts'

/**
 * Closes a workplace in another database than the first, if it is as it was before this command proved its right: what
 * another command opens after that stays open.
 *
 * @param cause for the audit.
 * @returns whether it was closed; false when another command has opened, closed or removed it, or it was not there.
 * @throws when another command has the right.
 */
export async function closeThere(home: Database, held: HeldWorkplace, cause: string): Promise<boolean> {
  const before = await findClosing(home, held.workplaceId)
  await held.change(async () => {})
  return home.withPlatformTransaction(cause, (tx) => closeFrom(tx, held.workplaceId, before))
}
