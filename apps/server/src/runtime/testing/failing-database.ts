import type { Statement } from '../../platform/db/batch.ts'
import type { Database, Tx } from '../../platform/db/database.ts'

/** The kind of failure that a test database simulates at one statement. */
export type Fault =
  /** PostgreSQL refuses it. */
  | 'error'
  /** The connection is gone when it comes to it: nothing of its round trip arrives. */
  | 'lost before'
  /** The round trip is carried out, but its answer never arrives. */
  | 'lost after'

/**
 * Creates a database for tests that fails at the n-th statement, counted from 0 over all transactions. `reached`
 * returns whether that statement was reached.
 */
export function createFailingDatabase(
  db: Database,
  failAt: number,
  fault: Fault,
): { db: Database; reached: () => boolean } {
  let count = 0
  let wasReached = false
  const broken: Statement = { name: 'fault', text: 'select 1 / (length($1) - length($1))', values: ['x'] }

  const guard = async (
    tx: Tx,
    statements: readonly Statement[],
    send: (statements: readonly Statement[]) => ReturnType<Tx['batch']>,
  ) => {
    // The end of a transaction is a statement too, and the one that matters most.
    const first = count
    count += statements.length + 1
    const index = failAt - first
    if (index < 0 || index > statements.length) return send(statements)
    wasReached = true
    if (fault === 'error')
      return send(index === statements.length ? [...statements, broken] : statements.with(index, broken))
    if (fault === 'lost after') await send(statements)
    else await tx.rollback()
    throw new Error('Connection terminated unexpectedly')
  }

  const wrap = (tx: Tx): Tx =>
    new Proxy(tx, {
      get: (target, property, receiver) => {
        if (property === 'batch')
          return (statements: readonly Statement[]) => guard(target, statements, (sent) => target.batch(sent))
        if (property === 'commit')
          return (statements: readonly Statement[]) => guard(target, statements, (sent) => target.commit(sent))
        return Reflect.get(target, property, receiver)
      },
    })

  return {
    db: {
      ...db,
      withTransaction: (actor, work) => db.withTransaction(actor, (tx) => work(wrap(tx))),
      read: (place, work) => db.read(place, (tx) => work(wrap(tx))),
    },
    reached: () => wasReached,
  }
}
