import { StartFailure } from '../start-failure.ts'
import type { PoolerConfig } from './connect.ts'
import { readHosts } from './hosts/read-hosts.ts'

/**
 * Reads how a pooler of database connections is used; null without one.
 *
 * @throws StartFailure for bad values, and without the address of the pooler.
 */
export function readPoolerConfig(
  value: (name: string) => string | null,
  databaseUrl: string | null,
): PoolerConfig | null {
  const directUrl = value('MILLRACE_DATABASE_DIRECT_URL')
  const keeps = value('MILLRACE_PREPARED_STATEMENTS')
  if (directUrl === null && keeps === null) return null
  if (directUrl === null || databaseUrl === null || readHosts(directUrl) === null)
    // Not quoted: it may hold a password.
    throw new StartFailure(
      'Expected DATABASE_URL to be the address of a pooler and MILLRACE_DATABASE_DIRECT_URL that of its PostgreSQL, both like postgres://user:password@host:5432/database, but one of them is missing or something else.',
    )
  if (keeps !== null && keeps !== 'on' && keeps !== 'off')
    throw new StartFailure(`Expected MILLRACE_PREPARED_STATEMENTS to be on or off, but it is “${keeps}”.`)
  return { directUrl, keepsStatements: keeps === 'on' }
}
