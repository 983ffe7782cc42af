import { type DatabaseConnection, databasePorts } from '@millrace/contract'

export type JdbcPlace = Pick<DatabaseConnection, 'vendor' | 'host' | 'port' | 'database'> &
  Partial<Pick<DatabaseConnection, 'username'>>

const vendors = { postgresql: 'postgresql', mysql: 'mysql', mariadb: 'mysql' } as const

/** Reads a JDBC URL such as `jdbc:mysql://host:3306/shop?user=jo`. Null for one that is not known. */
export function readJdbcUrl(text: string): JdbcPlace | null {
  const name = /^jdbc:([a-z]+):\/\//i.exec(text.trim())?.[1]?.toLowerCase() ?? ''
  if (!Object.hasOwn(vendors, name)) return null
  const vendor = vendors[name as keyof typeof vendors]
  const url = URL.parse(text.trim().replace(/^jdbc:[a-z]+:/i, 'jdbc:'))
  const database = url === null ? '' : url.pathname.slice(1)
  if (url === null || url.hostname === '' || database === '' || database.includes('/')) return null
  const username = url.searchParams.get('user')
  return {
    vendor,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? databasePorts[vendor] : Number(url.port),
    database: decode(database),
    ...(username !== null && { username }),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
