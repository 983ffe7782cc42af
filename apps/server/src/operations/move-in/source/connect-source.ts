import { type DatabaseReader, openReader, openReaderByUrl } from '../../../platform/outgoing/databases/reader.ts'
import { reasonOf, StartFailure } from '../../../platform/start-failure.ts'

/**
 * Connects to a source by its address, for an administrator of the machine: no network is closed to them.
 *
 * @param text `postgres://…`, with the options of libpq, or `mysql://…`.
 * @throws StartFailure when it cannot be reached.
 */
export async function connectSource(text: string): Promise<DatabaseReader> {
  try {
    return /^(?:mysql|mariadb):/.test(text) ? await connectMysql(new URL(text)) : await openReaderByUrl(text)
  } catch (error) {
    throw new StartFailure(`The source could not be reached: ${reasonOf(error)}. Nothing was moved. Check --source.`)
  }
}

function connectMysql(address: URL): Promise<DatabaseReader> {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const place = {
    vendor: 'mysql',
    host,
    port: address.port === '' ? 3306 : Number(address.port),
    database: decodeURIComponent(address.pathname.slice(1)),
    username: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
    tls: address.searchParams.has('ssl') ? 'verified' : 'off',
  } as const
  return openReader(place, host)
}
