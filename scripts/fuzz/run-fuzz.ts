import type { Description, Operation } from './description.ts'
import { listOperations } from './description.ts'
import { createJudge, type Received } from './judge.ts'
import { type FuzzRequest, makeRequest } from './make-request.ts'
import { createRandom } from './random.ts'
import { createPool } from './things.ts'

export type Send = (request: FuzzRequest) => Promise<Received>

/** A user who makes calls. */
export interface Caller {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Fuzzing {
  readonly seed: number
  readonly calls: number
  readonly description: Description
  readonly send: Send
  /** Asked now and then: sessions end. */
  readonly listCallers: () => Promise<readonly Caller[]>
  /** Values that no call is to name, such as the names of the callers. */
  readonly isLeftAlone: (value: string) => boolean
  /** Makes things to call about: asked at the beginning and now and then, for calls take them away. */
  readonly refill: () => Promise<void>
  /** Calls that are not made: those that would end the callers themselves. */
  readonly isLeftOut: (operation: Operation) => boolean
  readonly onProgress?: (done: number) => void
}

/** A fault of the server, and a request that shows it. */
export interface Complaint {
  readonly operation: string
  readonly what: string
  readonly caller: string
  readonly request: FuzzRequest
  /** How often it was seen. */
  count: number
}

export interface FuzzResult {
  readonly complaints: readonly Complaint[]
  /** How many answers there were of each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Calls that said that something is away, and in which words. */
  readonly away: ReadonlySet<string>
  /** Milliseconds of the slowest, and what it was. */
  readonly slowest: { readonly ms: number; readonly request: FuzzRequest | null }
}

const refillEvery = 400
const signInEvery = 4000
/** Longer than any answer may take that is not waited for. */
const slowMs = 10_000

/** Sends valid and invalid requests by a description, and compares each answer with the description. */
export async function runFuzz(fuzzing: Fuzzing): Promise<FuzzResult> {
  const { seed, calls, description, send, listCallers, isLeftAlone, refill, isLeftOut, onProgress } = fuzzing
  const random = createRandom(seed)
  const things = createPool(isLeftAlone)
  const judge = createJudge(description)
  const operations = listOperations(description).filter((operation) => !isLeftOut(operation))
  const complaints = new Map<string, Complaint>()
  const statuses = new Map<number, number>()
  const away = new Set<string>()
  let slowest: FuzzResult['slowest'] = { ms: 0, request: null }
  let callers: readonly Caller[] = []
  for (let done = 0; done < calls; done++) {
    if (done % refillEvery === 0) await refill()
    if (done % signInEvery === 0) callers = await listCallers()
    // Each is called before any is called again; reading first fills the pool.
    const operation = done < operations.length ? (operations[done] as Operation) : random.pick(operations)
    const made = makeRequest(operation, { description, random, things })
    const caller = random.pick(callers)
    const request = { ...made, headers: { ...made.headers, ...caller.headers } }
    const before = performance.now()
    const received = await send(request).catch((error: unknown) => String(error))
    const ms = performance.now() - before
    if (ms > slowest.ms) slowest = { ms, request: made }
    if (typeof received === 'string') {
      const what = `was not answered: ${received}`
      complain(complaints, { operation: operation.name, what, caller: caller.name, request: made })
      continue
    }
    statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
    if (received.status === 503) away.add(`${operation.name}: ${received.body.toString().replace(/,"requestId.*/, '')}`)
    const fault = judge(operation, received) ?? (ms > slowMs ? `took ${Math.round(ms)} ms` : null)
    if (fault !== null)
      complain(complaints, { operation: operation.name, what: fault, caller: caller.name, request: made })
    if (received.status === 200 && /json/.test(received.type))
      things.harvest(made.url.split('?')[0] ?? '', parse(received.body))
    if (done % 1000 === 999) onProgress?.(done + 1)
  }
  return { complaints: [...complaints.values()], statuses, away, slowest }
}

function complain(complaints: Map<string, Complaint>, complaint: Omit<Complaint, 'count'>): void {
  const key = `${complaint.operation} ${shapeOf(complaint.what)}`
  const known = complaints.get(key)
  if (known === undefined) complaints.set(key, { ...complaint, count: 1 })
  else known.count++
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** Presents the errors grouped by kind, with requests that cause them. */
export function presentComplaints(complaints: readonly Complaint[]): string {
  const groups = Object.entries(Object.groupBy(complaints, ({ what }) => shapeOf(what)))
  return groups
    .map(([, group = []]) => {
      const names = group.map(({ operation, count }) => `${operation} (${count}×)`)
      const more = names.length > 8 ? ` and ${names.length - 8} more` : ''
      return `\n${group[0]?.what}\n  ${names.slice(0, 8).join('\n  ')}${more}\n${group.slice(0, 2).map(presentRequest).join('\n')}`
    })
    .join('\n')
}

function presentRequest({ caller, request }: Complaint): string {
  const body = request.body === null ? '' : ` ${Buffer.from(request.body).toString().slice(0, 400)}`
  return `    ${caller}: ${request.method} ${request.url.slice(0, 500)}${body}`
}

function shapeOf(what: string): string {
  return what.replaceAll(/[0-9a-f-]{36}|\d+|[“"][^“”"]*[”"]/g, '#').slice(0, 100)
}
