import type { Place } from './actor.ts'
import type { Tx } from './database.ts'
import { setHides } from './set-actor.ts'

/**
 * Reads without the restricted variables of `hides`, in a transaction that also writes. Other statements of the
 * transaction read all variables: a statement that writes would leave out hidden rows.
 */
export async function hideWhile<T>(tx: Tx, { hides = null }: Pick<Place, 'hides'>, read: () => Promise<T>): Promise<T> {
  if (hides === null) return read()
  await tx.batch([setHides(hides)])
  const found = await read()
  await tx.batch([setHides({ names: '', shows: '' })])
  return found
}
