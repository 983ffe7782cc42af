import { multipart } from '../../apps/server/src/runtime/testing/multipart.ts'
import type { Answer, Attacker, Bearer, Credentials } from './attack.ts'
import { type Answered, askFromElsewhere } from './elsewhere.ts'
import type { Target } from './target.ts'

/** Sends a request to a server, or to an app without a port. */
export type Send = (request: {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: Buffer | string
}) => Promise<{ readonly status: number; readonly text: string }>

/** The user names of the attacker, and of the users in whose name they attack as well. */
interface Names {
  readonly attacker: Credentials
  readonly neighbour: Credentials
  readonly program: Credentials & Bearer
  readonly designer: Bearer
  readonly keeper: Attacker['keeper']
  readonly log: Attacker['log']
}

export function createAttacker(
  send: Send,
  { url, attacker, neighbour, program, designer, keeper, log }: Names & { readonly url: string },
): Attacker {
  const authorization = basic(attacker)
  const timed = async (request: Parameters<Send>[0]): Promise<Answer> => {
    const startedAt = performance.now()
    const { status, text } = await send(request)
    return { status, body: readJson(text), ms: performance.now() - startedAt }
  }
  const callWith =
    (headers: Readonly<Record<string, string>>, base = '/engine-rest'): Attacker['call'] =>
    (method, path, body) =>
      timed({
        method,
        path: `${base}${path}`,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
  return {
    wire: { url, authorization },
    designer,
    program,
    keeper,
    log,
    call: callWith({ authorization }),
    design: callWith({ authorization: `Bearer ${designer.token}` }, '/api'),
    upload: (path, files) => {
      const { headers, payload } = multipart(Object.entries(files).map(([name, content]) => ({ name, content })))
      const all = { authorization: `Bearer ${designer.token}`, ...headers }
      return timed({ method: 'POST', path: `/api${path}`, headers: all, payload })
    },
    callAs: (who, ...call) => {
      const credentials = who === 'neighbour' ? neighbour : who === 'program' ? program : who
      if (!('password' in credentials)) return callWith({ authorization: `Bearer ${credentials.token}` })(...call)
      const { from } = credentials
      const headers = { authorization: basic(credentials), ...(from !== undefined && { 'x-forwarded-for': from }) }
      return callWith(headers)(...call)
    },
    deploy: (files) => {
      const parts = Object.entries(files).map(([name, content]) => ({ name, content }))
      const { headers, payload } = multipart(parts, { 'deployment-name': 'hostile' })
      return timed({
        method: 'POST',
        path: '/engine-rest/deployment/create',
        headers: { authorization, ...headers },
        payload,
      })
    },
  }
}

/** Returns the header of HTTP Basic authentication. */
export function basic({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

export function sendOver(url: string): Send {
  return async ({ method, path, headers, payload = '' }) => {
    const { 'x-forwarded-for': from, ...others } = headers
    if (from !== undefined) return askFromElsewhere(`${url}${path}`, { method, from, headers: others, body: payload })
    const body = payload === '' ? {} : { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }
    const response = await fetch(`${url}${path}`, { method, headers, ...body, signal: AbortSignal.timeout(300_000) })
    return { status: response.status, text: await response.text() }
  }
}

type Place = Pick<Target, 'url' | 'worker'>

/**
 * Creates the browser of another user: a signed-in call of the task list, which signs in again when the session has
 * expired.
 */
export async function signIn(target: Place): Promise<(signal: AbortSignal) => Promise<unknown>> {
  let cookie = await openSession(target)
  const ask = (signal: AbortSignal) =>
    askFromElsewhere(`${target.url}/api/tasks/assigned`, { headers: { cookie }, signal })
  return async (signal) => {
    let answer = await ask(signal)
    if (answer.status === 401) {
      cookie = await openSession(target)
      answer = await ask(signal)
    }
    if (answer.status !== 200) throw new Error(`Expected the task list, but: ${answer.status}`)
    const { items } = JSON.parse(answer.text) as { items: readonly unknown[] }
    if (items.length === 0) throw new Error('Expected tasks in the list, but there are none.')
  }
}

async function openSession({ url, worker }: Place): Promise<string> {
  const token = readCookies(await askFromElsewhere(`${url}/api/actuator/health/liveness`)).get('XSRF-TOKEN') ?? ''
  const answer = await askFromElsewhere(`${url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': decodeURIComponent(token),
    },
    body: JSON.stringify(worker),
  })
  if (answer.status !== 200) throw new Error(`Expected the neighbour to sign in, but: ${answer.text}`)
  return [...readCookies(answer)].map(([name, value]) => `${name}=${value}`).join('; ')
}

function readCookies({ cookies }: Answered): Map<string, string> {
  return new Map(
    cookies.flatMap((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
