import { type AnswerOf, type Call, type ErrorAnswer, type ErrorCode, errors } from '@millrace/contract'
import { vi } from 'vitest'

/** The input of a call that the simulated server received. */
export interface ReceivedCall {
  readonly call: Call
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON as read, `FormData` as it is. */
  readonly body: unknown
  readonly headers: Headers
}

/** The answer of the simulated server to one call. */
export interface Answer {
  readonly call: Call
  readonly reply: (received: ReceivedCall) => unknown
}

export class Refusal {
  readonly status: number
  readonly answer: ErrorAnswer

  constructor(answer: ErrorAnswer) {
    this.status = errors[answer.code].status
    this.answer = answer
  }
}

/** Defines the answer to a call of the contract; a later answer to the same call replaces an earlier one. */
export function answer<const T extends Call>(
  call: T,
  reply: (received: ReceivedCall) => AnswerOf<T> | Refusal | Promise<AnswerOf<T>>,
): Answer {
  return { call, reply }
}

export function refuse(code: ErrorCode, message: string, details?: ErrorAnswer['details']): Refusal {
  return new Refusal({ code, message, requestId: 'request-1', ...(details ? { details } : {}) })
}

export interface Network {
  /** Every call that arrived, in order. */
  readonly received: ReceivedCall[]
  /** Calls to this one, in order. */
  callsTo(call: Call): ReceivedCall[]
  answer(...answers: Answer[]): void
}

/** Replaces the network: all code above `fetch` is that of the product. */
export function stubNetwork(first: readonly Answer[]): Network {
  const answers = [...first]
  const received: ReceivedCall[] = []
  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    const found = findAnswer(answers, address, request)
    if (found === null)
      throw new Error(`Expected an answer for ${request.method} ${address} in the test, but there is none.`)
    received.push(found.received)
    const content = await found.answer.reply(found.received)
    if (content instanceof Refusal) return Response.json(content.answer, { status: content.status })
    return content === undefined ? new Response(null, { status: 204 }) : Response.json(content)
  })
  return {
    received,
    callsTo: (call) => received.filter((one) => one.call === call),
    answer: (...more) => answers.push(...more),
  }
}

function findAnswer(answers: readonly Answer[], address: string, request: RequestInit) {
  const url = new URL(address, 'http://localhost')
  // As a server does: an address without parameters goes before one with them, whichever came first.
  const byParameters = answers.toReversed().sort((a, b) => countParameters(a.call) - countParameters(b.call))
  for (const answer of byParameters) {
    const { call } = answer
    const pattern = new RegExp(`^/api${call.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = request.method === call.method ? pattern.exec(url.pathname) : null
    if (!match) continue
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
    const { body } = request
    const received: ReceivedCall = {
      call,
      params: Object.fromEntries(params),
      query: Object.fromEntries(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : body,
      headers: new Headers(request.headers),
    }
    return { answer, received }
  }
  return null
}

function countParameters({ path }: Call): number {
  return path.split('{').length
}
