import { TLSSocket } from 'node:tls'
import type { Client } from 'basic-ftp'
import { checkPin, requirePin, type SeenKey, type Trust, tlsOptionsFor } from './certificate-pin.ts'
import { openFtpsFolder, replyOf } from './ftps-folder.ts'
import type { Guard } from './guard.ts'
import type { OpenFolder } from './open-folder.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import { withinTime } from './within-time.ts'

/** A folder of an FTPS server, and the sign-in there. */
export interface FtpsPlace extends Trust {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly secret: string
  /** `explicit`: TLS starts on request. `implicit`: TLS starts immediately. */
  readonly ftpsMode: 'explicit' | 'implicit'
  readonly folder: string
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

type Folder = ReturnType<typeof openFtpsFolder>
/** A listing of 10,000 files has less. */
const longestListing = 8 * 1024 * 1024

/**
 * Creates the access to folders of FTPS servers. Plain FTP is not supported, because the password would be readable.
 */
export function createFtpsFolders(guard: Guard) {
  const within = async <T>(place: FtpsPlace, work: (folder: Folder, seen: SeenKey) => Promise<T>): Promise<T> => {
    const { Client } = await import('basic-ftp')
    const { host, port, username, folder, timeoutMs } = place
    const change = { isStarted: false }
    const seen: SeenKey = { hostKey: '' }
    const client = new Client(timeoutMs, { allowSeparateTransferHost: false, maxListingBytes: longestListing })
    const call = { host, what: `FTPS at ${host}, port ${port}`, timeoutMs, change }
    try {
      return await withinTime(call, async (signal) => {
        signal.addEventListener('abort', () => client.close())
        const address = await guard.resolve(host)
        signal.throwIfAborted()
        await signIn(client, place, { address, seen })
        return work(openFtpsFolder(client, { host, username, folder, change }), seen)
      })
    } catch (error) {
      throw describeEnd(error, call)
    } finally {
      client.close()
    }
  }
  return {
    check: (place: FtpsPlace) =>
      within(place, async (folder, seen) => {
        await folder.checkFolder()
        return seen.hostKey === '' ? null : seen.hostKey
      }),
    open: async <T>(place: FtpsPlace, work: (folder: OpenFolder) => Promise<T>): Promise<T> => {
      requirePin(place.host, place)
      return within(place, work)
    },
  }
}

async function signIn(
  client: Client,
  { host, port, username, secret, ftpsMode, ...trust }: FtpsPlace,
  { address, seen }: { readonly address: string; readonly seen: SeenKey },
): Promise<void> {
  const tls = tlsOptionsFor(host, trust)
  if (ftpsMode === 'implicit') await client.connectImplicitTLS(address, port, tls)
  else {
    await client.connect(address, port)
    try {
      await client.useTLS(tls)
    } catch (error) {
      if (replyOf(error) === null) throw error
      throw new OutgoingFailure(`Expected ${host} to speak TLS, but it does not. Nothing was sent.`, { isFinal: true })
    }
  }
  const { socket } = client.ftp
  if (!(socket instanceof TLSSocket))
    throw new OutgoingFailure(`Expected ${host} to speak TLS, but it does not. Nothing was sent.`, { isFinal: true })
  checkPin(socket, host, trust, seen)
  pinTransfers(client, host, trust)
  await client.login(username, secret).catch((error: unknown) => {
    if (replyOf(error) === null) throw error
    throw new OutgoingFailure(`Expected ${host} to let “${username}” in, but it refuses. Check the sign-in.`, {
      isFinal: true,
    })
  })
  await client.useDefaultSettings()
}

/** Contents go by connections of their own, whose certificate counts as well. */
function pinTransfers(client: Client, host: string, trust: Trust): void {
  if (trust.trust !== 'pinned' || trust.hostKey === '') return
  let prepare = client.prepareTransfer
  const preparePinned: Client['prepareTransfer'] = async (context) => {
    const reply = await prepare(context)
    // After the first transfer, the library puts the way that works in the place of this function.
    if (client.prepareTransfer !== preparePinned) {
      prepare = client.prepareTransfer
      client.prepareTransfer = preparePinned
    }
    const { dataSocket } = context
    if (!(dataSocket instanceof TLSSocket)) throw new Error('Expected a transfer with TLS.')
    // Before those who send: listeners are called in their order.
    dataSocket.prependOnceListener('secureConnect', () => {
      // Only the host of a session can continue it. A certificate is not shown again then.
      if (dataSocket.isSessionReused()) return
      try {
        checkPin(dataSocket, host, trust, { hostKey: '' })
      } catch (error) {
        dataSocket.destroy(error as Error)
      }
    })
    return reply
  }
  client.prepareTransfer = preparePinned
}

/** The library has its own words for a connection that ends, with addresses in them, and no class of errors. */
function describeEnd(
  error: unknown,
  { what, change }: { readonly what: string; readonly change: { readonly isStarted: boolean } },
): unknown {
  if (error instanceof OutgoingFailure || error instanceof TypeError) return error
  const code = replyOf(error)
  const why = code === null ? '' : `: it answered ${code}`
  return new OutgoingFailure(`Expected ${what}, but the connection failed${why}.`, { mayHaveArrived: change.isStarted })
}
