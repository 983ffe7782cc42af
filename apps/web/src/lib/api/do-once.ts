import type { Call } from '@millrace/contract'
import { ApiError, hasCode } from './api-error.ts'

interface Action<T> {
  readonly call: Pick<Call, 'method' | 'path' | 'happensOnce'>
  readonly input: object
  /** Sends it. The key is null for what can be repeated without harm. */
  readonly send: (key: string | null) => Promise<T>
}

/** Calls that are running, or have just ended, by their content. */
const underWay = new Map<string, Promise<unknown>>()
/** Keys of operations of which nobody knows whether they were done: no answer came. */
const undecided = new Map<string, string>()

/** Milliseconds in which the same operation, with none between, is the second half of a double click. */
const echo = 1_000
/**
 * Milliseconds before an operation without an answer is sent once more, and before one that the server is still at is.
 */
const pause = 1_000
/** How often the server may say that it is still at it: as long as it holds a key. */
const patience = 35

/**
 * Carries out an action once, also when it is requested several times: by a double click, by two keys, or by a user who
 * tries again because no answer came. An equal call joins the one in progress. A call that must not run twice keeps its
 * answer for a moment longer, and is repeated with the same key until its outcome is known.
 *
 * @throws ApiError
 */
export function doOnce<T>(action: Action<T>): Promise<T> {
  const name = describe(action)
  const joined = underWay.get(name)
  if (joined !== undefined) return joined as Promise<T>
  // Something else is done meanwhile.
  endEchoes()
  const done = action.call.happensOnce === true ? sendUnderKey(name, action.send) : action.send(null)
  underWay.set(name, done)
  done.then(
    () => (action.call.happensOnce === true ? forgetSoon(name) : underWay.delete(name)),
    () => underWay.delete(name),
  )
  return done
}

/** Clears the calls that are in progress or undecided, like loading the page does. */
export function forgetActions(): void {
  endEchoes()
  underWay.clear()
  undecided.clear()
}

/** Ends the recognition of repeated calls: the user has done something else, or opened another page. */
export function endEchoes(): void {
  for (const settled of echoes) settled()
}

/** What ends each echo early. */
const echoes = new Set<() => void>()

function forgetSoon(name: string): void {
  const forget = () => {
    clearTimeout(timer)
    echoes.delete(forget)
    underWay.delete(name)
  }
  const timer = setTimeout(forget, echo)
  echoes.add(forget)
}

async function sendUnderKey<T>(name: string, send: Action<T>['send']): Promise<T> {
  const key = undecided.get(name) ?? createKey()
  undecided.set(name, key)
  try {
    const answer = await sendUntilDecided(() => send(key))
    undecided.delete(name)
    return answer
  } catch (error) {
    if (!isUndecided(error)) undecided.delete(name)
    throw error
  }
}

async function sendUntilDecided<T>(send: () => Promise<T>): Promise<T> {
  let lost = 0
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!isUndecided(error) || tries > patience) throw error
      if (!hasCode(error, 'request.running') && ++lost > 1) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Whether it may have been done: no answer came, or one of somebody between, or the server is at it. */
function isUndecided(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502 || error.code === 'request.running')
}

/** Works without a secure context too, which `crypto.randomUUID` does not. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function describe({ call: { method, path }, input }: Action<unknown>): string {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
  return JSON.stringify([method, path, params, query, body instanceof FormData ? describeParts(body) : body])
}

function describeParts(body: FormData): unknown[] {
  return [...body].map(([name, value]) => [name, typeof value === 'string' ? value : numberOf(value)])
}

/** A file is the same while it is the same object: the same one chosen again is another upload. */
function numberOf(file: File): number {
  const known = numbers.get(file)
  if (known !== undefined) return known
  last += 1
  numbers.set(file, last)
  return last
}

const numbers = new WeakMap<File, number>()
let last = 0
