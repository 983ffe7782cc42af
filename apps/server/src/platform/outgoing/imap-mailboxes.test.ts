import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { createServer } from 'node:tls'
import { createAuthority } from '@millrace/server/testing/certificates'
import { collectGarbage } from '@millrace/server/testing/collect-garbage'
import { afterAll, expect, it } from 'vitest'
import { readAllowedAddresses } from './addresses.ts'
import { createMailboxes, type MailPlace } from './mailboxes.ts'
import type { MailQuery } from './open-mailbox.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const mailboxes = createMailboxes({ allowed })
const { certificate: cert, key } = await (await createAuthority()).issue('localhost')

type Send = (part: string | Buffer) => Promise<void>

/** A mail server with the mail 5. @param reply what it sends before the end of an answer; false: as usual. */
async function openServer(
  capabilities: string,
  reply: (command: string, send: Send) => Promise<boolean>,
): Promise<MailPlace> {
  const usual = (command: string): string => {
    if (command.startsWith('CAPABILITY')) return `* CAPABILITY ${capabilities}\r\n`
    if (command.startsWith('LIST')) return '* LIST () "/" INBOX\r\n'
    if (/^(?:SELECT|EXAMINE)/.test(command)) return '* 1 EXISTS\r\n* OK [UIDVALIDITY 3] x\r\n'
    if (command.startsWith('STATUS')) return '* STATUS Done (UIDNEXT 1)\r\n'
    if (command.startsWith('UID SEARCH')) return '* SEARCH 5\r\n'
    if (command.includes('SIZE')) return '* 1 FETCH (UID 5 RFC822.SIZE 10)\r\n'
    return command.startsWith('UID FETCH') ? '* 1 FETCH (UID 5 BODY[]<0> {10}\r\n0123456789)\r\n' : ''
  }
  const server = createServer({ cert, key }, (socket) => {
    socket.on('error', () => {})
    const send: Send = (part) => new Promise((resolve) => void socket.write(part, () => resolve()))
    const answer = async (line: string) => {
      const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
      if (!(await reply(command, send))) await send(usual(command))
      await send(`${tag} OK done\r\n`)
    }
    createInterface({ input: socket }).on('line', (line) => void answer(line))
    void send(`* OK [CAPABILITY ${capabilities}] ready\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  const { port } = server.address() as AddressInfo
  const place = { host: '127.0.0.1', port, tls: 'implicit', trust: 'pinned', hostKey: '' } as const
  const full = { ...place, username: 'jo', signIn: 'password', secret: 'hush-hush-9', timeoutMs: 20_000 } as const
  return { ...full, hostKey: (await mailboxes.check(full)) ?? '' }
}

const query: MailQuery = {
  ...{ folder: 'INBOX', first: [], match: { from: '', subject: '', isUnread: false }, needs: [] },
  ...{ maxMails: 20, maxBytes: 1_000, maxAllBytes: 1_000 },
}

it('holds no mails that a server sends unasked', async () => {
  const held = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const flood = Buffer.concat([
    Buffer.from('* 2 FETCH (UID 6 BODY[] {1000000}\r\n'),
    Buffer.alloc(1_000_000, 'x'),
    Buffer.from(')\r\n'),
  ])
  const before = held()
  const limit = 30_000_000
  let grown = 0
  const place = await openServer('IMAP4rev1 MOVE', async (command, send) => {
    if (!command.startsWith('UID FETCH') || command.includes('SIZE')) return false
    for (let count = 0; count < 100; count++) await send(flood)
    // What is on its way is held by the socket of this server until it is read; what the client keeps would stay.
    for (let tries = 0; tries < 100; tries++) {
      grown = held() - before
      if (grown < limit) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return false
  })
  const { mails } = await mailboxes.open(place, (mailbox) => mailbox.read(query))
  expect(mails.map(({ uid, source }) => [uid, String(source)])).toEqual([[5, '0123456789']])
  expect(grown).toBeLessThan(limit)
})

it('needs a server that can move single mails', async () => {
  const place = await openServer('IMAP4rev1', async () => false)
  const read = mailboxes.open(place, (mailbox) => mailbox.read({ ...query, needs: ['Done'] }))
  await expect(read).rejects.toThrow('Expected 127.0.0.1 to move single mails')
  expect((await mailboxes.open(place, (mailbox) => mailbox.read(query))).mails).toHaveLength(1)
  for (const capability of ['MOVE', 'UIDPLUS']) {
    const other = await openServer(`IMAP4rev1 ${capability}`, async () => false)
    const found = await mailboxes.open(other, (mailbox) => mailbox.read({ ...query, needs: ['Done'] }))
    expect(found.mails).toHaveLength(1)
  }
})
