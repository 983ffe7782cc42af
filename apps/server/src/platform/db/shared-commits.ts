import type { Query, Statement } from './batch.ts'
import { hasLostDatabase } from './has-lost-database.ts'
import type { PoolAccess } from './pool-access.ts'

/** A transaction that consists of one batch. */
export interface Commit {
  readonly access: PoolAccess
  /** The statements that set the actor. */
  readonly setting: readonly Statement[]
  readonly items: readonly (Statement | Query)[]
}

/** Combines small transactions into one commit. */
export interface SharedCommits {
  /**
   * Commits in a round trip that several commits can share.
   *
   * @returns the result of each item.
   * @throws the error of this commit; errors of others have no effect on it.
   */
  send(commit: Commit): Promise<unknown[]>
}

export interface SharedCommitsOptions {
  /** One round trip and one transaction. */
  readonly sendAlone: (access: PoolAccess, items: readonly (Statement | Query)[]) => Promise<unknown[]>
  /** Transactions at the same time of one workplace and kind of work, and commits in one. */
  readonly atOnce?: number
  readonly most?: number
  /** How long a commit waits for others to be through, in milliseconds: they may wait for a lock themselves. */
  readonly waitMs?: number
}

/**
 * Creates the function that combines commits of one workplace: those of one turn of the event loop, and those that
 * arrive while others are running, share begin, commit, flush and round trip. A single commit does not wait. When one
 * fails, all are rolled back and repeated separately. Commits that wait for a lock, or that write audited rows, count
 * as failed.
 */
export function createSharedCommits({
  sendAlone,
  atOnce = 2,
  most = 8,
  waitMs = 5,
}: SharedCommitsOptions): SharedCommits {
  const queues = new Map<string, Queue>()

  const carryOut = async (group: readonly [Waiting, ...Waiting[]]): Promise<void> => {
    const { access, items, places } = join(group)
    try {
      const results = await sendAlone(access, items)
      for (const [index, { commit, resolve }] of group.entries()) {
        const from = places[index] ?? 0
        resolve(results.slice(from, from + commit.items.length))
      }
    } catch (error) {
      // What was wrong with one is told to whoever it is of.
      if (group.length > 1 && !hasLostDatabase(error)) await Promise.all(group.map((one) => carryOut([one])))
      else for (const { reject } of group) reject(error)
    }
  }

  const sendWaiting = (key: string, queue: Queue, isLate = false) => {
    for (let may = isLate; queue.waiting.length > 0 && (may || queue.running < atOnce); may = false) {
      const [first, ...more] = takeWilling(queue, most)
      if (first === undefined) break
      queue.running++
      void carryOut([first, ...more]).finally(() => {
        queue.running--
        sendWaiting(key, queue)
      })
    }
    if (queue.waiting.length > 0) {
      queue.timer ??= setTimeout(() => {
        queue.timer = undefined
        sendWaiting(key, queue, true)
      }, waitMs)
      return
    }
    clearTimeout(queue.timer)
    queue.timer = undefined
    if (queue.running === 0 && !queue.isDue) queues.delete(key)
  }

  return {
    send: (commit) => {
      const { workplaceId, patience } = commit.access
      const key = `${workplaceId} ${patience.kind}`
      const queue: Queue = queues.get(key) ?? { waiting: [], running: 0, isDue: false, timer: undefined }
      queues.set(key, queue)
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
      queue.waiting.push({ commit, resolve, reject })
      if (queue.isDue) return promise
      queue.isDue = true
      // When all answers have been read that have come by now: what follows from them comes in one turn of the loop.
      setImmediate(() => {
        queue.isDue = false
        sendWaiting(key, queue)
      })
      return promise
    },
  }
}

interface Waiting {
  readonly commit: Commit
  readonly resolve: (results: unknown[]) => void
  readonly reject: (error: unknown) => void
}

interface Queue {
  readonly waiting: Waiting[]
  running: number
  /** Whether it will be looked at when this turn of the loop is over. */
  isDue: boolean
  timer: NodeJS.Timeout | undefined
}

/** The next ones, without those whose callers have hung up meanwhile. */
function takeWilling({ waiting }: Queue, most: number): Waiting[] {
  const taken: Waiting[] = []
  while (taken.length < most) {
    const next = waiting.shift()
    if (next === undefined) break
    const { signal } = next.commit.access.patience
    if (signal?.aborted === true) next.reject(signal.reason)
    else taken.push(next)
  }
  return taken
}

interface Joined {
  readonly access: PoolAccess
  readonly items: (Statement | Query)[]
  /** The positions at which the items of each commit begin. */
  readonly places: number[]
}

/** Returns all in one batch. Who writes is said where it is another. */
function join(group: readonly [Waiting, ...Waiting[]]): Joined {
  const [{ commit: first }] = group
  const isShared = group.length > 1
  const items: (Statement | Query)[] = isShared ? [sharing] : []
  const places: number[] = []
  let said: string | undefined
  for (const { commit } of group) {
    const says = String(commit.setting.map(({ name, values }) => [name, values]))
    if (says !== said) items.push(...commit.setting)
    said = says
    places.push(items.length)
    items.push(...commit.items)
  }
  return { access: isShared ? withoutSignal(first.access) : first.access, items, places }
}

/**
 * A lock that one of them has to wait for would keep all waiting, and what is audited has a transaction of its own
 * (`millrace_revision`): either fails.
 */
const sharing: Statement = {
  name: 'set_shared',
  text: `select set_config('app.shared', 'on', true), set_config('lock_timeout', '100', true)`,
  values: [],
}

/** Returns the access without the signal of one caller: when they disconnect, the others continue. */
function withoutSignal(access: PoolAccess): PoolAccess {
  return { ...access, patience: { ...access.patience, signal: null } }
}

/** The maximum number of statements in a shared commit: about as many as a step writes. */
const maxItems = 40
const longestValue = 20_000

export function isSmall({ items }: Commit): boolean {
  return items.length <= maxItems && items.every(isShort)
}

function isShort(item: Statement | Query): boolean {
  if (!('sql' in item) && item.isLong === true) return false
  const values = 'sql' in item ? item.parameters : item.values
  return values.every((value) => typeof value !== 'string' || value.length <= longestValue)
}
