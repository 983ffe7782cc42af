import { connect } from 'node:net'
import type { PoolClient } from 'pg'
import { serialize } from 'pg-protocol'

/** What node-postgres knows of a connection and its types do not say. */
interface Backend {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
}

/**
 * Has PostgreSQL break off what runs on a connection. It is asked over a connection of its own, as the protocol wants it
 * (https://www.postgresql.org/docs/18/protocol-flow.html, “Canceling Requests in Progress”), without TLS: the server asks
 * for none there. The answer tells nothing, and comes after the statement has perhaps ended by itself, so the connection
 * must not be lent again: what it would run next could be broken off instead.
 */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend
  if (processID === null || secretKey === null) return Promise.resolve()
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket.once('close', () => resolve())
    // A database that is away runs nothing of ours for long.
    socket.on('error', () => {})
    socket.setTimeout(5000, () => socket.destroy())
    socket.end(serialize.cancel(processID, secretKey))
  })
}
