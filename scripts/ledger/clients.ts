import { setTimeout as sleep } from 'node:timers/promises'

/** The facts that the server has confirmed to clients. */
export interface Ledger {
  /** Orders that were sent, answered or not. */
  readonly sent: Set<string>
  /** Instances whose start was answered, by order. */
  readonly started: Map<string, string>
  /** Orders whose first task was answered as done. */
  readonly completed: Set<string>
  /** Calls without an answer, or with 503. */
  unanswered: number
  /** Answers that there should not be. */
  readonly wrong: string[]
}

export interface Clients {
  readonly ledger: Ledger
  stop(): Promise<void>
}

export type CallServer = <T>(path: string, body?: object) => Promise<T>

/** The error when the server does not answer: it is unknown whether it has carried out the call. */
export class NoAnswer extends Error {}

/**
 * Creates the function that calls the server.
 * @param urlOf returns the current address of the server; null while it is not running.
 */
export function createCaller(urlOf: () => string | null, authorization: string): CallServer {
  return async <T>(path: string, body?: object) => {
    const url = urlOf()
    if (url === null) throw new NoAnswer('there is no server')
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/engine-rest${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw new NoAnswer(String(error))
      })
    if (answer.status === 503) throw new NoAnswer(answer.text)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T
  }
}

/** Starts several clients, which start orders and complete their first tasks, regardless of failures of the server. */
export function startClients(call: CallServer, lanes = 6): Clients {
  const ledger: Ledger = { sent: new Set(), started: new Map(), completed: new Set(), unanswered: 0, wrong: [] }
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const order = `order-${ledger.sent.size}`
      ledger.sent.add(order)
      try {
        await work(call, order, ledger)
      } catch (error) {
        if (error instanceof NoAnswer) ledger.unanswered++
        else ledger.wrong.push(String(error))
        await sleep(100)
      }
    }
  }
  const working = Promise.all(Array.from({ length: lanes }, lane))
  return {
    ledger,
    stop: async () => {
      isOver = true
      await working
    },
  }
}

async function work(call: CallServer, order: string, { started, completed }: Ledger): Promise<void> {
  const variables = { order: { value: order, type: 'String' }, count: { value: 0, type: 'Integer' } }
  const { id } = await call<{ id: string }>('/process-definition/key/ledger/start', { businessKey: order, variables })
  started.set(order, id)
  const [task] = await call<{ id: string }[]>(`/task?processInstanceId=${id}`)
  if (task === undefined) throw new Error(`${order}: it was started, but has no task.`)
  await call(`/task/${task.id}/complete`, {})
  completed.add(order)
}
