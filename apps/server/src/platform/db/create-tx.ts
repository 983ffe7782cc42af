import type { Compilable } from 'kysely'
import type { Query, Statement } from './batch.ts'
import type { Tx } from './database.ts'

/** Sends one round trip of statements. The last one ends the transaction. */
export type Send = (items: readonly (Statement | Query)[], isLast: boolean) => Promise<unknown[]>

/** Creates the object by which work uses its transaction, over a function that sends statements. */
export function createTx({ send, rollback = async () => {} }: { send: Send; rollback?: () => Promise<void> }): Tx {
  return {
    batch: (statements) => send(statements, false),
    commit: (statements) => send(statements, true),
    rollback,
    query: async (query, name) => (await send([compile(query, name)], false))[0],
    queries: (...queries) =>
      send(
        queries.map((query) => compile(query)),
        false,
      ),
  } as Tx
}

/**
 * Compiles a query of the query builder.
 *
 * @param name prepares it under this name.
 */
export function compile(query: Compilable<unknown>, name?: string): Query {
  const { sql, parameters } = query.compile()
  return { sql, parameters, name }
}
