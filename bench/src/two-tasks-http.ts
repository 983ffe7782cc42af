import { Worker } from 'node:worker_threads'
import { roles } from '@millrace/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { startSession } from '../../apps/server/src/platform/auth/session.ts'
import type { Signals } from '../../apps/server/src/platform/db/signals.ts'
import { deploy } from '../../apps/server/src/runtime/deploy/deploy.ts'
import type { Runtime } from '../../apps/server/src/runtime/runtime.ts'
import { createApiToken, createUser, createWorkplace, type TestUser } from '../../apps/server/src/testing/factories.ts'
import type { Bench } from './bench.ts'
import { createProduct } from './create-product.ts'
import { createHandMade, type HandMade, type HandMadeInstance } from './hand-made.ts'
import type { LoadOrder, LoadPlan } from './http-load.ts'
import { compare, median, ratio } from './measure.ts'
import { twoTasks } from './two-tasks-model.ts'

/** Sixteen at once, as in the benchmark without HTTP. */
const load: LoadOrder = { width: 16, ms: 2500 }

/** Nobody else is to be told of anything. */
const silent: Signals = { send: () => {}, subscribe: () => () => {}, follow: () => () => {}, close: async () => {} }

export const twoTasksHttpBench: Bench = {
  name: 'two-tasks-http',
  says: 'instances per second of the same process over HTTP, 16 connections kept open, the clients in a thread of their own',
  run: async ({ runtime: base }) => {
    const workplaceId = await createWorkplace(base.db, { reference: 'bench-http' })
    const runtime = { ...base }
    const user = await createUser(runtime.db, { workplaceId, username: 'ann', roles: [...roles] })
    const definitionId = await deployForForms(runtime, user)
    const hand = createHandMade(runtime.db.pool, workplaceId, definitionId, runtime.newId)
    const servers = [await createProduct(runtime, silent), await createBare(hand)]
    const [product = '', bare = ''] = await Promise.all(
      servers.map((app) => app.listen({ port: 0, host: '127.0.0.1' })),
    )
    const browser = await openBrowser(runtime, user, product)
    const plans: Record<string, LoadPlan> = {
      api: { surface: 'api', origin: product, headers: browser, definitionId, hashes: ['', '', ''] },
      'engine-rest': {
        surface: 'engine-rest',
        origin: product,
        headers: { authorization: `Bearer ${await createApiToken(runtime.db, user)}` },
        definitionId,
        hashes: ['', '', ''],
      },
      bare: { surface: 'bare', origin: bare, headers: {}, definitionId, hashes: ['', '', ''] },
    }
    plans.api = { ...(plans.api as LoadPlan), hashes: await readHashes(plans.api as LoadPlan) }
    const clients = Object.entries(plans).map(([name, plan]) => [name, createClients(plan)] as const)
    try {
      const results = await compare(Object.fromEntries(clients.map(([name, { perSecond }]) => [name, perSecond])), 7)
      for (const [name, values] of Object.entries(results))
        console.log(`  ${name.padEnd(12)} ${median(values).toFixed(0).padStart(6)} instances/s`)
      for (const [name, calls] of [
        ['api', 3],
        ['engine-rest', 5],
      ] as const)
        console.log(
          `  /${name} (${calls} calls) to a server of three hand-made routes, fastify and pg: ${ratio(results, name, 'bare').toFixed(2)}`,
        )
    } finally {
      for (const [, { end }] of clients) await end()
      for (const app of servers) await app.close()
    }
  },
}

/** The model of the other benchmark, with fields where a browser fills forms, and one person for both tasks. */
const model = twoTasks
  .replace(
    '<startEvent id="start" />',
    '<startEvent id="start"><extensionElements><camunda:formData><camunda:formField id="amount" type="long" /></camunda:formData></extensionElements></startEvent>',
  )
  .replace(
    '<userTask id="first" name="First" camunda:assignee="ann" />',
    '<userTask id="first" name="First" camunda:assignee="ann"><extensionElements><camunda:formData><camunda:formField id="approved" type="long" /></camunda:formData></extensionElements></userTask>',
  )
  .replace(
    '<userTask id="second" name="Second" camunda:assignee="ben" />',
    '<userTask id="second" name="Second" camunda:assignee="ann"><extensionElements><camunda:formData><camunda:formField id="approved" type="long" /></camunda:formData></extensionElements></userTask>',
  )

async function deployForForms(runtime: Runtime, { workplaceId, username }: TestUser): Promise<string> {
  const answer = await deploy(
    runtime,
    { workplaceId, userId: username, cause: 'bench' },
    { name: 'bench', source: null, tenantId: null, files: [{ name: 'two-tasks.bpmn', bytes: Buffer.from(model) }] },
  )
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  return answer.deployed.processes[0]?.id ?? ''
}

/** What somebody would write for this process alone: nobody signs in, nothing is checked, no engine, no model. */
async function createBare({ start, completeFirst, completeSecond }: HandMade): Promise<FastifyInstance> {
  const app = Fastify()
  app.post('/start', () => start())
  app.post<{ Body: HandMadeInstance }>('/complete-first', async ({ body }) => {
    await completeFirst(body)
    return {}
  })
  app.post<{ Body: HandMadeInstance }>('/complete-second', async ({ body }) => {
    await completeSecond(body)
    return {}
  })
  return app
}

/** The headers of somebody who is signed in. */
async function openBrowser({ db, clock }: Runtime, user: TestUser, origin: string): Promise<Record<string, string>> {
  const { access } = await startSession({ db, clock }, { user })
  const session = `millrace_access=${access}`
  const response = await fetch(`${origin}/api/usersgroups/usersAPI/userInfo`, { headers: { cookie: session } })
  const csrf = /XSRF-TOKEN=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { cookie: `${session}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': csrf }
}

/** Opens the forms once, as a person does who then fills many. */
async function readHashes({ origin, headers, definitionId }: LoadPlan): Promise<[string, string, string]> {
  // biome-ignore lint/suspicious/noExplicitAny: what is wrong with an answer shows in the next call.
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  const { form } = await call('GET', `/processes/definitions/${definitionId}/start-form`)
  const start = form.document.hash
  const started = await call('POST', `/processes/definitions/${definitionId}/start`, {
    values: { amount: 500 },
    hash: start,
  })
  const first = (await call('GET', `/tasks/${started.nextTaskId}`)).form.document.hash
  const done = await call('POST', `/tasks/${started.nextTaskId}/complete`, { values: { approved: 1 }, hash: first })
  const second = (await call('GET', `/tasks/${done.nextTaskId}`)).form.document.hash
  await call('POST', `/tasks/${done.nextTaskId}/complete`, { values: { approved: 1 }, hash: second })
  return [start, first, second]
}

/** The clients of one server, in a thread of their own. */
function createClients(plan: LoadPlan): { perSecond: () => Promise<number>; end: () => Promise<unknown> } {
  const worker = new Worker(new URL('./http-load.ts', import.meta.url), { workerData: plan })
  return {
    perSecond: () =>
      new Promise((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', (value: number) => {
          worker.off('error', reject)
          resolve(value)
        })
        worker.postMessage(load)
      }),
    end: () => worker.terminate(),
  }
}
