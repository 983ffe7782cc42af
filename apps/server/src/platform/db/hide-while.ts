import type { Place } from './actor.ts'
import type { Tx } from './database.ts'
import { setHides } from './set-actor.ts'

/**
 * Reads in a transaction that also writes, as somebody from whom restricted variables are hidden. Before and after,
 * everything is read: a statement that writes would leave out hidden rows.
 */
export async function hideWhile<T>(tx: Tx, { hides = null }: Pick<Place, 'hides'>, read: () => Promise<T>): Promise<T> {
  if (hides === null) return read()
  await tx.batch([setHides(hides)])
  const found = await read()
  await tx.batch([setHides({ names: '', shows: '' })])
  return found
}
