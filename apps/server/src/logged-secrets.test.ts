import { process } from '@millrace/bpmn/builder'
import { accountCalls, answerCalls, api, authCalls, type Call, formLinkCalls, openFormCalls } from '@millrace/contract'
import { createTestApp, createUser, type TestClient } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from './platform/auth/token.ts'
import { deploy } from './runtime/deploy/deploy.ts'
import { writeAnswerToken } from './runtime/notices/answer-token.ts'

const lines: string[] = []
const { app, db, admin, runtime, workplaceId, anonymous, signIn } = await createTestApp({
  log: (line) => lines.push(line),
})
beforeEach(() => lines.splice(0))

const log = () => lines.join('')
const readLines = () => lines.map((line) => JSON.parse(line))
const findIn = (secrets: readonly string[]) => secrets.filter((secret) => log().includes(secret))
const secretsOf = ({ cookies }: TestClient) => [...cookies.values()]

const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'n1', type: 'text', key: 'what', props: { label: 'What' } }],
})

async function deployProcess(): Promise<string> {
  const key = 'millrace:deployment:what.form.json'
  const model = process('complaint').start('s', { 'millrace:formKey': key }).userTask('read', { name: 'Read' }).end()
  const files = [
    { name: 'complaint.bpmn', bytes: Buffer.from(model.toXml()) },
    { name: 'what.form.json', bytes: Buffer.from(form) },
  ]
  const actor = { workplaceId, userId: null, cause: 'test' }
  const deployed = await deploy(runtime, actor, { name: 'complaint', source: null, tenantId: null, files })
  return deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''
}

async function createLink(): Promise<string> {
  const keeper = await signIn({ roles: ['RoleProcessAdmin'] })
  const body = { name: 'On the web site', definitionId: await deployProcess(), hasCaptcha: false, maySave: true }
  return (await keeper.call(formLinkCalls.create, { body })).body.token ?? ''
}

describe('the log', () => {
  it('names a request by its route and not by the address that was asked for', async () => {
    await anonymous().send({ url: '/api/standalone/external/links/one-secret?saved=another' })
    await app.inject({ url: '/engine-rest/task/17?secret=1' })
    await app.inject({ url: '/api/no/such/secret' })
    const requests = readLines().filter(({ msg }) => msg === 'request')
    expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/api/standalone/external/links/:token', 404],
      ['GET', '/engine-rest/task/:id', 401],
      ['GET', null, 404],
    ])
    expect(log()).not.toMatch(/secret|another/)
  })

  it('has no password, cookie or API token of somebody who signs in and works', async () => {
    const [wrong, first, second] = ['a wrong password 1', 'the first password 2', 'the second password 3']
    const { username } = await createUser(db, { workplaceId, password: first, roles: ['RoleFullAPI'] })
    const client = anonymous()
    for (const password of [wrong, first]) await client.call(authCalls.login, { body: { username, password } })
    const cookies = secretsOf(client)
    const { token } = (await client.call(accountCalls.createToken, { body: { name: 'tool', expiresInDays: 1 } })).body
    const basic = `Basic ${Buffer.from(`${username}:${first}`).toString('base64')}`
    for (const authorization of [basic, `Bearer ${token}`, `Bearer ${token}x`])
      expect([200, 401]).toContain(
        (await app.inject({ url: '/engine-rest/task', headers: { authorization } })).statusCode,
      )
    await client.call(authCalls.refresh)
    await client.call(accountCalls.changePassword, { body: { currentPassword: first, newPassword: second } })
    const secrets = [wrong, first, second, token, basic.slice(6), ...cookies, ...secretsOf(client)]
    expect(secrets.every((secret) => secret.length > 10)).toBe(true)
    expect([secrets.length > 8, lines.length > 8, findIn(secrets)]).toEqual([true, true, []])
  })

  it('has no token of a public link, of its receipt or of an answer by mail', async () => {
    const token = await createLink()
    const guest = anonymous()
    const { document } = (await guest.call(openFormCalls.get, { params: { token } })).body.form
    const body = { values: { what: 'Noise' }, hash: document.hash, visit: crypto.randomUUID() }
    const { receipt } = (await guest.call(openFormCalls.send, { params: { token }, body })).body
    expect((await guest.call(openFormCalls.getReceipt, { params: { receipt } })).status).toBe(200)
    const saved = createToken(workplaceId).text
    await guest.call(openFormCalls.get, { params: { token }, query: { saved } })
    await guest.call(openFormCalls.save, { params: { token }, body: { email: 'guest@example.org', ...body, saved } })
    const answering = { workplaceId, noticeId: crypto.randomUUID(), expiresAt: new Date(), state: 'abcdefghijklmnop' }
    const answer = writeAnswerToken('the secret of a test, long enough for one', answering)
    for (const call of [answerCalls.get, answerCalls.answer]) await guest.call(call, { params: { token: answer } })
    await app.inject({
      url: `/standalone/external/process/viewprocess/17?link=${token}`,
      headers: { accept: 'text/html' },
    })
    expect(findIn([token, receipt, saved, answer, ...secretsOf(guest)])).toEqual([])
  })

  it('has none in the error of a request that fails within', async () => {
    const token = await createLink()
    await admin.query('alter table form_link rename column token_hash to away')
    try {
      const { status } = await anonymous().call(openFormCalls.get, { params: { token } })
      expect(status).toBe(500)
    } finally {
      await admin.query('alter table form_link rename column away to token_hash')
    }
    const failed = readLines().find(({ msg }) => msg === 'request failed')
    expect(failed.err).toMatchObject({ code: '42703', message: expect.stringContaining('token_hash') })
    expect(findIn([token])).toEqual([])
  })

  const mark = 'secret-of-this-test'
  const calls = Object.values(api).flatMap((group) => Object.values(group as Readonly<Record<string, Call>>))

  it('has nothing of what any call was sent in path, query, headers, cookies and body', async () => {
    for (const { method, path } of calls) {
      const url = `/api${path.replaceAll(/\{\w+\}/g, mark)}?code=${mark}&q=${mark}`
      const headers = { authorization: `Bearer ${mark}`, cookie: `millrace_access=${mark}`, 'x-xsrf-token': mark }
      const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: { password: mark } }
      await app.inject({ method, url, headers, ...payload })
    }
    expect(readLines().filter(({ msg }) => msg === 'request').length).toBeGreaterThan(calls.length / 2)
    expect(findIn([mark])).toEqual([])
  })

  it.each([
    `/api/%zz${mark}`,
    `/api/standalone/external/links/${mark.repeat(300)}`,
    `/api/auth/oidc/callback?code=${mark}&state=${mark}`,
    `/engine-rest/${mark}?${mark}=1`,
    `/${mark}?link=${mark}`,
  ])('has nothing of an invalid address: %s', async (url) => {
    await app.inject({ url })
    await app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: `{"${mark}` })
    expect(findIn([mark])).toEqual([])
  })
})
