import type pg from 'pg'
import { reasonOf, StartFailure } from '../start-failure.ts'
import { sessionOptions } from './database.ts'
import { type Hosts, openHost, openHosts } from './hosts/hosts.ts'
import { readHosts } from './hosts/read-hosts.ts'

/** The address of a database whose version and settings were checked. */
export interface CheckedDatabase {
  readonly connectionString: string
  readonly role?: string
  /** Where the database may be on one of several servers. */
  readonly hosts?: Hosts
}

/**
 * Checks that PostgreSQL answers and is new enough. If row-level security does not apply to the user of the URL, a role
 * to which it applies is created for the product.
 *
 * @param waitMs the time to search for a server that accepts changes, in milliseconds.
 * @throws StartFailure when the database cannot be used.
 */
export async function checkDatabase(
  connectionString: string,
  { waitMs = 0 }: { readonly waitMs?: number } = {},
): Promise<CheckedDatabase> {
  const address = readHosts(connectionString)
  const hosts = address === null ? openHost(connectionString) : openHosts(address, { waitMs })
  let client: pg.Client
  try {
    client = await openClient(hosts, { connectionTimeoutMillis: 10_000 })
  } catch (error) {
    throw new StartFailure(
      `Expected a PostgreSQL at ${presentUrl(connectionString)}, but: ${reasonOf(error)}. Check DATABASE_URL.`,
    )
  }
  try {
    await checkVersion(client, connectionString)
    return (await isBoundByRowSecurity(client))
      ? { connectionString, hosts }
      : { connectionString, hosts, role: await preparePlainRole(client) }
  } finally {
    await client.end()
  }
}

/** Connects outside the pool, for migrations and for listening. */
export async function connectAlone({ connectionString, role, hosts }: CheckedDatabase): Promise<pg.Client> {
  return openClient(hosts ?? openHost(connectionString), { options: sessionOptions(role), keepAlive: true })
}

function openClient(hosts: Hosts, config: pg.ClientConfig): Promise<pg.Client> {
  return hosts.connect(async () => {
    const client = new hosts.Client(config)
    client.on('error', hosts.lose)
    await client.connect()
    return client
  })
}

/** Without the password, and without what else may be in a URL. */
function presentUrl(connectionString: string): string {
  // A sign that belongs to a password, but is not encoded, must not make the rest of the password look like a server.
  const [, servers] = /^\w+:\/\/(?:[^@/?#]*@)?([^@?#]*)(?:[?#][^@]*)?$/.exec(connectionString) ?? []
  return servers ?? 'DATABASE_URL'
}

const minimumVersion = 16

async function checkVersion(client: pg.Client, connectionString: string): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  )
  const version = rows[0]
  if (version === undefined || version.number >= minimumVersion * 10_000) return
  throw new StartFailure(
    `Expected PostgreSQL ${minimumVersion} or newer at ${presentUrl(connectionString)}, but it is ${version.text}.`,
  )
}

async function isBoundByRowSecurity(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ bound: boolean }>(
    'select not (rolsuper or rolbypassrls) as bound from pg_roles where rolname = current_user',
  )
  return rows[0]?.bound === true
}

const plainRole = 'millrace_app'

/** The role is the cluster's, so several programs may make it at once. */
async function preparePlainRole(client: pg.Client): Promise<string> {
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(7150914)`)
    const { rows } = await client.query('select from pg_roles where rolname = $1', [plainRole])
    if (rows.length === 0) await client.query(`create role ${plainRole} nologin nosuperuser nobypassrls`)
    await client.query(`do $$ begin
      if not pg_has_role(current_user, '${plainRole}', 'SET') then grant ${plainRole} to current_user; end if;
      if not has_schema_privilege('${plainRole}', 'public', 'CREATE') then grant create, usage on schema public to ${plainRole}; end if;
    end $$`)
    await client.query('commit')
    return plainRole
  } catch (error) {
    throw new StartFailure(
      `The role ${plainRole} for row-level security could not be created: ${reasonOf(error)}. Use a DATABASE_URL with a plain user who owns the database.`,
    )
  }
}
