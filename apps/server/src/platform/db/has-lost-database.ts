/** Connection refused, reset or timed out; PostgreSQL starting, stopping, out of connections. */
const unavailable = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|53300|08\w{3})$/

/** What node-postgres says when no connection became free in time, and when one was lost. */
const lost = /^(timeout exceeded when trying to connect|Connection terminated)/
const waitedInVain = 'timeout exceeded when trying to connect'

/** Whether an error says that the database does not answer, not that something is wrong with what was asked. */
export function hasLostDatabase(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return (typeof code === 'string' && unavailable.test(code)) || (error instanceof Error && lost.test(error.message))
}

/** Whether it says that no connection became free, so that nothing of what was to be done has begun. */
export function hasWaitedInVain(error: unknown): boolean {
  return error instanceof Error && error.message === waitedInVain
}
