import { openMailServer } from '@millrace/server/testing/mail-server'
import { afterAll, describe, expect, it } from 'vitest'
import { createMailSender, type OutgoingMail } from './mail-sender.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

const server = await openMailServer()
const { url, received } = server
afterAll(() => server.close())

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: '01',
  from: 'ann@example.org',
  to: ['ben@example.org'],
  cc: [],
  bcc: [],
  subject: 'Größe',
  text: 'Hello',
  html: null,
  headers: {},
  ...more,
})
const sender = createMailSender({ url, from: 'millrace@example.org' })
const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => null,
    (error: unknown) => (error instanceof OutgoingFailure ? { message: error.message, isFinal: error.isFinal } : error),
  )

describe('a mail', () => {
  it('goes to everybody it is for, with an id that is the same for every try', async () => {
    const all = mail({
      cc: ['cleo@example.org'],
      bcc: ['dan@example.org'],
      headers: { 'X-Own': 'yes' },
      html: '<b>Hello</b>',
    })
    expect(await sender.send(all)).toEqual({ messageId: '<01@millrace>' })
    const last = received.at(-1)
    expect(last).toMatchObject({
      from: 'ann@example.org',
      to: ['ben@example.org', 'cleo@example.org', 'dan@example.org'],
    })
    expect(last?.text).toMatch(/^Message-ID: <01@millrace>/im)
    expect(last?.text).toContain('X-Own: yes')
    expect(last?.text).toContain('<b>Hello</b>')
    expect(last?.text).not.toContain('dan@')
  })

  it('comes from the sender of the configuration when the model names none', async () => {
    await sender.send(mail({ from: null }))
    expect(received.at(-1)?.from).toBe('millrace@example.org')
    expect(await failureOf(createMailSender({ url, from: null }).send(mail({ from: null })))).toMatchObject({
      message: expect.stringContaining('MILLRACE_MAIL_FROM'),
      isFinal: true,
    })
  })

  it('cannot smuggle in headers or receivers', async () => {
    await sender.send(mail({ subject: 'x\r\nBcc: eve@example.org' }))
    expect(received.at(-1)?.to).toEqual(['ben@example.org'])
    expect(received.at(-1)?.text).not.toMatch(/^Bcc:/m)
    await sender.send(
      mail({ to: ['"Long, Ben" <ben@example.org>'], headers: { 'X-Own': 'a\r\nBcc: eve@example.org' } }),
    )
    expect(received.at(-1)?.to).toEqual(['ben@example.org'])
    expect(received.at(-1)?.text).not.toMatch(/^Bcc:/m)
    const count = received.length
    for (const evil of [
      ...[
        'ben@example.org, eve@example.org',
        'ben@example.org;eve@example.org',
        'a: ben@example.org, eve@example.org;',
      ],
      ...[
        'ben@example.org\r\nBcc: eve@example.org',
        'Ben\r\nBcc: <eve@example.org>',
        'Ben <b@example.org> <eve@example.org>',
      ],
    ])
      for (const field of ['to', 'cc', 'bcc'] as const)
        expect(await failureOf(sender.send(mail({ [field]: [evil] }))), evil).toMatchObject({
          message: expect.stringContaining('Expected one address'),
          isFinal: true,
        })
    expect(received).toHaveLength(count)
  })

  it('says what the mail server refuses for good, and what it may take later', async () => {
    expect(await failureOf(sender.send(mail({ to: ['nobody@example.org'] })))).toMatchObject({ isFinal: true })
    expect(await failureOf(sender.send(mail({ to: ['later@example.org'] })))).toMatchObject({ isFinal: false })
    expect(await failureOf(sender.send(mail({ to: [] })))).toMatchObject({ isFinal: true })
  })

  it('is refused when there is no mail server, which names what to set', async () => {
    expect(await failureOf(createMailSender(null).send(mail()))).toEqual({
      message: expect.stringContaining('MILLRACE_SMTP_URL'),
      isFinal: true,
    })
    const away = createMailSender({ url: 'smtp://127.0.0.1:1', from: null })
    expect(await failureOf(away.send(mail()))).toMatchObject({ isFinal: false })
  })
})
