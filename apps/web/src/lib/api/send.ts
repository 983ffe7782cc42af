import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@millrace/contract'
import { ApiError, readApiError } from './api-error.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import { announceOtherUser, getPageOwner } from './page-owner.ts'

/** The input of a call: the parts that it describes. `FormData` for uploads. */
export type CallInput<T extends Call> = Part<'params', ParamsOf<T>> &
  Part<'query', QueryOf<T>> &
  (T extends { body: 'multipart' }
    ? { body: FormData }
    : BodyOf<T> extends undefined
      ? unknown
      : { body: BodyOf<T> }) & {
    signal?: AbortSignal
    /** The function that sends the request in place of `fetch`. */
    transport?: typeof fetch
  }

/** A part may be left out when nothing in it is required. */
type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value }

export interface SendOptions {
  /** Whether the browser sends the request by itself, so that it does not count as activity. */
  readonly isQuiet?: boolean
  /** The idempotency key of the request. */
  readonly key?: string | null
}

/**
 * Sends one call, without repeating a call that may have been carried out.
 * @throws ApiError when it is refused or no answer arrives.
 */
export async function send<T extends Call>(
  call: T,
  input: CallInput<T>,
  options: SendOptions = {},
): Promise<AnswerOf<T>> {
  const { isQuiet = call.isQuiet === true, key = null } = options
  if (!isQuiet) for (const listener of listeners) listener()
  const { body, signal, transport = fetch } = input as { body?: unknown } & Pick<CallInput<T>, 'signal' | 'transport'>
  const headers = new Headers({ accept: 'application/json' })
  const token = call.method === 'GET' && call.isChange !== true ? null : await getCsrfToken()
  if (token !== null) headers.set('x-xsrf-token', token)
  if (key !== null) headers.set('idempotency-key', key)
  if (isQuiet) headers.set('x-millrace-quiet', '1')
  const owner = getPageOwner()
  if (owner !== null) headers.set('x-millrace-user', owner)
  const isUpload = body instanceof FormData
  if (body !== undefined && !isUpload) headers.set('content-type', 'application/json')
  const request: RequestInit = { method: call.method, credentials: 'include', headers }
  if (signal) request.signal = signal
  // What a page gives back as it goes, such as a lock, outlives it.
  if (call.method === 'DELETE') request.keepalive = true
  if (body !== undefined) request.body = isUpload ? body : JSON.stringify(body)
  const url = toUrl(call, input)
  const early = call.method === 'GET' ? await takeEarlyAnswer(url) : null
  const response =
    early ??
    (await transport(url, request).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new ApiError({ code: 'network', status: 0, message: 'The server did not answer. Check the connection.' })
    }))
  if (call.method === 'GET') showTokenSoon()
  if (!response.ok) {
    const error = await readApiError(response)
    if (error.code === 'session.other-user') announceOtherUser()
    if (error.code === 'session.csrf' && token !== null && token !== (await getCsrfToken(token)))
      return send(call, input, options)
    throw error
  }
  return readAnswer(call, response)
}

const listeners = new Set<() => void>()

/**
 * Calls a listener before every request that is not quiet, which restarts the idle countdown. Returns the function that
 * removes the listener.
 */
export function onRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the address of a call, for links and downloads. */
export function toUrl(call: Call, input: { params?: object; query?: object } = {}): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name))))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  const search = query.toString()
  return `${getApiBase()}${path}${search === '' ? '' : `?${search}`}`
}

/** Where the server has its calls: it writes another base than `/api` into the page. */
function getApiBase(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content || '/api'
}

/**
 * The first call of a visit may be one that changes something, such as signing in: then any call that reads sets the
 * token. The same where one was refused: answers that were on their way together bring one each, and it may be of a session
 * that has ended elsewhere.
 */
async function getCsrfToken(refused: string | null = null): Promise<string | null> {
  const known = showToken()
  if (known !== refused) return known
  // Read to its end, or the browser holds the connection.
  await fetch(`${getApiBase()}/actuator/health/liveness`, { credentials: 'include' })
    .then((response) => response.text())
    .catch(() => {})
  return showToken()
}

/** The token of the cookie; scripts of the page find it in its meta tags too, with the header that it belongs in. */
function showToken(): string | null {
  const token = readCookie('XSRF-TOKEN')
  document.querySelector('meta[name="_csrf"]')?.setAttribute('content', token ?? '')
  return token
}

let isTokenAwaited = false

/** Once for the answers that come together: to read a cookie the browser has to ask another process. */
function showTokenSoon(): void {
  if (isTokenAwaited) return
  isTokenAwaited = true
  setTimeout(() => {
    isTokenAwaited = false
    showToken()
  })
}

async function readAnswer<T extends Call>(call: T, response: Response): Promise<AnswerOf<T>> {
  if (call.answer === 'empty' || response.status === 204) return undefined as AnswerOf<T>
  if (call.answer === 'file') return (await readFile(response)) as AnswerOf<T>
  try {
    return (await response.json()) as AnswerOf<T>
  } catch {
    throw new ApiError({
      code: 'unreadable',
      status: response.status,
      message: 'Expected an answer of the server, but what came is cut off or no JSON.',
    })
  }
}

/** A file in the answer of a call, with its name. */
export interface ReceivedFile {
  readonly name: string
  readonly content: Blob
}

async function readFile(response: Response): Promise<unknown> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  try {
    return { name: decodeURIComponent(name ?? 'download'), content: await response.blob() } satisfies ReceivedFile
  } catch {
    throw new ApiError({
      code: 'unreadable',
      status: response.status,
      message: 'Expected a whole file, but it is cut off.',
    })
  }
}

function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}
