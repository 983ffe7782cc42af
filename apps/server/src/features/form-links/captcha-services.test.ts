import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import { type CaptchaServiceKind, formLinkCalls, openFormCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingRequest } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { deploy } from '../../runtime/deploy/deploy.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'millrace-captchas-'))
writeFileSync(join(webFolder, 'index.html'), '<html></html>')
afterAll(() => rmSync(webFolder, { recursive: true }))

const asked: OutgoingRequest[] = []
/** What the service says of the next captcha; null: it cannot be reached. */
let verdict: boolean | null = true

async function serverWith(kind: CaptchaServiceKind | null) {
  const { runtime, workplaceId, admin, anonymous, signIn } = await createTestApp({
    webFolder,
    captcha: kind === null ? null : { kind, siteKey: 'our-site', secret: 'our secret & more' },
    outgoing: {
      send: async (request) => {
        asked.push(request)
        if (verdict === null) throw new OutgoingFailure('Expected an answer, but none came.')
        const body = JSON.stringify({ success: verdict })
        return { statusCode: 200, reason: null, protocol: 'HTTP/1.1', headers: {}, body }
      },
    },
  })
  const model = process('complaint').start('s').userTask('read').end().toXml()
  const deployed = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    { name: 'complaint', source: null, tenantId: null, files: [{ name: 'c.bpmn', bytes: Buffer.from(model) }] },
  )
  const definitionId = deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''
  const keeper = await signIn({ roles: ['RoleProcessAdmin'] })
  const makeLink = async (wishes: { hasCaptcha: boolean; sites?: string[] }) => {
    const body = { name: 'On the web site', definitionId, ...wishes }
    return (await keeper.call(formLinkCalls.create, { body })).body.token ?? ''
  }
  return {
    makeLink,
    open: async (token: string) => (await anonymous().call(openFormCalls.get, { params: { token } })).body,
    send: async (token: string, captcha: string | null) => {
      const { document } = (await anonymous().call(openFormCalls.get, { params: { token } })).body.form
      const body = { values: {}, hash: document.hash, visit: crypto.randomUUID(), captcha }
      return anonymous().call(openFormCalls.send, { params: { token }, body })
    },
    policyOf: async (query: string) => {
      const url = `/standalone/external/process/viewprocess/${definitionId}${query}`
      const { headers } = await anonymous().send({ method: 'GET', url, headers: { accept: 'text/html' } })
      return String(headers['content-security-policy'])
    },
    countInstances: async () => (await admin.query('select from instance')).rowCount,
  }
}

const withTurnstile = await serverWith('turnstile')

beforeEach(() => {
  asked.length = 0
  verdict = true
})

describe('a public form where the server is configured with a captcha service', () => {
  it('names the service and our key there, and never our secret, for links that ask for a captcha', async () => {
    const { makeLink, open } = withTurnstile
    const token = await makeLink({ hasCaptcha: true })
    const opened = await open(token)
    expect(opened.captchaService).toEqual({ kind: 'turnstile', siteKey: 'our-site' })
    expect(JSON.stringify(opened)).not.toContain('our secret')
    expect((await open(await makeLink({ hasCaptcha: false }))).captchaService).toBeNull()
  })

  it('is taken when the service says that its captcha was solved, and else starts nothing', async () => {
    const { makeLink, send, countInstances } = withTurnstile
    const token = await makeLink({ hasCaptcha: true })
    const before = await countInstances()
    for (const captcha of [null, '']) expect((await send(token, captcha)).error.code).toBe('captcha.refused')
    expect(asked).toEqual([])
    verdict = false
    expect((await send(token, 'forged')).error.code).toBe('captcha.refused')
    verdict = null
    expect((await send(token, 'solved')).error.code).toBe('captcha.unavailable')
    expect(await countInstances()).toBe(before)
    verdict = true
    expect((await send(token, 'solved')).status).toBe(200)
    expect(await countInstances()).toBe((before ?? 0) + 1)
    const last = asked.at(-1)
    expect(last?.url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
    expect(Object.fromEntries(new URLSearchParams(String(last?.body)))).toEqual({
      secret: 'our secret & more',
      response: 'solved',
    })
  })

  it('asks nobody for a link without a captcha', async () => {
    const { makeLink, send } = withTurnstile
    expect((await send(await makeLink({ hasCaptcha: false }), null)).status).toBe(200)
    expect(asked).toEqual([])
  })
})

describe('the policy of a page', () => {
  it.each([
    ['recaptcha', 'https://www.google.com/recaptcha/'],
    ['hcaptcha', 'https://*.hcaptcha.com'],
    ['turnstile', 'https://challenges.cloudflare.com'],
  ] as const)(
    'lets %s in on the pages of links that ask for a captcha, beside their sites, and on no other',
    async (kind, source) => {
      const { makeLink, policyOf } = kind === 'turnstile' ? withTurnstile : await serverWith(kind)
      const sites = ['https://www.example.org']
      const policy = await policyOf(`?link=${await makeLink({ hasCaptcha: true, sites })}`)
      const of = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `))
      for (const name of ['script-src', 'frame-src', 'connect-src', 'style-src'])
        expect(of(name)?.split(' ')).toContain(source)
      expect([of('frame-ancestors'), of('default-src')]).toEqual([`frame-ancestors ${sites[0]}`, `default-src 'self'`])
      const plain = await policyOf('')
      expect(plain).not.toContain('https:')
      expect(await policyOf(`?link=${await makeLink({ hasCaptcha: false })}`)).toBe(plain)
      expect(await policyOf(`?link=x${await makeLink({ hasCaptcha: true })}`)).toBe(plain)
    },
  )

  it('lets nobody in where the server has the riddle of the house', async () => {
    const { makeLink, policyOf, open } = await serverWith(null)
    const token = await makeLink({ hasCaptcha: true })
    expect(await policyOf(`?link=${token}`)).toBe(await policyOf(''))
    expect((await open(token)).captchaService).toBeNull()
  })
})
