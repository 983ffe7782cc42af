import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { perSecond } from './measure.ts'

/** The input of the thread that acts as the clients. */
export interface LoadPlan {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly surface: 'api' | 'engine-rest' | 'bare'
  readonly definitionId: string
  /** The hashes of the opened forms: of the start and of both tasks. */
  readonly hashes: readonly [string, string, string]
}

/** The number of clients, each with its own connection, and the duration of the load. */
export interface LoadOrder {
  readonly width: number
  readonly ms: number
}

type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

// biome-ignore lint/suspicious/noExplicitAny: three servers answer; what is wrong with an answer shows in the next call.
type Answer = any

const plan: LoadPlan = workerData
const agent = new http.Agent({ keepAlive: true })
const { hostname, port } = new URL(plan.origin)

const surfaces = { api: useApi, 'engine-rest': useEngineRest, bare: useBare }

parentPort?.on('message', async ({ width, ms }: LoadOrder) => {
  const one = () => surfaces[plan.surface](send, plan)
  parentPort?.postMessage(await perSecond(width, ms, one))
})

/** Makes the calls of the browser, with the forms already open: each answer names the next task. */
async function useApi(call: Send, { definitionId, hashes }: LoadPlan): Promise<void> {
  const [start, first, second] = hashes
  const started = await call('POST', `/api/processes/definitions/${definitionId}/start`, {
    values: { amount: 500 },
    hash: start,
  })
  const values = { approved: 1 }
  const done = await call('POST', `/api/tasks/${started.nextTaskId}/complete`, { values, hash: first })
  await call('POST', `/api/tasks/${done.nextTaskId}/complete`, { values, hash: second })
}

/** Makes the calls of an API client, which has to query its tasks. */
async function useEngineRest(call: Send, { definitionId }: LoadPlan): Promise<void> {
  const { id } = await call('POST', `/engine-rest/process-definition/${definitionId}/start`, {
    variables: { amount: { value: 500, type: 'Integer' } },
  })
  for (const variables of [{ approved: { value: 1, type: 'Integer' } }, {}]) {
    const [task] = await call('GET', `/engine-rest/task?processInstanceId=${id}`)
    await call('POST', `/engine-rest/task/${task.id}/complete`, { variables })
  }
}

async function useBare(call: Send): Promise<void> {
  const started = await call('POST', '/start', { amount: 500 })
  await call('POST', '/complete-first', { ...started, approved: 1 })
  await call('POST', '/complete-second', started)
}

/** Sends a request with Node's own client, which costs least. */
function send(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const length =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(text.length) }
    const request = http.request({ hostname, port, method, path, agent, headers: { ...plan.headers, ...length } })
    request.once('error', reject)
    request.once('response', (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        answer += part
      })
      response.once('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(answer === '' ? null : JSON.parse(answer))
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`))
      })
    })
    request.end(text)
  })
}
