import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { type BodyOf, externalListenerCalls as calls, externalDeliveryCalls as deliveries } from '@millrace/contract'
import { createAuthority } from '@millrace/server/testing/certificates'
import { hasDovecot, openDovecot } from '@millrace/server/testing/dovecot-server'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'
import { createMailboxes } from '../../platform/outgoing/mailboxes.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openListenerPlace } from '../testing/listener-place.ts'

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const [username, password] = ['orders@example.com', 'hush-hush-9']

/** Gives tokens, and says which of them are good. */
let goodToken = 'token-1'
let given = 0
const tokens = http.createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += String(part)
  })
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/token') {
      given += 1
      response.end(JSON.stringify({ access_token: `token-${given}`, token_type: 'bearer', expires_in: 3_600 }))
    } else response.end(JSON.stringify({ active: body.includes(goodToken), username }))
  })
})
const portOf = async (server: http.Server | ReturnType<typeof createServer>) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return (server.address() as AddressInfo).port
}
const tokenUrl = `http://127.0.0.1:${await portOf(tokens)}`

describe.skipIf(!hasDovecot)('a mail inbox at Dovecot', async () => {
  if (!hasDovecot) return
  const certificate = await (await createAuthority()).issue('localhost')
  const server = await openDovecot({ username, password, certificate, introspectionUrl: `${tokenUrl}/check` })
  afterAll(() => server.close())
  const place = await openListenerPlace({
    mailboxes: createMailboxes({ allowed }),
    outgoing: createOutgoingClient({ allowed }),
  })
  const { look, started, log, get, keeper } = place
  const { runtime, admin, clock } = place.app
  const connect = (settings: object = {}, secret = password) => {
    const base = { host: '127.0.0.1', port: server.port, trust: 'pinned', username, seconds: 30 } as const
    return place.connect({ kind: 'mail', ...base, ...settings }, secret)
  }
  const main = await connect()

  /** Another user of the mailbox. */
  async function atMailbox<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: server.port, secure: true, logger: false },
      ...{ auth: { user: username, pass: password }, tls: { rejectUnauthorized: false } },
    })
    await client.connect()
    try {
      return await work(client)
    } finally {
      client.close()
    }
  }
  const put = (text: string | Buffer, folder = 'INBOX') => atMailbox((client) => client.append(folder, text))
  const subjects = (folder: string) =>
    atMailbox(async (client) => {
      await client.mailboxOpen(folder, { readOnly: true })
      const found = await client.fetchAll('1:*', { envelope: true })
      return found.map(({ envelope }) => envelope?.subject)
    })
  let mails = 0
  const mail = (subject: string, { from = 'jo@example.org', id = ++mails, more = '' } = {}) =>
    [`Message-ID: <${id}@x>`, `From: Jo <${from}>`, `Subject: ${subject}`, more, 'Two chairs'].join('\r\n')
  const withFile = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'See the file.',
    '--b',
    'Content-Disposition: attachment; filename=lines.csv',
    '',
    'chair;2',
    '--b--',
    '',
  ].join('\r\n')

  type Settings = Extract<BodyOf<typeof calls.create>['settings'], { kind: 'mail' }>
  const target: Settings['target'] = {
    action: 'start',
    process: 'order',
    businessKey: { source: 'subject' },
    variables: [
      { variable: 'from', source: 'from' },
      { variable: 'text', source: 'text' },
      { variable: 'file', source: 'attachment', path: '*.csv', type: 'file' },
      { variable: 'files', source: 'attachments', type: 'list' },
    ],
  }
  const integer: Settings['target'] = {
    ...target,
    variables: [{ variable: 'n', source: 'header', path: 'X-Number', type: 'integer' }],
  }
  const listen = (settings: Partial<Settings> = {}, apiId = main.apiId) =>
    place.listen({ kind: 'mail', target, ...settings }, apiId)
  /** A server whose later calls of the mailbox end without an answer. */
  const brokenAfter = (calls: number): Runtime => {
    let left = calls
    const useMailbox: Runtime['lookUps']['useMailbox'] = (reached, work) => {
      left -= 1
      return left < 0 ? Promise.reject(new OutgoingFailure('Broken.')) : runtime.lookUps.useMailbox(reached, work)
    }
    return { ...runtime, lookUps: { ...runtime.lookUps, useMailbox } }
  }
  beforeEach(async () => {
    await atMailbox(async (client) => {
      for (const folder of ['INBOX', 'Processed', 'Failed']) {
        if (folder !== 'INBOX') await client.mailboxCreate(folder)
        await client.mailboxOpen(folder)
        await client.messageDelete('1:*')
      }
    })
  })

  it('starts a process for each matching email, once, with its attachments', async () => {
    const id = await listen({ from: '@example.org', subject: 'Order' })
    await put(mail('Order 1', { more: withFile }))
    await put(mail('Other'))
    await put(mail('Order 2', { from: 'jo@example.net', more: '' }))
    await look()
    await look()
    expect(await started()).toEqual(['Order 1'])
    expect(await subjects('INBOX')).toEqual(['Other', 'Order 2'])
    expect(await subjects('Processed')).toEqual(['Order 1'])
    const variables = await admin.query(`select name, value from variable where name <> 'file' order by name`)
    expect(JSON.stringify(variables.rows)).toContain('jo@example.org')
    expect(JSON.stringify(variables.rows)).toContain('lines.csv')
    expect(await log()).toMatchObject([{ outcome: 'accepted', subject: 'Order 1', kind: 'mail' }])
    expect(await get(id)).toMatchObject({ state: 'listening', holder: 'w', waiting: 0, fault: null })
  })

  it('does nothing for a copy of an email, and counts another email with the same ID', async () => {
    await listen()
    await put(mail('Order', { id: 7 }))
    await look()
    await put(mail('Order', { id: 7 }))
    await put(mail('Another order', { id: 7 }))
    await look()
    expect(await started()).toEqual(['Another order', 'Order'])
    expect((await log()).map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'accepted', 'repeated'])
    expect(await subjects('INBOX')).toEqual([])
  })

  it('moves an email that cannot be processed, and replays it from there', async () => {
    const id = await listen({ target: integer })
    await put(mail('Order', { more: 'X-Number: many\r\n' }))
    await look()
    expect(await started()).toEqual([])
    expect(await subjects('Failed')).toEqual(['Order'])
    const [failed] = await log()
    expect(failed).toMatchObject({ outcome: 'failed', fault: expect.stringContaining('Expected a whole number') })
    const { name, settings } = await get(id)
    await keeper().call(calls.save, { params: { id }, body: { name, settings: { ...settings, target } as Settings } })
    const replay = () => keeper().call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect((await replay()).body).toMatchObject({ outcome: 'accepted', replayOf: failed?.id })
    expect((await replay()).body).toMatchObject({ code: 'external.invalid' })
    expect(await started()).toEqual(['Order'])
    expect(await subjects('Failed')).toEqual([])
    expect(await subjects('Processed')).toEqual(['Order'])
  })

  it('starts a process once, wherever a server stops', async () => {
    const id = await listen({ target: integer })
    await put(mail('Good', { more: 'X-Number: 1\r\n' }))
    await put(mail('Bad', { more: 'X-Number: x\r\n' }))
    await look(brokenAfter(0))
    expect(await get(id)).toMatchObject({ state: 'failing', fault: 'Broken.' })
    expect(await log()).toEqual([])
    // Both are claimed, one is processed, and none is moved.
    await look(brokenAfter(1))
    expect(await started()).toEqual(['Good'])
    expect((await log()).map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'claimed'])
    expect(await subjects('INBOX')).toEqual(['Good', 'Bad'])
    await look()
    expect(await started()).toEqual(['Good'])
    expect((await log()).map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'failed'])
    expect([await subjects('INBOX'), await subjects('Processed'), await subjects('Failed')]).toEqual([
      [],
      ['Good'],
      ['Bad'],
    ])
  })

  it('does not let an email that ends with an unexpected error block the others, and gives up after three tries', async () => {
    await admin.query(`create function refuse_poison() returns trigger language plpgsql as
      $$ begin if new.business_key = 'Poison' then raise exception 'no room'; end if; return new; end $$`)
    await admin.query(
      'create trigger refuse_poison before insert on instance for each row execute function refuse_poison()',
    )
    const id = await listen()
    await put(mail('Poison'))
    await put(mail('Good'))
    await look()
    expect(await started()).toEqual(['Good'])
    expect([await subjects('INBOX'), await subjects('Processed')]).toEqual([['Poison'], ['Good']])
    const { state, fault } = await get(id)
    expect([state, fault]).toEqual(['failing', expect.stringMatching(/unexpected error: no room\. .* tried again/)])
    await look()
    await put(mail('Better'))
    await look()
    expect(await started()).toEqual(['Better', 'Good'])
    expect([await subjects('INBOX'), await subjects('Failed')]).toEqual([[], ['Poison']])
    const failed = (await log()).find(({ outcome }) => outcome === 'failed')
    expect(failed?.fault).toContain('no room. It was tried 3 times.')
    await admin.query('drop trigger refuse_poison on instance')
    const replayed = await keeper().call(deliveries.replay, { params: { id: failed?.id ?? '' } })
    expect(replayed.body).toMatchObject({ outcome: 'accepted' })
    await look()
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
    expect(await started()).toEqual(['Better', 'Good', 'Poison'])
  })

  it('rests after emails that stay where they are, although the server has moved them', async () => {
    await listen()
    await atMailbox(async (client) => {
      for (let at = 0; at < 21; at++) await client.append('INBOX', mail(`Order ${at}`))
    })
    const useMailbox: Runtime['lookUps']['useMailbox'] = (reached, work) =>
      runtime.lookUps.useMailbox(reached, (mailbox) => work({ ...mailbox, move: async () => new Map() }))
    const lying = { ...runtime, lookUps: { ...runtime.lookUps, useMailbox } }
    const isDue = async () =>
      (await admin.query('select 1 from job where due_at <= $1', [clock().toISOString()])).rows.length > 0
    await look(lying)
    expect(await isDue()).toBe(true)
    await look(lying)
    expect(await isDue()).toBe(false)
    expect(await started()).toHaveLength(20)
  })

  it('marks emails as read where it shall not move them, and flags those that failed', async () => {
    await listen({ end: 'mark', target: integer })
    await put(mail('Good', { more: 'X-Number: 1\r\n' }))
    await put(mail('Bad', { more: 'X-Number: x\r\n' }))
    await look()
    await look()
    expect(await started()).toEqual(['Good'])
    expect((await log()).map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'failed'])
    const flags = await atMailbox(async (client) => {
      await client.mailboxOpen('INBOX', { readOnly: true })
      return (await client.fetchAll('1:*', { flags: true })).map((one) => [...(one.flags ?? [])].sort())
    })
    expect(flags).toEqual([['\\Seen'], ['\\Flagged', '\\Seen']])
  })

  it('starts nothing where a folder for processed emails is missing', async () => {
    const id = await listen({ doneFolder: 'None' })
    await put(mail('Order'))
    await look()
    expect(await started()).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'failing', fault: expect.stringContaining('a folder “None”') })
  })

  it('refuses an email that is too large or has too many parts, and goes on', async () => {
    await listen()
    await put(Buffer.concat([Buffer.from('Subject: Large\r\n\r\n'), Buffer.alloc(25_000_001, 'x\r\n')]))
    await put(
      mail('Many', {
        more: withFile.replace('--b--', '--b\r\nContent-Disposition: attachment\r\n\r\nx\r\n'.repeat(5_000)),
      }),
    )
    await put(mail('Order'))
    await look()
    await look()
    expect(await started()).toEqual(['Order'])
    expect((await log()).map(({ fault }) => fault).sort()).toEqual([
      expect.stringContaining('Expected an email of at most 25000000 bytes'),
      expect.stringContaining('Expected an email with at most 100 attachments'),
      null,
    ])
  })

  it('signs in with an access token, and renews a refused one', async () => {
    const oauth = { signIn: 'oauth', tokenUrl: `${tokenUrl}/token`, clientId: 'millrace' }
    const { fault, apiId } = await connect(oauth, 'client-secret')
    expect(fault).toBeNull()
    expect(given).toBe(1)
    goodToken = 'token-2'
    await listen({}, apiId)
    await put(mail('Order'))
    await look()
    expect(await started()).toEqual(['Order'])
    expect(given).toBe(2)
  })

  it('continues after the mail server was away', async () => {
    const id = await listen()
    await put(mail('Order'))
    await server.kill()
    await look()
    expect(await get(id)).toMatchObject({
      state: 'failing',
      fault: expect.stringContaining('no server answers at this address'),
    })
    await server.start()
    await look()
    expect(await started()).toEqual(['Order'])
    expect(await get(id)).toMatchObject({ state: 'listening', fault: null })
  })

  it('sends nothing to a server that it does not trust', async () => {
    expect((await connect({ tls: 'starttls', port: server.plainPort })).fault).toBeNull()
    expect((await connect({ trust: 'authority' })).fault).toContain('a certificate of 127.0.0.1')
    expect((await connect({ hostKey: `SHA256:${'A'.repeat(43)}` })).fault).toContain('Nothing was sent')
    expect((await connect({}, 'wrong')).fault).toBe(
      'Expected 127.0.0.1 to let “orders@example.com” in, but it refuses. Check the sign-in.',
    )
    expect((await connect({ host: 'localhost', port: 1 })).fault).toContain('localhost')
  })
})

it('sends no password to a server without TLS', async () => {
  const heard: string[] = []
  const plain = createServer((socket) => {
    socket.write('* OK ready\r\n')
    socket.on('data', (data) => {
      heard.push(String(data))
      const [tag = ''] = String(data).split(' ', 1)
      socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK done\r\n`)
    })
  })
  const port = await portOf(plain)
  const place = { host: '127.0.0.1', port, trust: 'authority', hostKey: '', username, timeoutMs: 5_000 } as const
  const check = createMailboxes({ allowed }).check({ ...place, tls: 'starttls', signIn: 'password', secret: password })
  await expect(check).rejects.toThrow('Expected 127.0.0.1 to speak TLS')
  expect(heard.join('')).toMatch(/CAPABILITY/)
  expect(heard.join('')).not.toContain('LOGIN')
  expect(heard.join('')).not.toContain('AUTHENTICATE')
})
