import type { Statement } from '../../../platform/db/batch.ts'
import { kysely } from '../../../platform/db/kysely.ts'
import { confirmHeld, dropHeld } from '../../../platform/files/held-contents.ts'
import { clearWorkplace } from '../moving/clear-workplace.ts'
import type { HeldWorkplace } from '../moving/hold-workplace.ts'
import { announce, endMove, open, openClosed } from '../moving/move-state.ts'
import type { EntryRow } from './entry-row.ts'
import type { Importing } from './importing.ts'

/**
 * Opens an imported workplace: first in its database, with its files, and then in the directory.
 *
 * @param closedAt the closing of this command in that database; null in the first one.
 * @throws when another command has closed the workplace meanwhile.
 */
export async function openImported(
  { home, by, row }: Importing,
  held: HeldWorkplace,
  closedAt: string | null,
): Promise<void> {
  const { workplace_id: id } = row
  if (closedAt === null) return endInDirectory({ row }, held, confirmHeld(id))
  await home.withPlatformTransaction(by.cause, async (tx) => {
    await openClosed(tx, id, closedAt)
    await tx.batch([suspendAsBefore(row), ...confirmHeld(id)])
  })
  await endInDirectory({ row }, held)
}

/** Opens the entry of the directory, and ends the import there. */
async function endInDirectory(
  { row }: { readonly row: EntryRow },
  held: HeldWorkplace,
  statements: readonly Statement[] = [],
): Promise<void> {
  const { workplace_id: id } = row
  await held.change((tx) => tx.batch([open(id), suspendAsBefore(row), ...statements, endMove(id), announce]))
}

/**
 * Ends an import that an earlier command has completed in another database than the first, where the workplace is open.
 *
 * @returns false when it is not open there, because the import is not complete.
 */
export async function endCompleted({ home, row }: Importing, held: HeldWorkplace): Promise<boolean> {
  const text = 'select suspended_at::text from workplace where workplace_id = $1 and moving_at is null'
  const [rows] = await home.readPlatform((tx) =>
    tx.batch([{ name: 'import_find_open', text, values: [row.workplace_id] }]),
  )
  const [open] = rows ?? []
  if (open === undefined) return false
  // As it is there: the file of this command may be another one.
  await endInDirectory({ row: { ...row, suspended_at: open[0] ?? null } }, held)
  return true
}

/** Removes the rows and contents of an import that cannot be completed. */
export async function forget({ home, by, database, row }: Importing, held: HeldWorkplace): Promise<void> {
  const { workplace_id: id } = row
  // While the right is locked: another command may be importing the same contents.
  await held.change(() => home.withPlatformTransaction(by.cause, (tx) => tx.batch([dropHeld(id)])))
  await clearWorkplace(home, held, { keepsEntry: database === null })
  await held.change(async (tx) => {
    await tx.query(kysely.deleteFrom('workplace').where('workplace_id', '=', id))
    await tx.batch([endMove(id)])
  })
}

function suspendAsBefore({ workplace_id: id, suspended_at: before }: EntryRow): Statement {
  return {
    name: 'import_suspend_as_before',
    text: 'update workplace set suspended_at = $2 where workplace_id = $1',
    values: [id, before],
  }
}
