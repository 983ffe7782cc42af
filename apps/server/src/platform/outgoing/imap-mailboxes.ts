import { connect as connectPlain } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { checkPin, requirePin, type SeenKey, tlsOptionsFor } from './certificate-pin.ts'
import type { Guard } from './guard.ts'
import { openImapMailbox } from './imap-mailbox.ts'
import { MailSignInRefused } from './mail-sign-in-refused.ts'
import type { Mailboxes, MailPlace } from './mailboxes.ts'
import type { OpenMailbox } from './open-mailbox.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import { withinTime } from './within-time.ts'

/** Bytes of one line, and of one answer: a mail, or the numbers of a folder with many mails. */
const maxLine = 16 * 1024 * 1024
const maxAnswer = 48 * 1024 * 1024
/** Words of one answer, except plain numbers. Each costs about a hundred bytes, and time of the loop. */
const maxWords = 100_000

/**
 * Creates the access to mailboxes by IMAP (RFC 3501). Nothing is sent without TLS, because the password would be
 * readable.
 */
export function createImapMailboxes(guard: Guard): Mailboxes {
  const within = async <T>(place: MailPlace, work: (mailbox: OpenMailbox, seen: SeenKey) => Promise<T>): Promise<T> => {
    const { host, port, timeoutMs } = place
    const seen: SeenKey = { hostKey: '' }
    const change = { isStarted: false }
    const call = { host, what: `IMAP at ${host}, port ${port}`, timeoutMs, change }
    let client: ImapFlow | null = null
    try {
      return await withinTime(call, async (signal) => {
        const address = await guard.resolve(host)
        signal.throwIfAborted()
        const opened = new ImapFlow(optionsFor(place, { address, seen }))
        client = opened
        // Errors after the end are of no interest; those before it reject the command that waits.
        opened.on('error', () => {})
        signal.addEventListener('abort', () => opened.close())
        await opened.connect()
        return work(openImapMailbox(opened, { host, change, signal, timeoutMs }), seen)
      })
    } catch (error) {
      throw describeEnd(error, place, { what: call.what, mayHaveArrived: change.isStarted })
    } finally {
      ;(client as ImapFlow | null)?.close()
    }
  }
  return {
    check: (place) =>
      within(place, async (_, seen) => {
        return seen.hostKey === '' ? null : seen.hostKey
      }),
    open: async (place, work) => {
      requirePin(place.host, place)
      return within(place, work)
    },
  }
}

interface Way {
  /** The address that may be called. */
  readonly address: string
  readonly seen: SeenKey
}

function optionsFor(place: MailPlace, way: Way): ImapFlowOptions {
  const { host, port, tls, username, signIn, secret, timeoutMs } = place
  return {
    host,
    port,
    ...(tls === 'implicit' ? { secure: true } : { secure: false, doSTARTTLS: true }),
    auth: { user: username, ...(signIn === 'oauth' ? { accessToken: secret } : { pass: secret }) },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLineLength: maxLine,
    maxLiteralSize: maxAnswer / 2,
    maxResponseSize: maxAnswer,
    maxResponseTokens: maxWords,
    transport: {
      connect: ({ secure }, onConnect) =>
        secure
          ? startTls(place, way, { options: { host: way.address, port }, onSecure: onConnect })
          : connectPlain({ host: way.address, port }, onConnect),
      upgrade: (socket, _, onSecure) => startTls(place, way, { options: { socket }, onSecure }),
    },
  }
}

/** Begins TLS. The certificate counts before anything is sent. */
function startTls(
  { host, ...trust }: MailPlace,
  { seen }: Way,
  { options, onSecure }: { readonly options: ConnectionOptions; readonly onSecure: () => void },
): TLSSocket {
  const socket: TLSSocket = connectTls({ ...tlsOptionsFor(host, trust), ...options }, () => {
    try {
      checkPin(socket, host, trust, seen)
    } catch (error) {
      socket.destroy(error as Error)
      return
    }
    onSecure()
  })
  return socket
}

/** The library has codes of its own for a connection that ends, and its texts have texts of the server in them. */
function describeEnd(
  error: unknown,
  { host, username }: MailPlace,
  { what, mayHaveArrived }: { readonly what: string; readonly mayHaveArrived: boolean },
): unknown {
  if (error instanceof OutgoingFailure || error instanceof TypeError) return error
  const { code, tlsFailed, authenticationFailed } = error as ImapError
  if (authenticationFailed === true) return new MailSignInRefused(host, username)
  if (tlsFailed === true)
    return new OutgoingFailure(`Expected ${host} to speak TLS, but it does not. No password was sent.`, {
      isFinal: true,
    })
  const why = typeof code === 'string' ? `: ${code}` : ''
  return new OutgoingFailure(`Expected ${what}, but the connection failed${why}.`, { mayHaveArrived })
}

/** What errors of the library have. */
interface ImapError {
  readonly code?: unknown
  readonly tlsFailed?: boolean
  readonly authenticationFailed?: boolean
}
