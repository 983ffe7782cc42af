import { process } from '@millrace/bpmn/builder'
import { formLinkCalls, openFormCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeEach, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { multipart } from '../../runtime/testing/multipart.ts'

/** A file of a test is half a kilobyte with its body, which counts as one. */
const { admin, runtime, workplaceId, anonymous, signIn, signInAs, clock } = await createTestApp({
  budgets: { addressUploads: 4000, linkUploads: 6000, publicUploads: 9000 },
})
const first = await signIn({ roles: ['RoleProcessAdmin'] })
let keeper = first
const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [{ id: 'n1', type: 'file', key: 'photo', props: { label: 'Photo', filetypes: ['txt'] } }],
})
const deployed = await deploy(
  runtime,
  { workplaceId, userId: null, cause: 'test' },
  {
    ...{ name: 'complaint', source: null, tenantId: null },
    files: [
      {
        name: 'complaint.bpmn',
        bytes: Buffer.from(
          process('complaint')
            .start('s', { 'millrace:formKey': 'millrace:deployment:what.form.json' })
            .userTask('read')
            .end()
            .toXml(),
        ),
      },
      { name: 'what.form.json', bytes: Buffer.from(form) },
    ],
  },
)
const definitionId = deployed.ok ? (deployed.deployed.processes[0]?.id ?? '') : ''

async function makeLink(hasCaptcha = false): Promise<string> {
  const made = await keeper.call(formLinkCalls.create, { body: { name: 'A link', definitionId, hasCaptcha } })
  expect(made.status).toBe(200)
  return made.body.token ?? ''
}

let visits = 0
const upload = async (
  token: string,
  { from = `192.0.2.${++visits % 250}`, query = {} }: { from?: string; query?: object } = {},
) => {
  const { headers, ...sent } = multipart([{ name: 'noise.txt', content: 'Loud' }])
  const { status, body } = await anonymous().send({
    method: 'POST',
    url: `/api${openFormCalls.upload.path.replace('{token}', token)}?${new URLSearchParams({ ...query })}`,
    ...sent,
    headers: { ...headers, 'x-forwarded-for': from },
  })
  return { status, body: body as { readonly id: string; readonly code: string } }
}

async function solve(token: string): Promise<string> {
  const challenge = (await anonymous().call(openFormCalls.getCaptcha, { params: { token } })).body as never
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const exchange = (token: string, visit: string, captcha: string) =>
  anonymous().call(openFormCalls.pass, { params: { token }, body: { visit, captcha } })
const countFiles = async () => (await admin.query('select from stored_file')).rowCount

beforeEach(async () => {
  clock.advance({ minutes: 61 })
  keeper = await signInAs(first.user)
})

it.each([
  ['the same address', () => '198.51.100.7'],
  ['the same IPv6 network', (index: number) => `2001:db8:1:2::${index + 1}`],
  ['the same address, written as IPv6', (index: number) => (index % 2 === 0 ? '198.51.100.8' : '::ffff:198.51.100.8')],
])('files from %s have a limit an hour, whatever the links', async (_, from) => {
  const tokens = await Promise.all([makeLink(), makeLink()])
  const statuses = []
  for (let index = 0; index < 6; index++)
    statuses.push((await upload(tokens[index % 2] ?? '', { from: from(index) })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  clock.advance({ minutes: 61 })
  expect((await upload(tokens[0] ?? '', { from: from(0) })).status).toBe(200)
})

it('files of a link, and those of all links together, have limits an hour, regardless of the addresses', async () => {
  const [first, second] = await Promise.all([makeLink(), makeLink()])
  const before = (await countFiles()) ?? 0
  const ofFirst = await Promise.all(Array.from({ length: 9 }, () => upload(first)))
  expect(ofFirst.filter(({ status }) => status === 200)).toHaveLength(6)
  const ofSecond = await Promise.all(Array.from({ length: 5 }, () => upload(second)))
  expect(ofSecond.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(ofSecond.find(({ status }) => status === 429)?.body.code).toBe('request.too-many')
  // The uploads of the first test have gone meanwhile.
  expect((await countFiles()) ?? 0).toBeLessThanOrEqual(before + 9)
})

it('nothing is stored by a link with a captcha before that is solved, for this form and in this hour', async () => {
  const [token, other] = [await makeLink(true), await makeLink(true)]
  const [visit, another] = [crypto.randomUUID(), crypto.randomUUID()]
  const before = await countFiles()
  const captcha = await solve(token)
  const { pass, seconds } = (await exchange(token, visit, captcha)).body
  expect(seconds).toBe(3600)
  expect((await exchange(token, another, captcha)).error.code).toBe('captcha.refused')
  const forged = `9${pass}`
  for (const [link, query] of [
    [token, {}],
    [token, { visit }],
    [token, { visit, pass: 'x' }],
    [token, { visit, pass: forged }],
    [token, { visit: another, pass }],
    [other, { visit, pass }],
  ] as const)
    expect((await upload(link, { query })).body.code).toBe('captcha.refused')
  expect(await countFiles()).toBe(before)
  expect((await upload(token, { query: { visit, pass } })).status).toBe(200)
  expect((await upload(token, { query: { visit, pass } })).status).toBe(200)
  clock.advance({ minutes: 61 })
  expect((await upload(token, { query: { visit, pass } })).body.code).toBe('captcha.refused')
})

it('a user who has a pass for files sends the form by it, once, and no other form', async () => {
  const token = await makeLink(true)
  const visit = crypto.randomUUID()
  const { pass } = (await exchange(token, visit, await solve(token))).body
  const { body: file } = await upload(token, { query: { visit, pass } })
  const { hash } = (await anonymous().call(openFormCalls.get, { params: { token } })).body.form.document
  const send = (of: string) =>
    anonymous().call(openFormCalls.send, {
      params: { token },
      body: { values: { photo: [file] }, hash, visit: of, pass },
    } as never)
  expect((await send(crypto.randomUUID())).error.code).toBe('captcha.refused')
  const sent = await send(visit)
  expect(sent.status).toBe(200)
  expect((await send(visit)).body).toEqual(sent.body)
})
