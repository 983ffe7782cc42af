import pg from 'pg'
import type { Cluster } from './cluster.ts'

export type OwnerConnection =
  | { readonly ok: true; readonly client: pg.Client }
  /** `by`: the process that owns it, as it says itself; null where it does not. */
  | { readonly ok: false; readonly reason: 'owned'; readonly by: number | null }
  | { readonly ok: false; readonly reason: 'no-answer' }

/**
 * Connects as superuser and takes the lock that identifies the owner of a running cluster. PostgreSQL releases it when
 * the connection of the owner ends, also by SIGKILL.
 */
export async function connectAsOwner({ passwords }: Cluster, port: number): Promise<OwnerConnection> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.admin,
    database: 'postgres',
    application_name: `${name}${process.pid}`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // Its end is noticed by whoever waits for PostgreSQL's; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ owns: boolean }>(`select pg_try_advisory_lock(${lock}) as owns`)
    if (rows[0]?.owns === true) return { ok: true, client }
    const by = await findOwner(client)
    await client.end()
    return { ok: false, reason: 'owned', by }
  } catch {
    await client.end().catch(() => {})
    return { ok: false, reason: 'no-answer' }
  }
}

const lock = 7150913
const name = 'millrace of process '

async function findOwner(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = ${lock} and granted`,
  )
  return Number(rows[0]?.name.replace(name, '')) || null
}
