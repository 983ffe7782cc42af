import { fileCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, type TestClient } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import type { Scanner, Verdict } from '../../platform/scanner/scanner.ts'
import { type FilePart, multipart } from '../../runtime/testing/multipart.ts'

/** What the scanner has been shown, and what it says next. */
const seen: string[] = []
let verdict: Verdict = { kind: 'clean' }
const scanner: Scanner = {
  scan: async (content) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    seen.push(Buffer.concat(chunks).toString())
    return verdict
  },
}
const { app, db, admin, workplaceId, signIn } = await createTestApp({ scanner })

const upload = async (client: TestClient, file: FilePart) =>
  client.send({ method: 'POST', url: `/api${fileCalls.upload.path}`, ...multipart([file]) })
const countStored = async (table: string) => (await admin.query(`select from ${table}`)).rowCount

it('a file is scanned whole before it is stored, a large one in its pieces', async () => {
  const client = await signIn()
  verdict = { kind: 'clean' }
  const large = 'x'.repeat(1_200_000)
  for (const content of ['A plan', large])
    expect((await upload(client, { name: 'plan.txt', content })).status).toBe(200)
  expect(seen.splice(0)).toEqual(['A plan', large])
  expect(await countStored('stored_file')).toBe(2)
})

it.each<[Verdict, number, string, string]>([
  [
    { kind: 'infected', signature: 'Bad' },
    422,
    'file.infected',
    'The virus scan found a threat in “plan.txt”. The file was not saved.',
  ],
  [
    { kind: 'not-scanned', reason: 'away' },
    503,
    'file.not-scanned',
    '“plan.txt” was not saved because it could not be scanned for viruses. Try again later.',
  ],
])('what is %j is refused, and nothing of it is stored', async (next, status, code, message) => {
  const client = await signIn()
  verdict = next
  const before = await countStored('stored_file')
  for (const content of ['A plan', 'x'.repeat(1_200_000)]) {
    const answer = await upload(client, { name: 'plan.txt', content })
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([status, code, message])
  }
  expect([await countStored('stored_file'), await countStored('upload_piece')]).toEqual([before, 0])
})

it('an attachment of a task is scanned as well', async () => {
  const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI'] })
  const headers = { authorization: `Bearer ${await createApiToken(db, user)}` }
  const rest = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url: `/engine-rest${url}`, headers, ...(payload && { payload }) })
  await rest('POST', '/task/create', { name: 'Alone' })
  const [task] = (await rest('GET', '/task?name=Alone')).json()
  const attach = () => {
    const body = multipart([{ name: 'plan.txt', field: 'content', content: 'A plan' }], { 'attachment-name': 'Plan' })
    return app.inject({
      method: 'POST',
      url: `/engine-rest/task/${task.id}/attachment/create`,
      headers: { ...headers, ...body.headers },
      payload: body.payload,
    })
  }
  verdict = { kind: 'infected', signature: 'Bad' }
  expect((await attach()).statusCode).toBe(422)
  expect(await countStored('task_attachment')).toBe(0)
  verdict = { kind: 'clean' }
  expect((await attach()).statusCode).toBe(200)
  expect(await countStored('task_attachment')).toBe(1)
})
