import { connect } from 'node:net'
import type { PoolClient } from 'pg'
import { serialize } from 'pg-protocol'

/** Members of a connection of node-postgres that its types do not declare. */
interface Backend {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
}

/**
 * Cancels the statement that runs on a connection. The request uses its own connection, as the protocol requires
 * (https://www.postgresql.org/docs/18/protocol-flow.html, “Canceling Requests in Progress”), without TLS, which the
 * server does not require there. It may take effect after the statement has ended, so the connection must not be used
 * again: its next statement could be cancelled instead.
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
