import type { Database } from '../../../platform/db/database.ts'
import type { HeldWorkplace } from './hold-workplace.ts'
import { closeFrom, findClosing } from './move-state.ts'

/**
 * Closes a workplace in another database than the first, unless another command has changed it since this command
 * began: a workplace that another command has opened stays open.
 *
 * @param cause for the audit.
 * @returns whether it was closed; false when another command has opened, closed or removed it, or when it does not
 *   exist.
 * @throws when another command holds the workplace.
 */
export async function closeThere(home: Database, held: HeldWorkplace, cause: string): Promise<boolean> {
  const before = await findClosing(home, held.workplaceId)
  await held.change(async () => {})
  return home.withPlatformTransaction(cause, (tx) => closeFrom(tx, held.workplaceId, before))
}
