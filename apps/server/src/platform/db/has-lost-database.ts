import { Refusal } from '../errors/refusal.ts'

/**
 * Connection refused, reset or timed out; PostgreSQL starting, stopping, out of connections, memory or disk; a workplace
 * that is being moved to another database.
 */
const unavailable =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|53[123]00|25006|08\w{3}|MR002)$/

/** The messages of node-postgres for a lost connection, a closed pool, and a wait for a connection that took too long. */
const lost =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Cannot use a pool after calling end on the pool|Client (has encountered a connection error|was closed) and is not queryable)/

/**
 * Returns whether an error means that the database does not answer or is too busy, and not that the statement is wrong.
 */
export function hasLostDatabase(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'server.busy'
  const code = (error as { code?: unknown } | null)?.code
  return (typeof code === 'string' && unavailable.test(code)) || (error instanceof Error && lost.test(error.message))
}
