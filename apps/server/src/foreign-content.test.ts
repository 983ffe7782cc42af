import { commentCalls, shellCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { multipart } from './runtime/testing/multipart.ts'

/** Whatever somebody stores is never run by the browser of somebody else. */
const { app, db, admin, workplaceId, signInAs } = await createTestApp()
const user = await createUser(db, { workplaceId, groups: ['camunda-admin'], roles: ['RoleUser', 'RoleFullAPI'] })
const client = await signInAs(user)
const authorization = `Bearer ${await createApiToken(db, user)}`
const rest = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  app.inject({ method, url: `/engine-rest${path}`, headers: { authorization }, ...(payload && { payload }) })
await rest('POST', '/task/create', { name: 'Noted', assignee: user.username })
const [task] = (await rest('GET', '/task?name=Noted')).json()

const attach = (url: string) => {
  const { headers, payload } = multipart([], { 'attachment-name': 'Plan', url })
  return app.inject({
    method: 'POST',
    url: `/engine-rest/task/${task.id}/attachment/create`,
    headers: { ...headers, authorization },
    payload,
  })
}

describe('a file', () => {
  it.each(['text/javascript', 'text/html', 'image/svg+xml', 'application/xhtml+xml'])(
    'of a variable that a client names %s is bytes or text, and saved',
    async (mimeType) => {
      const value = Buffer.from('alert(1)').toString('base64')
      const info = { filename: 'a.js', mimeType, encoding: 'UTF-8' }
      const put = await rest('PUT', `/task/${task.id}/variables/paper`, { value, type: 'File', valueInfo: info })
      expect([put.statusCode, put.body]).toEqual([204, ''])
      const { headers, statusCode } = await rest('GET', `/task/${task.id}/variables/paper/data`)
      expect(statusCode).toBe(200)
      expect(String(headers['content-type'])).toMatch(/^(text\/plain|application\/octet-stream)/)
      expect(headers['content-disposition']).toMatch(/^attachment/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toBe(`sandbox; default-src 'none'`)
    },
  )

  it.each(['text/javascript', 'text/html'])('of a form that its sender names %s is text, and saved', async (type) => {
    const sent = multipart([{ name: 'a.txt', content: 'alert(1)', type }])
    const kept = await client.send({ method: 'POST', url: '/api/files', ...sent })
    expect(kept.status).toBe(200)
    const { id } = kept.body as { id: string }
    const { headers } = await client.send({ url: `/api/files/${id}` })
    expect(headers['content-type']).toBe('text/plain')
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''a.txt`)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('an address that is attached', () => {
  it.each([
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
    ],
    ...['vbscript:x', 'file:///etc/passwd', '//evil.example', 'https://', 'https://a@evil.example', 'blob:https://x/y'],
  ])('leads to the web or is refused: %j', async (url) => {
    expect((await attach(url)).statusCode).toBe(400)
  })

  it('leads to the web', async () => {
    expect((await attach('https://www.example.org/plan?a=1')).statusCode).toBe(200)
  })

  it('before there was this rule is shown without a link', async () => {
    await admin.query(`update task_attachment set url = 'javascript:alert(1)', name = 'Old' where task_id = $1`, [
      task.id,
    ])
    const { body } = await client.call(commentCalls.files, { params: { of: 'task', id: task.id } })
    expect(body.map(({ name, url }) => [name, url])).toEqual([['Old', null]])
  })
})

it('a link of the pages that runs something is as good as none', async () => {
  for (const key of ['help.url', 'privacyPolicy.linkUrl', 'monitor.url'])
    await admin.query(`insert into setting (workplace_id, key, value) values ($1, $2, '"javascript:alert(1)"')`, [
      workplaceId,
      key,
    ])
  const { body } = await client.call(shellCalls.init)
  expect(body).toMatchObject({ HELP_URL: '/help', PRIVACY_POLICY_LINK_URL: null, MONITOR_URL: null })
})
