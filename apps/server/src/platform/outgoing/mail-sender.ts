import { Transform } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import { OutgoingFailure } from './outgoing-failure.ts'

export interface OutgoingMail {
  readonly from: string | null
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string | null
  readonly text: string | null
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The id of the mail, the same for each attempt, so that a mail server can recognize a repeated mail. */
  readonly id: string
}

export interface MailSender {
  /**
   * @returns the id under which the mail server knows it.
   * @throws OutgoingFailure also when the server gave no answer after it had received the whole mail: it may have
   *   accepted it.
   */
  send(mail: OutgoingMail): Promise<{ readonly messageId: string }>
}

export interface MailConfig {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  readonly url: string
  /** The sender of mails that name none. */
  readonly from: string | null
}

/**
 * Sends mail through a mail server; without one every mail is refused.
 *
 * @param config the server, or a function that returns the current server.
 */
export function createMailSender(config: MailConfig | null | (() => MailConfig | null)): MailSender {
  const configNow = typeof config === 'function' ? config : () => config
  const transportTo = keepTransport()
  return {
    send: async ({ id, from, to, cc, bcc, subject, text, html, headers }) => {
      const server = configNow()
      if (server === null) return refuseWithoutServer()
      const sender = from ?? server.from
      if (sender === null)
        throw new OutgoingFailure(
          'Expected a sender, but neither the model nor the settings have one. Enter a sender on the page Settings, Mail, set MILLRACE_MAIL_FROM, or add it to the model.',
          { isFinal: true },
        )
      if (to.length + cc.length + bcc.length === 0)
        throw new OutgoingFailure('Expected a recipient, but the mail has none.', { isFinal: true })
      let isWritten = false
      const onWritten = () => {
        isWritten = true
      }
      try {
        const { messageId } = await transportTo(server.url).sendMail({
          ...{ onWritten },
          messageId: `<${id}@millrace>`,
          from: readAddress(sender),
          to: to.map(readAddress),
          cc: cc.map(readAddress),
          bcc: bcc.map(readAddress),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inOneLine(value)])),
          ...(subject === null ? {} : { subject: inOneLine(subject) }),
          ...(text === null ? {} : { text }),
          ...(html === null ? {} : { html }),
        })
        return { messageId }
      } catch (error) {
        throw error instanceof OutgoingFailure ? error : describeFailure(error, isWritten)
      }
    },
  }
}

/** Returns the transport to a server: the same one as before where it is the same server. */
function keepTransport(): (url: string) => Transporter {
  let kept: { readonly url: string; readonly transport: Transporter } | null = null
  return (url) => {
    if (kept?.url === url) return kept.transport
    // Mails that are on their way to the other server get there: without a pool each has a connection of its own.
    const transport = createTransport(url, {
      // A model may hold what somebody typed: nothing of it names files or addresses to read from.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    transport.use('stream', (mail, done) => {
      const { onWritten } = mail.data as { readonly onWritten?: () => void }
      if (onWritten !== undefined) mail.message.processFunc((content) => content.pipe(createEndWatch(onWritten)))
      done()
    })
    kept = { url, transport }
    return transport
  }
}

/** Passes the content of a mail on, and reports its end. */
function createEndWatch(onEnd: () => void): Transform {
  return new Transform({
    transform: (part, _encoding, done) => done(null, part),
    flush: (done) => {
      onEnd()
      done()
    },
  })
}

/**
 * One address with its name, such as `Jo <jo@example.org>`. The library would read further ones out of a text, and more
 * headers out of one with line breaks.
 *
 * @throws OutgoingFailure for several, or for none.
 */
function readAddress(text: string): { readonly name: string; readonly address: string } {
  const [, name = '', framed] = /^([^<>]*)<([^<>]*)>\s*$/.exec(text) ?? []
  const address = (framed ?? text).trim()
  if (/^[^\s,;:<>"()\p{Cc}]+$/u.test(address) && !/\p{Cc}/u.test(name))
    return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
  throw new OutgoingFailure(
    `Expected one address in each recipient and in the sender, but “${inOneLine(text).slice(0, 100)}” is more than one, or none.`,
    { isFinal: true },
  )
}

function inOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

async function refuseWithoutServer(): Promise<never> {
  throw new OutgoingFailure(
    'Expected a mail server, but none is configured. Enter it on the page Settings, Mail, or set MILLRACE_SMTP_URL, for example smtp://user:password@mail.example.org:587, and retry.',
    { isFinal: true },
  )
}

/** Describes why a mail was not sent. An answer from 500 on is final (RFC 5321, section 4.2.1). */
function describeFailure(error: unknown, isWritten: boolean): OutgoingFailure {
  const { message, responseCode, code } = error as { message: string; responseCode?: number; code?: string }
  return new OutgoingFailure(`Expected the mail server to accept the mail, but it did not: ${message || code}.`, {
    isFinal: responseCode !== undefined && responseCode >= 500,
    mayHaveArrived: isWritten && responseCode === undefined,
  })
}
