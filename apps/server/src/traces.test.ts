import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { runClaimedJob } from './jobs/run-job.ts'
import type { Services } from './jobs/work/services.ts'
import { createOutgoingClient } from './platform/outgoing/http-client.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { traced } from './platform/tracing/traced.ts'

interface Sent {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

const spans: Sent[] = []
let bodies = ''
/** Takes JSON at /v1/traces, as a collector does. */
const collector = createServer(async (request, response) => {
  const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
  bodies += JSON.stringify(body)
  spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  response.setHeader('content-type', 'application/json').end('{}')
})
const callee = createServer(({ headers }, response) => response.end(headers['traceparent']))

async function open(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const traces = { url: `${await open(collector)}/v1/traces`, ratio: 1, serviceName: 'millrace-test' }
const other = await open(callee)
const { signIn, runtime, workplaceId, options } = await createTestApp({ traces })
const outgoing = createOutgoingClient({ allowed: { allows: () => true } })
const services = {} as Services

it('sends requests, round trips, jobs and calls as spans of their traces, and nothing of what people entered', async () => {
  const tracing = startTracing(traces, '1.2.3')
  const root = await signIn({ roles: ['RoleUserAdmin'] })
  const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const { status } = await root.send({
    url: '/api/users?search=verysecretname',
    headers: { traceparent: `00-${traceId}-${parentId}-01` },
  })
  expect(status).toBe(200)
  const { body: header } = await outgoing.send({ method: 'GET', url: `${other}/secretpath`, headers: {}, body: null })
  const job = { workplaceId, id: crypto.randomUUID(), rootId: crypto.randomUUID(), kind: 'work' } as const
  const claimed = { ...job, isExclusive: false, attempts: 0, host: null, workerId: 'w' }
  await runClaimedJob({ runtime, services }, claimed)
  const failing = traced(
    () => ({ name: 'failing', kind: 'client', attributes: {} }),
    () => Promise.reject(Object.assign(new Error('message with a secret'), { code: 'E1' })),
  )
  await expect(failing).rejects.toThrow()
  await tracing.stop()

  const request = spans.find(({ name }) => name.startsWith('GET /api/users'))
  expect(request).toMatchObject({ traceId, parentSpanId: parentId })
  const trips = spans.filter(({ name }) => name === 'database round trip')
  expect(trips.some((trip) => trip.traceId === traceId && trip.parentSpanId === request?.spanId)).toBe(true)
  const call = spans.find(({ name }) => name === 'GET 127.0.0.1')
  expect(header).toBe(`00-${call?.traceId}-${call?.spanId}-01`)
  const ofJob = spans.find(({ name }) => name === 'job work')
  expect(ofJob?.parentSpanId ?? '').toBe('')
  expect(trips.some((trip) => trip.parentSpanId === ofJob?.spanId)).toBe(true)
  expect(spans.find(({ name }) => name === 'failing')).toMatchObject({
    status: { code: 2 },
    attributes: [{ key: 'error.type', value: { stringValue: 'E1' } }],
  })
  expect(bodies).toContain('"millrace-test"')
  expect(bodies).not.toMatch(/verysecretname|secretpath|with a secret/)
})

it('answers while the collector is away', async () => {
  const tracing = startTracing({ ...traces, url: 'http://127.0.0.1:9/v1/traces' }, options.build.version)
  const { status } = await (await signIn({ roles: ['RoleUserAdmin'] })).send({ url: '/api/users' })
  expect(status).toBe(200)
  await tracing.stop()
})
