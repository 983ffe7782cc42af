import { type DatabaseConnection, databasePorts } from '@millrace/contract'

export type JdbcPlace = Pick<DatabaseConnection, 'vendor' | 'host' | 'port' | 'database'> &
  Partial<Pick<DatabaseConnection, 'username' | 'tls'>>

const vendors = { postgresql: 'postgresql', mysql: 'mysql', mariadb: 'mysql' } as const

/**
 * Reads a JDBC URL such as `jdbc:mysql://host:3306/shop?user=jo`, `jdbc:sqlserver://host;databaseName=shop`,
 * `jdbc:oracle:thin:@//host:1521/ORCLPDB1` or `jdbc:sqlite:/srv/shop.db`. Null for an unknown format.
 */
export function readJdbcUrl(given: string): JdbcPlace | null {
  const text = given.trim()
  const name = /^jdbc:([a-z]+):/i.exec(text)?.[1]?.toLowerCase() ?? ''
  const rest = text.slice(`jdbc:${name}:`.length)
  if (name === 'sqlite') return readFile(rest)
  if (name === 'sqlserver') return readSqlServer(rest)
  if (name === 'oracle') return readOracle(rest)
  if (!Object.hasOwn(vendors, name)) return null
  return readUrl(vendors[name as keyof typeof vendors], rest)
}

function readUrl(vendor: (typeof vendors)[keyof typeof vendors], rest: string): JdbcPlace | null {
  const url = rest.startsWith('//') ? URL.parse(`jdbc:${rest}`) : null
  const database = url === null ? '' : url.pathname.slice(1)
  if (url === null || url.hostname === '' || database === '' || database.includes('/')) return null
  const username = url.searchParams.get('user')
  return {
    vendor,
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? databasePorts[vendor] : Number(url.port),
    database: decode(database),
    ...(username !== null && { username }),
  }
}

/** `//host:port;databaseName=shop;user=jo`: what follows the host is separated by semicolons. */
function readSqlServer(rest: string): JdbcPlace | null {
  const [place = '', ...properties] = rest.split(';')
  const url = place.startsWith('//') ? URL.parse(`jdbc:${place}`) : null
  const found = new Map(
    properties.map((property) => {
      const [name = '', ...value] = property.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()]
    }),
  )
  const database = found.get('databasename') ?? found.get('database') ?? ''
  if (url === null || url.hostname === '' || url.pathname.length > 1 || database === '') return null
  const username = found.get('user') ?? found.get('username')
  return {
    vendor: 'sqlserver',
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? databasePorts.sqlserver : Number(url.port),
    database,
    ...(username !== undefined && { username }),
  }
}

/**
 * `thin:@//host:port/service`, with `user/password` before the `@`, without the slashes, or with `tcps:` before them. A
 * database that is named by its SID, `host:port:SID`, is not read: services have other names.
 */
function readOracle(rest: string): JdbcPlace | null {
  const start = /^thin:(?:(?<user>[^/@]*)(?:\/[^@]*)?)?@/i.exec(rest)
  if (start === null) return null
  const place = rest.slice(start[0].length)
  const protocol = /^(?:(?<name>tcps?):)?(?:\/\/)?/i.exec(place)
  const url = URL.parse(`jdbc://${place.slice(protocol?.[0].length ?? 0)}`)
  const service = url?.pathname.slice(1) ?? ''
  if (url === null || url.hostname === '' || !/^[A-Za-z0-9][\w$#.-]*$/.test(service)) return null
  const username = start.groups?.user ?? ''
  return {
    vendor: 'oracle',
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? databasePorts.oracle : Number(url.port),
    database: service,
    ...(username !== '' && { username }),
    ...(protocol?.groups?.name?.toLowerCase() === 'tcps' && { tls: 'verified' as const }),
  }
}

function readFile(path: string): JdbcPlace | null {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path) ? { vendor: 'sqlite', host: '', port: 0, database: path } : null
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
