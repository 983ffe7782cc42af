import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { AnswerOf, BodyOf, Call, ErrorAnswer, ParamsOf, QueryOf } from '@millrace/contract'

export interface TestRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly url: string
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly cookies?: Record<string, string>
  readonly payload?: string | object | Buffer
}

/** What of the server a client uses: requests without a port. */
interface Injectable {
  inject(request: TestRequest & { readonly payloadAsStream: true }): Promise<StreamedResponse>
}

interface InjectedResponse extends Omit<StreamedResponse, 'stream'> {
  readonly body: string
}

interface StreamedResponse {
  readonly statusCode: number
  readonly headers: Record<string, number | string | string[] | undefined>
  stream(): Readable
  readonly cookies: readonly { name: string; value: string; maxAge?: number; expires?: Date }[]
}

/** A client that behaves like a browser: it keeps cookies and sends the CSRF token. */
export interface TestClient {
  readonly cookies: Map<string, string>
  /** Makes a call of the contract. */
  call<const C extends Call>(call: C, input?: TestInput<C>): Promise<TestAnswer<AnswerOf<C>>>
  /** Sends whatever a test wants to; the path begins with the API base. */
  send(request: TestRequest): Promise<TestAnswer<unknown>>
}

export interface TestInput<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly query?: Partial<QueryOf<C>>
  /** Not checked, so that tests can send what is wrong. */
  readonly body?: BodyOf<C> | object
  readonly headers?: Record<string, string>
}

export interface TestAnswer<Body> {
  readonly status: number
  readonly headers: InjectedResponse['headers']
  /** The answer, read as JSON where it is. */
  readonly body: Body
  /** The same as a refusal, for calls that are expected to be refused. */
  readonly error: ErrorAnswer
}

export function createTestClient(
  app: Injectable,
  initial: Readonly<Record<string, string>> = {},
  apiBase = '/api',
): TestClient {
  const cookies = new Map(Object.entries(initial))

  const send: TestClient['send'] = async (request) => {
    const isReading = request.method === undefined || request.method === 'GET'
    if (!isReading && !cookies.has('XSRF-TOKEN')) await send({ url: `${apiBase}/actuator/health/liveness` })
    const token = cookies.get('XSRF-TOKEN')
    const headers = { ...(isReading || token === undefined ? {} : { 'x-xsrf-token': token }), ...request.headers }
    const response = await injectWhole(app, {
      ...request,
      cookies: { ...Object.fromEntries(cookies), ...request.cookies },
      headers,
    })
    keepCookies(cookies, response)
    const body = readBody(response)
    return { status: response.statusCode, headers: response.headers, body, error: body as ErrorAnswer }
  }

  return {
    cookies,
    send,
    call: async <C extends Call>(call: C, { params = {} as ParamsOf<C>, query, body, headers }: TestInput<C> = {}) => {
      const values = new Map(Object.entries(params))
      const url =
        apiBase + call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
      const answer = await send({
        method: call.method,
        url,
        ...(query === undefined ? {} : { query: toText(query) }),
        ...(body === undefined ? {} : { payload: body as object }),
        ...(headers === undefined ? {} : { headers }),
      })
      return answer as TestAnswer<AnswerOf<C>>
    },
  }
}

/** An answer with no end, such as a stream of events, is left once it has begun. */
async function injectWhole(app: Injectable, request: TestRequest): Promise<InjectedResponse> {
  const response = await app.inject({ ...request, payloadAsStream: true })
  const stream = response.stream()
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    stream.destroy()
    return { ...pick(response), body: '' }
  }
  return { ...pick(response), body: (await buffer(stream)).toString() }
}

function pick({ statusCode, headers, cookies }: StreamedResponse) {
  return { statusCode, headers, cookies }
}

function keepCookies(cookies: Map<string, string>, { cookies: received }: InjectedResponse): void {
  for (const { name, value, maxAge, expires } of received) {
    if (maxAge === 0 || (expires !== undefined && expires.getTime() < Date.now())) cookies.delete(name)
    else cookies.set(name, value)
  }
}

function readBody({ headers, body }: InjectedResponse): unknown {
  return String(headers['content-type']).includes('json') && body !== '' ? JSON.parse(body) : body
}

function toText(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
