/** One server of a database. */
export interface Host {
  readonly host: string
  readonly port: number
}

/** The address of a database that may be on one of several servers. */
export interface DatabaseAddress {
  /** The address with the first server only, as node-postgres reads it. */
  readonly connectionString: string
  /** None where the address names its server in another way, such as a socket: then there is only one. */
  readonly hosts: readonly Host[]
  /** Whether only a server that takes changes will do: `target_session_attrs` of libpq. */
  readonly needsPrimary: boolean
}

/** `postgres://user:password@` or nothing, the servers, and the rest from the slash or question mark on. */
const shape = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^@/?#]*)([/?][^#]*)?$/

/**
 * Reads a connection URI with one or several servers (PostgreSQL 18, 32.1.1.2 and 32.1.1.3):
 * `postgres://user:password@one:5432,two:5433/name?target_session_attrs=read-write`. With several servers, the server
 * that accepts changes is chosen, unless the address says `any`. TLS follows libpq's meaning of `sslmode`.
 *
 * @returns null for any other text.
 */
export function readHosts(text: string): DatabaseAddress | null {
  const [, scheme, user = '', authority, rest = ''] = shape.exec(text) ?? []
  if (scheme === undefined || authority === undefined) return null
  const hosts = authority === '' ? [] : authority.split(',').map(readHost)
  if (hosts.some((host) => host === null)) return null
  const first = URL.parse(`${scheme}${user}${authority.split(',')[0]}${rest}`)
  if (first === null && authority !== '') return null
  const target = first?.searchParams.get('target_session_attrs') ?? null
  if (target !== null && !['any', 'read-write', 'primary'].includes(target)) return null
  return {
    connectionString: first === null ? text : withLibpqMeaning(first),
    hosts: first?.searchParams.has('host') === true ? [] : (hosts as Host[]),
    needsPrimary: target === null ? hosts.length > 1 : target !== 'any',
  }
}

function readHost(text: string): Host | null {
  const [, host, port = '5432'] = /^(\[[\da-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) return null
  return { host: decodeURIComponent(host.replace(/^\[(.*)\]$/, '$1')), port: Number(port) }
}

/**
 * Gives `sslmode` the meaning of libpq: for node-postgres, `require` checks certificates and `verify-ca` needs none.
 */
function withLibpqMeaning(url: URL): string {
  url.searchParams.delete('target_session_attrs')
  if (url.searchParams.has('sslmode') && !url.searchParams.has('uselibpqcompat'))
    url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}
