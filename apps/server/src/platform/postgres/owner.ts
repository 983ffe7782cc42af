import pg from 'pg'
import type { Cluster } from './cluster.ts'

export type OwnerConnection =
  | { readonly ok: true; readonly client: pg.Client }
  | { readonly ok: false; readonly reason: 'owned' | 'no-answer' }

/**
 * Connects as superuser and takes the lock that says who owns a running cluster. PostgreSQL gives it back when the
 * owner's connection ends, also by SIGKILL.
 */
export async function connectAsOwner({ passwords }: Cluster, port: number): Promise<OwnerConnection> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.admin,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // Its end is noticed by whoever waits for PostgreSQL's; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ owns: boolean }>('select pg_try_advisory_lock(7150913) as owns')
    if (rows[0]?.owns === true) return { ok: true, client }
    await client.end()
    return { ok: false, reason: 'owned' }
  } catch {
    await client.end().catch(() => {})
    return { ok: false, reason: 'no-answer' }
  }
}
