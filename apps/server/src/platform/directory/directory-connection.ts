import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { type BerWriter, Client, Control, type Entry, PagedResultsControl, BerWriter as Writer } from 'ldapts'
import type { Guard } from '../outgoing/guard.ts'
import { OutgoingFailure } from '../outgoing/outgoing-failure.ts'
import type {
  DirectoryAddress,
  DirectoryPlace,
  DirectorySearch,
  DirectorySession,
  DirectorySignIn,
} from './directory-client.ts'
import { describeFailure, isRefusedBind } from './directory-failure.ts'
import { toFilter } from './directory-filter.ts'

export interface DirectoryConnection extends DirectorySession {
  /** Binds with the account that reads; does nothing for an anonymous one. @throws OutgoingFailure */
  bind(signIn: DirectorySignIn): Promise<void>
  close(): Promise<void>
}

interface Target extends DirectoryPlace {
  readonly address: DirectoryAddress
}

const connectMs = 5_000
/** For one answer. */
const answerMs = 30_000
/** Seconds that the directory may take for a search. */
const searchSeconds = 60
const pageSize = 500
/** Bytes of one page. The parser copies what has come of a message with each part of it. */
const pageBytes = 32 * 1024 * 1024
/** Bytes of all pages of one search, which are in memory together. */
const answerBytes = 256 * 1024 * 1024

/**
 * Opens a connection to one address of a directory, and protects it. It never reconnects: the library would reconnect
 * after the directory has closed the connection, and continue without signing in.
 *
 * @throws OutgoingFailure
 */
export async function openConnection(
  guard: Guard,
  target: Target,
  limits: { readonly maxBytes?: number; readonly answerMs?: number } = {},
): Promise<DirectoryConnection> {
  const { address, security } = target
  const ip = await resolve(guard, address.host)
  const port = address.port ?? (security === 'tls' ? 636 : 389)
  const traffic = createTraffic(limits.maxBytes ?? answerBytes)
  const tls = tlsOptionsOf(target)
  const once = limitOpenings()
  const client = new Client({
    // The name is only read for its protocol and port.
    url: `${security === 'tls' ? 'ldaps' : 'ldap'}://directory:${port}`,
    timeout: limits.answerMs ?? answerMs,
    connectTimeout: connectMs,
    // The address that was checked, whatever the name leads to by now.
    createConnection: (() => once(() => traffic.watch(connectSocket({ port, host: ip })))) as never,
    createSecureConnection: ((first: number | ConnectionOptions) =>
      typeof first === 'number'
        ? once(() => traffic.watch(connectTls({ ...tls, port, host: ip })))
        : traffic.watch(connectTls({ ...tls, ...first }))) as never,
  })
  const describe = (error: unknown) =>
    traffic.excess() ?? describeFailure(error, { host: address.host, port, security })
  try {
    // The first call connects.
    if (security === 'startTls') await client.startTLS({})
    else await connect(client)
  } catch (error) {
    await client.unbind().catch(() => {})
    throw describe(error)
  }
  const say = <T>(work: Promise<T>) => work.catch((error: unknown) => Promise.reject(describe(error)))
  return {
    bind: async ({ dn, password }) => {
      if (dn === '') return
      // Without a password, the directory would take it for nobody, and answer with whatever it shows to everybody.
      if (password === '')
        throw new OutgoingFailure('Expected the password of the bind account, but none is saved. Enter it again.', {
          isFinal: true,
        })
      await client.bind(dn, password).catch((error: unknown) => {
        if (!isRefusedBind(error)) throw describe(error)
        throw new OutgoingFailure(
          `Expected ${address.host} to accept the bind account, but it rejects its name or password.`,
          { isFinal: true },
        )
      })
    },
    search: (search) => say(searchAll(client, traffic, search)),
    checkPassword: async ({ dn, password }) => {
      if (dn === '' || password === '') return false
      try {
        await client.bind(dn, password)
        return true
      } catch (error) {
        if (isRefusedBind(error)) return false
        throw describe(error)
      }
    },
    close: () => client.unbind().catch(() => {}),
  }
}

/** The library connects with the first request; this is what it calls then. */
function connect(client: Client): Promise<void> {
  return (client as unknown as { _connect(): Promise<void> })._connect()
}

function limitOpenings(): <T>(open: () => T) => T {
  let isOpened = false
  return (open) => {
    if (isOpened) throw new Error('Expected one connection, but the directory has closed it.')
    isOpened = true
    return open()
  }
}

interface Traffic {
  watch<S extends Socket>(socket: S): S
  /** Starts to count the bytes of a search. */
  startSearch(): void
  /** Starts to count the bytes of a page. */
  startPage(): void
  /** Returns the failure when the connection was closed because more came than it may; null otherwise. */
  excess(): OutgoingFailure | null
}

function createTraffic(maxBytes: number): Traffic {
  let ofPage = 0
  let ofSearch = 0
  let failure: OutgoingFailure | null = null
  return {
    watch: (socket) => {
      socket.on('data', (part) => {
        ofPage += part.length
        ofSearch += part.length
        if (ofPage <= pageBytes && ofSearch <= maxBytes) return
        const most = ofSearch > maxBytes ? maxBytes : pageBytes
        failure = new OutgoingFailure(
          `Expected at most ${most.toLocaleString('en')} bytes in an answer of the directory, but it sends more. Narrow the filter, or choose attributes with short values.`,
          { isFinal: true },
        )
        socket.destroy(failure)
      })
      return socket
    },
    startSearch: () => {
      ofSearch = 0
    },
    startPage: () => {
      ofPage = 0
    },
    excess: () => failure,
  }
}

function tlsOptionsOf({ address: { host }, certificate }: Target): ConnectionOptions {
  return {
    // By the name that was entered; what is connected to is its address.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ...(certificate === '' ? {} : { ca: certificate }),
  }
}

async function resolve(guard: Guard, host: string): Promise<string> {
  try {
    return await guard.resolve(host)
  } catch (error) {
    if (error instanceof OutgoingFailure) throw error
    throw new OutgoingFailure(`Expected the name of a server, but “${host}” has no address.`)
  }
}

/** The paging of RFC 2696. The library ends it early at a page without entries, which a directory may send. */
class Paging extends Control {
  readonly #cookie: Buffer

  constructor(cookie: Buffer) {
    super(PagedResultsControl.type)
    this.#cookie = cookie
  }

  protected override writeControl(writer: BerWriter): void {
    const own = new Writer()
    own.startSequence()
    own.writeInt(pageSize)
    own.writeBuffer(this.#cookie, 4)
    own.endSequence()
    writer.writeBuffer(own.buffer, 4)
  }
}

async function searchAll(client: Client, traffic: Traffic, search: DirectorySearch): Promise<Entry[]> {
  const { base, isBaseOnly = false, filter, attributes, bytes, most, isCut = false } = search
  const entries: Entry[] = []
  const cookieOf = watchCookie(client)
  traffic.startSearch()
  try {
    let cookie: Buffer = Buffer.alloc(0)
    do {
      traffic.startPage()
      const options = {
        ...({ scope: isBaseOnly ? 'base' : 'sub', filter: toFilter(filter), timeLimit: searchSeconds } as const),
        ...{ attributes: [...attributes], explicitBufferAttributes: [...bytes] },
      }
      const { searchEntries } = await client.search(base, options, isBaseOnly ? [] : [new Paging(cookie)])
      for (const entry of searchEntries) entries.push(entry)
      if (entries.length > most) {
        if (isCut) return entries.slice(0, most)
        throw new OutgoingFailure(`Expected at most ${most} entries, but the directory has more. Narrow the filter.`, {
          isFinal: true,
        })
      }
      cookie = isBaseOnly ? Buffer.alloc(0) : cookieOf()
      if (cookie.length > 0 && isCut && entries.length >= most) return entries
    } while (cookie.length > 0)
    return entries
  } finally {
    cookieOf.end()
  }
}

interface Sent {
  readonly controls?: readonly Control[]
}

/** Reads the cookie of each answer, which the library keeps to itself. */
function watchCookie(client: Client): (() => Buffer) & { end(): void } {
  const sender = client as unknown as { _send(message: unknown): Promise<Sent> }
  const send = sender._send
  let cookie: Buffer = Buffer.alloc(0)
  sender._send = async (message) => {
    const answer = await send.call(client, message)
    const paging = answer.controls?.find((control) => control instanceof PagedResultsControl)
    cookie = paging?.value?.cookie ?? Buffer.alloc(0)
    return answer
  }
  return Object.assign(() => cookie, {
    end: () => {
      sender._send = send
    },
  })
}
