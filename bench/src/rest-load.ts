import http from 'node:http'
import { perSecond } from './measure.ts'

/** The load of a server by calls of Camunda's REST API. */
export interface RestLoad {
  /** With the path of the REST API, such as `http://127.0.0.1:8080/engine-rest`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly processKey: string
  /** How many clients there are, each with a connection that it keeps, and for how long. */
  readonly width: number
  readonly ms: number
}

export interface RestLoadResult {
  readonly perSecond: number
  readonly instances: number
  /** Times of the calls that complete a task, in ms. */
  readonly completes: readonly number[]
}

// A process of its own, so that the clients are not counted as the server.
process.on('message', async (load: RestLoad) => {
  const completes: number[] = []
  const call = createClient(load)
  const rate = await perSecond(load.width, load.ms, () => useEngineRest(call, load.processKey, completes))
  const result: RestLoadResult = { perSecond: rate, instances: completes.length / 2, completes }
  process.send?.(result)
})

// biome-ignore lint/suspicious/noExplicitAny: several servers answer; what is wrong with an answer shows in the next call.
type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<any>

/** Five calls: start, and twice the task of the instance and its completion. */
async function useEngineRest(call: Send, processKey: string, completes: number[]): Promise<void> {
  const { id } = await call('POST', `/process-definition/key/${processKey}/start`, {
    variables: { amount: { value: 500, type: 'Integer' } },
  })
  for (const variables of [{ approved: { value: 1, type: 'Integer' } }, {}]) {
    const [task] = await call('GET', `/task?processInstanceId=${id}`)
    const startedAt = performance.now()
    await call('POST', `/task/${task.id}/complete`, { variables })
    completes.push(performance.now() - startedAt)
  }
}

function createClient({ url, headers: own }: RestLoad): Send {
  const { hostname, port, pathname } = new URL(url)
  const agent = new http.Agent({ keepAlive: true })
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = text === undefined ? own : { ...own, 'content-type': 'application/json' }
      const request = http.request({ hostname, port, method, path: `${pathname}${path}`, agent, headers })
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
