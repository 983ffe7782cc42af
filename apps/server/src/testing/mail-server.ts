import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it was sent: headers and parts. */
  readonly text: string
}

export interface MailServer {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  close(): Promise<void>
}

/** Starts a real mail server on a free port. It rejects mails to `nobody@…`, and defers mails to `later@…`. */
export async function openMailServer(onMail: (mail: ReceivedMail) => void = () => {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody@')) done(Object.assign(new Error('No such user'), { responseCode: 550 }))
      else if (address.startsWith('later@')) done(Object.assign(new Error('Try later'), { responseCode: 451 }))
      else done()
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const text = Buffer.concat(parts).toString()
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), text }
        received.push(mail)
        onMail(mail)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
