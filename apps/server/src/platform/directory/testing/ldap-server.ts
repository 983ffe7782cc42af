import { createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { BerReader, BerWriter } from 'ldapts'
import { afterAll } from 'vitest'
import { ldapCertificate, ldapKey } from './ldap-certificate.ts'
import { matches, readFilter } from './ldap-filter.ts'

/** An entry: its attributes, each with one value or several. */
export interface LdapEntry {
  readonly dn: string
  readonly [attribute: string]: string | Buffer | readonly string[]
}

/** A directory in memory, with as much of LDAP (RFC 4511) as a client needs that reads and binds. */
export interface LdapServer {
  readonly port: number
  /** What it has, and how it behaves. Tests change it. */
  entries: LdapEntry[]
  /** Passwords by distinguished names. */
  readonly passwords: Map<string, string>
  behaviour: LdapBehaviour
  /** What clients have sent so far. */
  readonly seen: { binds: string[]; filters: string[]; bases: string[] }
}

interface LdapBehaviour {
  /** Closes the connection after so many entries of a search. */
  readonly closesAfter?: number
  /** Ends a search after so many entries with `limitCode`. */
  readonly sizeLimit?: number
  /** The result code of that end; left out: 4, sizeLimitExceeded. */
  readonly limitCode?: number
  /** Stops answering after so many entries of a search, and keeps the connection open. */
  readonly stallsAfter?: number
  /** Returns multiple values of `member` in parts of this size. */
  readonly range?: number
  /** Sends a page without entries before each other page. */
  readonly hasEmptyPages?: boolean
  /** Answers nothing. */
  readonly isSilent?: boolean
}

const codes = { success: 0, sizeLimitExceeded: 4, noSuchObject: 32, invalidCredentials: 49, insufficientAccess: 50 }
const tags = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77 }

/** Starts a directory on this machine, until the tests of the file have ended. */
export async function startLdapServer({ isTls = false }: { readonly isTls?: boolean } = {}): Promise<LdapServer> {
  const state: { -readonly [Name in keyof LdapServer]: LdapServer[Name] } = {
    port: 0,
    entries: [],
    passwords: new Map(),
    behaviour: {},
    seen: { binds: [], filters: [], bases: [] },
  }
  const sockets = new Set<Socket>()
  const open = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket, state, { isBound: false, cookies: new Map() })
  }
  const server: Server = isTls
    ? createTlsServer({ key: ldapKey, cert: ldapCertificate }, open)
    : createSocketServer(open)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  state.port = (server.address() as { port: number }).port
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return state
}

interface Connection {
  isBound: boolean
  /** Where each paged search goes on. */
  readonly cookies: Map<string, number>
}

function serve(socket: Socket, server: LdapServer, connection: Connection): void {
  let bytes: Buffer = Buffer.alloc(0)
  const onData = (part: Buffer) => {
    bytes = Buffer.concat([bytes, part])
    for (let size = lengthOf(bytes); size !== null && size <= bytes.length; size = lengthOf(bytes)) {
      const message = bytes.subarray(0, size)
      bytes = bytes.subarray(size)
      const isUpgraded = answer(socket, server, connection, message)
      if (!isUpgraded) continue
      socket.off('data', onData)
      const secure = new TLSSocket(socket, { isServer: true, key: ldapKey, cert: ldapCertificate })
      secure.on('error', () => {})
      serve(secure, server, connection)
      return
    }
  }
  socket.on('data', onData)
}

/** The bytes of the first message; null: its head has not come yet. */
function lengthOf(bytes: Buffer): number | null {
  const first = bytes[1]
  if (first === undefined) return null
  if (first < 0x80) return 2 + first
  const count = first & 0x7f
  return bytes.length < 2 + count ? null : 2 + count + bytes.readUIntBE(2, count)
}

/** @returns whether TLS begins. */
function answer(socket: Socket, server: LdapServer, connection: Connection, message: Buffer): boolean {
  if (server.behaviour.isSilent === true) return false
  const reader = new BerReader(message)
  reader.readSequence()
  const id = reader.readInt() ?? 0
  const operation = reader.readSequence()
  if (operation === tags.bind) bind(socket, server, connection, { id, reader })
  else if (operation === tags.search) search(socket, server, connection, { id, reader })
  else if (operation === tags.extended) {
    socket.write(result(id, 0x78, codes.success))
    return true
  } else socket.end()
  return false
}

interface Asked {
  readonly id: number
  readonly reader: BerReader
}

function bind(socket: Socket, { passwords, seen }: LdapServer, connection: Connection, { id, reader }: Asked): void {
  reader.readInt()
  const dn = reader.readString() ?? ''
  const password = reader.readString(0x80) ?? ''
  seen.binds.push(dn)
  // As directories do: without a password it is a bind of nobody, which succeeds.
  const isRight = password === '' || passwords.get(dn) === password
  connection.isBound = isRight && password !== ''
  socket.write(result(id, 0x61, isRight ? codes.success : codes.invalidCredentials))
}

function search(socket: Socket, server: LdapServer, connection: Connection, { id, reader }: Asked): void {
  const { behaviour, seen, entries } = server
  const base = (reader.readString() ?? '').toLowerCase()
  const scope = reader.readEnumeration()
  reader.readEnumeration()
  reader.readInt()
  reader.readInt()
  reader.readBoolean()
  const filter = readFilter(reader)
  const attributes: string[] = []
  reader.readSequence()
  const end = reader.offset + reader.length
  while (reader.offset < end) attributes.push(reader.readString() ?? '')
  seen.filters.push(JSON.stringify(filter))
  seen.bases.push(base)
  const paging = readPaging(reader)
  if (!connection.isBound) {
    socket.write(result(id, 0x65, codes.insufficientAccess))
    return
  }
  const found = entries.filter(({ dn, ...entry }) => {
    const at = dn.toLowerCase()
    return (scope === 0 ? at === base : at.endsWith(base)) && matches(filter, entry)
  })
  if (scope === 0 && found.length === 0) {
    socket.write(result(id, 0x65, codes.noSuchObject))
    return
  }
  const cookie = paging?.cookie.toString() ?? ''
  const [from = 0, isEmpty = 0] = cookie.split(' ').map(Number)
  const sendsNone = behaviour.hasEmptyPages === true && isEmpty === 0
  const to = sendsNone ? from : paging === null ? found.length : from + paging.size
  for (const [index, entry] of found.slice(from, to).entries()) {
    if (from + index === behaviour.closesAfter) {
      socket.destroy()
      return
    }
    if (from + index === behaviour.stallsAfter) return
    if (from + index === behaviour.sizeLimit) {
      socket.write(result(id, 0x65, behaviour.limitCode ?? codes.sizeLimitExceeded))
      return
    }
    socket.write(entryMessage(id, entry, attributes, behaviour.range))
  }
  const next = to < found.length ? `${to} ${sendsNone ? 1 : 0}` : ''
  socket.write(result(id, 0x65, codes.success, paging === null ? null : next))
}

function readPaging(reader: BerReader): { readonly size: number; readonly cookie: Buffer } | null {
  if (reader.remain === 0 || reader.readSequence(0xa0) === null) return null
  reader.readSequence()
  const type = reader.readString()
  if (reader.peek() === 1) reader.readBoolean()
  if (type !== '1.2.840.113556.1.4.319') return null
  const value = new BerReader(reader.readString(4, true) ?? Buffer.alloc(0))
  value.readSequence()
  return { size: value.readInt() ?? 0, cookie: value.readString(4, true) ?? Buffer.alloc(0) }
}

function entryMessage(id: number, { dn, ...entry }: LdapEntry, wanted: readonly string[], range?: number): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(0x64)
  writer.writeString(dn)
  writer.startSequence()
  for (const attribute of wanted) {
    const [plain = '', part] = attribute.split(';range=')
    const name = Object.keys(entry).find((one) => one.toLowerCase() === plain.toLowerCase())
    if (name === undefined) continue
    const value = entry[name] ?? []
    const values = (Array.isArray(value) ? value : [value]) as readonly (string | Buffer)[]
    const from = Number(part?.split('-')[0] ?? 0)
    const isPart = range !== undefined && Array.isArray(value) && (values.length > range || part !== undefined)
    const to = isPart ? from + range : values.length
    writer.startSequence()
    writer.writeString(isPart ? `${name};range=${from}-${to >= values.length ? '*' : to - 1}` : name)
    writer.startSequence(0x31)
    for (const one of values.slice(from, to)) writer.writeBuffer(Buffer.from(one), 4)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

function result(id: number, tag: number, code: number, cookie: string | null = null): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(tag)
  writer.writeEnumeration(code)
  writer.writeString('')
  writer.writeString('')
  writer.endSequence()
  if (cookie !== null) {
    const value = new BerWriter()
    value.startSequence()
    value.writeInt(0)
    value.writeBuffer(Buffer.from(cookie), 4)
    value.endSequence()
    writer.startSequence(0xa0)
    writer.startSequence()
    writer.writeString('1.2.840.113556.1.4.319')
    writer.writeBuffer(value.buffer, 4)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  return writer.buffer
}
