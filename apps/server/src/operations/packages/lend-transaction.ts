import type { Tx } from '../../platform/db/database.ts'
import type { PackageReading, WriteContext } from './package-kind.ts'

/**
 * Lets operations run in one open transaction: their changes are committed at its end together, or not at all. The
 * caller stops at the first refusal.
 */
export function lendTransaction({ db, clock, runtime }: PackageReading, tx: Tx, emptySecret: string): WriteContext {
  const lent: Tx = { ...tx, commit: tx.batch }
  const inside: PackageReading['db'] = {
    ...db,
    withTransaction: (_actor, work) => work(lent),
    read: (_place, work) => work(lent),
  }
  return { db: inside, clock, runtime: { ...runtime, db: inside }, tx: lent, emptySecret }
}
