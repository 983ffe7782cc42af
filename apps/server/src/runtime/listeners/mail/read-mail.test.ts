import { describe, expect, it } from 'vitest'
import { Unmappable } from '../map-values.ts'
import { arrivedMail } from './arrived-mail.ts'
import { readMail } from './read-mail.ts'

const mailOf = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'))
const order = mailOf([
  'Message-ID: <1@example.org>',
  'From: =?utf-8?Q?J=C3=B6_M?= <jo@example.org>',
  'To: Orders <orders@example.com>, Team: a@example.com, b@example.com;',
  'Subject: =?utf-8?B?QmVzdGVsbHVuZyDwn5iA?=',
  'Date: Sun, 29 Nov 2026 10:00:00 +0100',
  'X-Number: 17',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=iso-8859-1',
  '',
  '<p>Two <b>chairs</b></p><script>alert(1)</script>',
  '--b',
  'Content-Type: text/csv; name="../../etc/lines.csv"',
  'Content-Disposition: attachment; filename="../../etc/lines.csv"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('chair;2').toString('base64'),
  '--b--',
])

async function read(source: Buffer) {
  const reading = await readMail({ source })
  if (!reading.ok) throw new Error(reading.message)
  return reading.mail
}

describe('an email', () => {
  it('gives its fields, its text and its attachments', async () => {
    const mail = await read(order)
    expect(mail).toMatchObject({
      ...{ messageId: '<1@example.org>', from: 'jo@example.org', fromName: 'Jö M', subject: 'Bestellung 😀' },
      ...{ to: 'orders@example.com, a@example.com, b@example.com', date: '2026-11-29T09:00:00.000Z' },
      ...{ text: 'Two chairs', headers: { 'x-number': '17' } },
    })
    expect(mail.attachments.map(({ name, type, bytes }) => [name, type, Buffer.from(bytes).toString()])).toEqual([
      ['lines.csv', 'text/csv', 'chair;2'],
    ])
  })

  it('gives attachments by their number or name, and the list of them', async () => {
    const arrived = arrivedMail(await read(order), order)
    for (const path of ['', '1', '*.CSV', 'lines.csv']) expect(arrived.attachment?.(path)?.name).toBe('lines.csv')
    for (const path of ['2', '*.pdf', '__proto__']) expect(arrived.attachment?.(path)).toBeUndefined()
    expect(arrived.read('attachments', '')).toEqual([{ name: 'lines.csv', type: 'text/csv', size: 7 }])
    expect(arrived.read('header', 'X-NUMBER')).toBe('17')
    expect(arrived.read('header', 'constructor')).toBeUndefined()
    expect(arrived.read('size', '')).toBe(order.length)
    expect(arrived.content()).toMatchObject({ name: 'Bestellung.eml', type: 'message/rfc822' })
  })

  it('does not become a variable when it is too large', async () => {
    const large = Buffer.concat([Buffer.from('Subject: large\r\n\r\n'), Buffer.alloc(5_000_001, 'x')])
    const arrived = arrivedMail(await read(large), large)
    expect(() => arrived.content()).toThrow(Unmappable)
    expect(() => arrived.read('text', '')).toThrow(Unmappable)
    expect(arrived.read('subject', '')).toBe('large')
  })
})

describe('a hostile email', () => {
  it('with names and headers that are cut within a character gives texts that can be stored', async () => {
    const name = `${'a'.repeat(254)}\u{1F600}.csv`
    const mail = await read(
      mailOf([
        `X-Long: ${'a'.repeat(9_999)}\u{1F600}`,
        `Subject: a${'\u{1D401}'.repeat(60)}`,
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        `Content-Disposition: attachment; filename="${name}"`,
        '',
        'x',
        '--b',
        'Content-Disposition: attachment; filename="a\u202Efdp.exe"',
        '',
        'x',
        '--b--',
      ]),
    )
    expect(mail.headers['x-long']).toMatch(/^a{9999}.$/u)
    expect(mail.attachments.map((one) => one.name)).toEqual([`${'a'.repeat(254)}\uFFFD`, 'afdp.exe'])
    const texts = [JSON.stringify(mail), arrivedMail(mail, order).content().name]
    for (const text of [...texts, ...Object.values(mail.headers), ...mail.attachments.map((one) => one.name)])
      expect(text.isWellFormed()).toBe(true)
  })

  it('with very many parts is refused', async () => {
    const parts = Array.from(
      { length: 10_000 },
      (_, at) => `--b\r\nContent-Disposition: attachment; filename=${at}\r\n\r\nx`,
    )
    const source = mailOf(['Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--'])
    expect(await readMail({ source })).toEqual({
      ok: false,
      message: 'Expected an email with at most 100 attachments, but it has 10000.',
    })
  })

  it('with parts in parts is refused', async () => {
    const depth = 1_000
    const open = Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
    )
    expect(await readMail({ source: mailOf([...open, '', 'x']) })).toMatchObject({ ok: false })
  })

  it.each([
    ['nothing', ''],
    ['no headers', '\r\n\r\n\0\0'],
    ['a boundary that never comes', 'Content-Type: multipart/mixed; boundary=b\r\n\r\nx'],
    ['an unknown charset', 'Content-Type: text/plain; charset=x-none\r\n\r\n\u00ff'],
    ['Base64 that is none', 'Content-Transfer-Encoding: base64\r\n\r\n%%%'],
    ['characters that cannot be stored', 'Subject: a\0b\r\nDate: never\r\n\r\nc\0d\ud800'],
  ])('with %s gives texts that can be stored', async (_, text) => {
    const mail = await read(Buffer.from(text))
    expect(JSON.stringify(mail)).not.toContain('\\u0000')
    expect(mail).toMatchObject({ from: '', date: null, attachments: [] })
  })
})
