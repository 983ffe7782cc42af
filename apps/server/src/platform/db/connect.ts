import type pg from 'pg'
import { reasonOf, StartFailure } from '../start-failure.ts'
import { sessionOptions } from './database.ts'
import type { Pooling } from './hosts/host-client.ts'
import { type Hosts, type HostsOptions, openHost, openHosts } from './hosts/hosts.ts'
import { readHosts } from './hosts/read-hosts.ts'

/** The address of a database whose version and settings were checked. */
export interface CheckedDatabase {
  readonly connectionString: string
  readonly role?: string
  /** Where the database may be on one of several servers. */
  readonly hosts?: Hosts
  /** The address of PostgreSQL itself where the other one leads to a pooler. */
  readonly direct?: CheckedDatabase
}

export interface CheckOptions {
  /** The time to search for a server that accepts changes, in milliseconds. */
  readonly waitMs?: number
  /** Set where the address leads to a pooler in transaction mode. */
  readonly pooler?: PoolerConfig | null
  /** The environment variable with the address, for messages. */
  readonly variable?: string
}

/** The configuration of a connection pooler in front of PostgreSQL. */
export interface PoolerConfig extends Pooling {
  /** The address of PostgreSQL itself: for listening, migrations and backups, which need a connection of their own. */
  readonly directUrl: string
}

/**
 * Checks that PostgreSQL answers and is new enough. If row-level security does not apply to the user of the URL, a role
 * to which it applies is created for the product.
 *
 * @throws StartFailure when the database cannot be used.
 */
export async function checkDatabase(
  connectionString: string,
  { waitMs = 0, pooler = null, variable = 'DATABASE_URL' }: CheckOptions = {},
): Promise<CheckedDatabase> {
  return pooler === null
    ? checkServer(connectionString, { waitMs, variable })
    : checkPooler(connectionString, { waitMs, pooler })
}

async function checkPooler(
  connectionString: string,
  { waitMs, pooler }: { readonly waitMs: number; readonly pooler: PoolerConfig },
): Promise<CheckedDatabase> {
  const direct = await checkServer(pooler.directUrl, { waitMs, variable: 'MILLRACE_DATABASE_DIRECT_URL' })
  if (direct.role !== undefined)
    throw new StartFailure(
      'Expected a plain user who owns the database in MILLRACE_DATABASE_DIRECT_URL, because connections of a pooler cannot change to another role, but row-level security does not apply to this user. Use a user without SUPERUSER and BYPASSRLS.',
    )
  const hosts = openAddress(connectionString, { waitMs, pooling: pooler })
  const client = await tryClient(hosts, connectionString, 'DATABASE_URL')
  try {
    if (!(await isBoundByRowSecurity(client)))
      throw new StartFailure(
        'Expected the user of DATABASE_URL to be the one of MILLRACE_DATABASE_DIRECT_URL, but row-level security does not apply to the user at the pooler. Use the same user in both.',
      )
  } finally {
    await client.end()
  }
  return { connectionString, hosts, direct }
}

function openAddress(connectionString: string, options: HostsOptions): Hosts {
  const address = readHosts(connectionString)
  return address === null ? openHost(connectionString) : openHosts(address, options)
}

async function tryClient(hosts: Hosts, connectionString: string, variable: string): Promise<pg.Client> {
  try {
    return await openClient(hosts, { connectionTimeoutMillis: 10_000 })
  } catch (error) {
    throw new StartFailure(
      `Expected a PostgreSQL at ${presentUrl(connectionString)}, but: ${reasonOf(error)}. Check ${variable}.`,
    )
  }
}

async function checkServer(
  connectionString: string,
  { waitMs, variable }: { readonly waitMs: number; readonly variable: string },
): Promise<CheckedDatabase> {
  const hosts = openAddress(connectionString, { waitMs })
  const client = await tryClient(hosts, connectionString, variable)
  try {
    await checkVersion(client, connectionString)
    return (await isBoundByRowSecurity(client))
      ? { connectionString, hosts }
      : { connectionString, hosts, role: await preparePlainRole(client) }
  } finally {
    await client.end()
  }
}

/** Connects to PostgreSQL itself, outside the pool and any pooler, for migrations and for listening. */
export async function connectAlone({ direct, ...database }: CheckedDatabase): Promise<pg.Client> {
  const { connectionString, role, hosts } = direct ?? database
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
      { cause: error },
    )
  }
}
