import { standaloneCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingAnswer, OutgoingRequest } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

const sent: OutgoingRequest[] = []
/** What the captcha service does when it is asked. */
let service: () => Promise<OutgoingAnswer> | OutgoingAnswer

const { db, admin, workplaceId, anonymous, signIn, clock } = await createTestApp({
  outgoing: {
    send: async (request) => {
      sent.push(request)
      return service()
    },
  },
})
const other = await createWorkplace(db, { reference: 'other' })

const answering = (body: unknown, statusCode = 200): OutgoingAnswer => ({
  statusCode,
  reason: null,
  protocol: 'HTTP/1.1',
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

async function setUp(place: string, url: string | null): Promise<void> {
  await admin.query(`delete from setting where workplace_id = $1 and key like 'captcha.%'`, [place])
  if (url === null) return
  await admin.query(
    `insert into setting (workplace_id, key, value) values ($1, 'captcha.verifyUrl', $2), ($1, 'captcha.secret', '"our secret & more"')`,
    [place, JSON.stringify(url)],
  )
}

const verify = (client = anonymous(), response = 'solved') =>
  client.call(standaloneCalls.verifyCaptcha, { body: { response } })

beforeEach(async () => {
  clock.advance({ minutes: 2 })
  sent.length = 0
  service = () => answering({ success: true })
  await setUp(workplaceId, 'https://captcha.example/siteverify')
})

describe('a captcha', () => {
  it('is verified by the service of the workplace, which learns our secret and nothing of the user', async () => {
    const { status, body } = await verify(undefined, ' from the widget ')
    expect([status, body]).toEqual([200, { success: true }])
    expect(sent).toHaveLength(1)
    const [request] = sent
    expect([request?.method, request?.url]).toEqual(['POST', 'https://captcha.example/siteverify'])
    expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
      secret: 'our secret & more',
      response: 'from the widget',
    })
  })

  it('that the service does not accept is refused', async () => {
    service = () => answering({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    const { status, error } = await verify()
    expect([status, error.code]).toEqual([422, 'captcha.refused'])
  })

  it.each([
    ['without an answer', () => Promise.reject(new OutgoingFailure('Expected captcha.example to answer.'))],
    ['with a fault of its own', () => answering({ success: true }, 500)],
    ['with a page', () => answering('<html>')],
    ['with another shape', () => answering({ success: 'true' })],
    ['with nothing', () => answering('null')],
  ] as const)('is never taken as solved by a service %s', async (_, behave) => {
    service = behave
    const { status, error } = await verify()
    expect([status, error.code]).toEqual([503, 'captcha.unavailable'])
    expect(error.message).not.toContain('captcha.example')
  })

  it('cannot be verified where the workplace has no service', async () => {
    await setUp(workplaceId, null)
    const { status, error } = await verify()
    expect([status, error.code]).toEqual([503, 'captcha.unavailable'])
    expect(sent).toEqual([])
  })

  it('of somebody signed in is verified by the service of their own workplace', async () => {
    await setUp(other, 'https://captcha.other/check')
    await verify(await signIn({ workplaceId: other }))
    expect(sent.map(({ url }) => url)).toEqual(['https://captcha.other/check'])
  })

  it('has an answer to verify', async () => {
    for (const body of [{}, { response: ' ' }, { response: 'x'.repeat(8_001) }, { response: 1 }]) {
      const { status, error } = await anonymous().call(standaloneCalls.verifyCaptcha, { body })
      expect([status, error.code]).toEqual([400, 'request.invalid'])
    }
    expect(sent).toEqual([])
  })
})

it('who fails too often has to wait, and who does not fail need not', async () => {
  const client = anonymous()
  for (let time = 0; time < 20; time++) expect((await verify(client)).status).toBe(200)
  service = () => answering({ success: false })
  const statuses: number[] = []
  for (let time = 0; time < 12; time++) statuses.push((await verify(client)).status)
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  expect(sent).toHaveLength(30)
  expect(Number((await verify(client)).headers['retry-after'])).toBeGreaterThan(0)
  clock.advance({ minutes: 2 })
  expect((await verify(client)).status).toBe(422)
})
