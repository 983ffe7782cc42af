import { createTestApp } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createRestTest } from '../testing/rest-test.ts'

const { rest, plain, nobody } = await createRestTest()
await rest.deploy({
  'two.bpmn': sequence('two', { t: '<userTask id="t" camunda:assignee="ada"/>' }),
  'caller.bpmn': sequence('caller', {
    named: '<callActivity id="named" calledElement="two"/>',
    again: '<callActivity id="again" calledElement="two"/>',
    open: '<callActivity id="open" calledElement="${which}"/>',
  }),
})
for (let count = 0; count < 3; count++) await rest.post('/process-definition/key/two/start', {})

describe('metrics', () => {
  it('are counted from history', async () => {
    const sum = async (name: string, query = {}) => (await rest.get(`/metrics/${name}/sum`, query)).body.result
    expect(await sum('root-process-instance-start')).toBe(3)
    expect(await sum('process-instances')).toBe(3)
    expect(await sum('activity-instance-start')).toBe(6)
    expect(await sum('activity-instance-end')).toBe(3)
    expect(await sum('unique-task-workers')).toBe(1)
    expect(await sum('job-failed')).toBe(0)
    expect(await sum('no-such-metric')).toBe(0)
    expect(await sum('process-instances', { endDate: '2000-01-01T00:00:00.000+0000' })).toBe(0)
    const { body } = await rest.get('/metrics', { name: 'process-instances', interval: '31536000' })
    expect(body).toMatchObject([{ name: 'process-instances', value: 3, timestamp: expect.any(String) }])
    expect((await rest.get('/metrics', { interval: '0' })).status).toBe(400)
    expect((await plain.get('/metrics')).status).toBe(403)
  })
})

describe('what Camunda reports itself', () => {
  it('is there: the schema, no telemetry and no clean-up', async () => {
    expect((await rest.get('/schema/log')).body).toMatchObject([{ id: '0', version: '7.24.0' }])
    expect((await rest.get('/schema/log', { version: '7.1' })).body).toEqual([])
    expect((await rest.get('/telemetry/configuration')).body).toEqual({ enableTelemetry: false })
    expect((await rest.post('/telemetry/configuration', { enableTelemetry: true })).status).toBe(204)
    expect((await rest.get('/history/cleanup/configuration')).body).toMatchObject({
      batchWindowStartTime: expect.stringContaining('T01:00:00.000'),
      enabled: true,
    })
    expect((await rest.get('/history/cleanup/jobs')).body).toMatchObject([{ retries: 3, suspended: false }])
    expect(await rest.post('/history/cleanup')).toMatchObject({ status: 200, body: { dueDate: expect.any(String) } })
    expect((await plain.get('/schema/log')).status).toBe(403)
  })

  it('answers which engines there are to anybody, and an address with a slash at its end', async () => {
    expect(await nobody.get('/engine')).toMatchObject({ status: 200, body: [{ name: 'default' }] })
    expect((await rest.get('/process-definition/')).body).toHaveLength(2)
    expect((await rest.get('/process-definition/count/')).body).toEqual({ count: 2 })
    expect((await nobody.get('/process-definition/')).status).toBe(401)
    expect(await rest.get('/no-such-thing')).toMatchObject({ status: 404, body: { type: 'NotFoundException' } })
  })

  it('names the definitions that a process calls', async () => {
    const { body: caller } = await rest.get('/process-definition/key/caller')
    expect((await rest.get(`/process-definition/${caller.id}/static-called-process-definitions`)).body).toMatchObject([
      { key: 'two', calledFromActivityIds: ['named', 'again'], callingProcessDefinitionId: caller.id },
    ])
  })

  it('lets everybody list the groups that they are in', async () => {
    await rest.post('/group/create', { id: 'clerks', name: 'Clerks' })
    expect((await plain.get('/group', { member: 'plain' })).body).toMatchObject([{ id: 'clerks' }])
    expect((await plain.get('/group', { member: 'ada' })).status).toBe(403)
    expect((await plain.get('/group')).status).toBe(403)
  })
})

describe('pages of other origins', () => {
  it('may call where they are named, and nowhere else', async () => {
    const { app } = await createTestApp({ corsOrigins: ['https://tasks.example.org'] })
    const ask = (origin: string, method: 'GET' | 'OPTIONS', more = {}) =>
      app.inject({ method, url: '/engine-rest/task', headers: { origin, ...more } })
    const preflight = await ask('https://tasks.example.org', 'OPTIONS', { 'access-control-request-method': 'POST' })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://tasks.example.org',
    ])
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization')
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
    const call = await ask('https://tasks.example.org', 'GET')
    expect([call.statusCode, call.headers['access-control-allow-origin']]).toEqual([401, 'https://tasks.example.org'])
    for (const url of ['/engine-rest/engine', '/engine-rest/openapi.json']) {
      const first = await app.inject({ url, headers: { origin: 'https://tasks.example.org' } })
      expect([first.statusCode, first.headers['access-control-allow-origin']]).toEqual([
        200,
        'https://tasks.example.org',
      ])
      const asked = { origin: 'https://tasks.example.org', 'access-control-request-method': 'GET' }
      const allowed = await app.inject({ method: 'OPTIONS', url, headers: asked })
      expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([204, asked.origin])
    }
    const other = await ask('https://evil.example.org', 'OPTIONS', { 'access-control-request-method': 'POST' })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    expect(
      (await app.inject({ url: '/api/me', headers: { origin: 'https://tasks.example.org' } })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined()
    const { app: closed } = await createTestApp()
    const refused = await closed.inject({ url: '/engine-rest/task', headers: { origin: 'https://tasks.example.org' } })
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  })
})
