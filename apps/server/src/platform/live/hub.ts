import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BudgetValues, LiveChange, LiveMessage, WatchedKind } from '@millrace/contract'
import type { Session } from '../auth/session.ts'
import { type AuthContext, atTime, type Person } from '../auth/user.ts'
import type { Signals } from '../db/signals.ts'
import { refuse } from '../errors/refusal.ts'
import { createHeardTopics } from './heard-topics.ts'
import { readStreamSessions } from './stream-sessions.ts'
import { livePrefix, topics } from './topics.ts'

/** An object that a browser watches and that its user may see. */
export interface Watched {
  /** The topic of the stream. */
  readonly thing: LiveChange
  readonly kind: WatchedKind
  readonly id: string
  readonly rootId: string
}

export interface Viewer {
  readonly session: Session
  readonly watched: readonly Watched[]
  /** Objects that the browser watches and that its user may not see. */
  readonly unseen: readonly LiveChange[]
  /** The id of the last event that the browser has got from a stream before; null for its first. */
  readonly lastEventId: string | null
  /** The age of the first message, in milliseconds. */
  readonly agoMs: number
}

/** Notifies browsers of changes to data that they show. They load the data again themselves. */
export interface LiveHub {
  /** @throws Refusal `request.too-many`, `server.busy`. */
  open(viewer: Viewer): Readable
  /** Ends all streams: their browsers go to another server. */
  close(): void
}

export interface LiveHubOptions extends AuthContext {
  readonly signals: Pick<Signals, 'follow'>
  readonly config: { readonly budgets: Pick<BudgetValues, 'streams' | 'callerStreams'> }
}

/**
 * Intervals in milliseconds. Changes that occur together are sent together, and a stream gets the same topic at most
 * once in `gap`.
 */
const times = { tick: 100, gap: 500, heartbeat: 20_000, check: 30_000, checkSoon: 50 }

/** The number of characters that may wait for a browser that does not read. */
const maxWaiting = 64_000

/** The share of all streams that one workplace can have, so that some remain for others. */
const shareOfWorkplace = 4 / 5

interface Stream {
  readonly workplaceId: string
  readonly sessionId: string
  readonly user: Person
  /** The changes to send when a topic is heard. */
  readonly changesOf: ReadonlyMap<string, readonly LiveChange[]>
  readonly out: Readable
  readonly pending: Set<LiveChange>
  /** The earliest time of the next message, in ms since 1970. */
  notBefore: number
}

export function createLiveHub({ db, clock, signals, config: { budgets } }: LiveHubOptions): LiveHub {
  const streams = new Set<Stream>()
  const byTopic = new Map<string, Set<Stream>>()
  const heard = createHeardTopics(randomUUID().slice(0, 8))
  const dirty = new Set<Stream>()
  const toCheck = new Set<string>()
  let tick: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  const mark = (stream: Stream, changed: Iterable<LiveChange>) => {
    for (const one of changed) stream.pending.add(one)
    if (stream.pending.size === 0) return
    dirty.add(stream)
    tick ??= setTimeout(sendChanges, times.tick)
  }
  const sendChanges = () => {
    tick = undefined
    const now = Date.now()
    for (const stream of dirty) {
      if (stream.notBefore > now) continue
      dirty.delete(stream)
      stream.notBefore = now + times.gap
      write(stream, { changed: [...stream.pending] }, heard.lastId())
      stream.pending.clear()
    }
    if (dirty.size > 0) tick = setTimeout(sendChanges, times.tick)
  }

  const hear = (topic: string | null) => {
    heard.add(topic)
    if (topic === null) {
      for (const stream of streams) mark(stream, ['everything'])
      return
    }
    if (topic.endsWith('/sessions')) checkSoon(topic.slice(0, -'/sessions'.length))
    for (const stream of byTopic.get(topic) ?? []) mark(stream, stream.changesOf.get(topic) ?? [])
  }

  const checkSoon = (workplaceId: string) => {
    toCheck.add(workplaceId)
    checking ??= setTimeout(checkAll, times.checkSoon)
  }
  /** Ends the streams of those whose session is over, or who are somebody else to rights now: they ask again. */
  const checkAll = async () => {
    checking = undefined
    const workplaces = [...toCheck]
    toCheck.clear()
    for (const workplaceId of workplaces) {
      const own = [...streams].filter((stream) => stream.workplaceId === workplaceId)
      if (own.length === 0) continue
      const ids = [...new Set(own.map(({ sessionId }) => sessionId))]
      // Without an answer all stay as they are until the next look.
      const people = await readStreamSessions({ db, clock }, workplaceId, ids).catch(() => null)
      if (people === null) continue
      for (const stream of own) {
        const { sessionId, user, out } = stream
        const person = people.get(sessionId)
        const now = person === undefined ? undefined : atTime(person, clock())
        if (now !== undefined && rightsKey(now) === rightsKey(user)) continue
        // He finds other tasks now than before.
        if (now !== undefined) write(stream, { changed: ['everything'] }, heard.lastId())
        out.push(null)
      }
    }
  }

  const stopFollowing = signals.follow(livePrefix, hear)
  const heartbeat = setInterval(() => {
    for (const { out } of streams) out.push(': still here\n\n')
  }, times.heartbeat).unref()
  const check = setInterval(() => {
    for (const { workplaceId } of streams) checkSoon(workplaceId)
  }, times.check).unref()

  const refuseMore = ({ id: userId, workplaceId }: Person) => {
    const ofWorkplace = [...streams].filter((stream) => stream.workplaceId === workplaceId)
    if (streams.size >= budgets.streams || ofWorkplace.length >= Math.ceil(budgets.streams * shareOfWorkplace))
      throw refuse(
        'server.busy',
        'Expected fewer open event streams, but the server has reached its limit. Poll instead.',
      )
    const own = ofWorkplace.filter(({ user }) => user.id === userId).length
    if (own >= budgets.callerStreams)
      throw refuse(
        'request.too-many',
        `Expected at most ${budgets.callerStreams} open streams of one user, and this number is reached. Close some, or poll instead.`,
      )
  }

  return {
    open: ({ session, watched, unseen, lastEventId, agoMs }) => {
      refuseMore(session.user)
      const out = new Readable({ read: () => {} })
      const stream: Stream = {
        workplaceId: session.user.workplaceId,
        sessionId: session.id,
        user: session.user,
        changesOf: changesByTopic(session.user, watched),
        out,
        pending: new Set(),
        notBefore: 0,
      }
      streams.add(stream)
      for (const topic of stream.changesOf.keys()) {
        const all = byTopic.get(topic) ?? new Set()
        byTopic.set(topic, all.add(stream))
      }
      out.once('close', () => {
        streams.delete(stream)
        dirty.delete(stream)
        for (const topic of stream.changesOf.keys()) {
          const all = byTopic.get(topic)
          all?.delete(stream)
          if (all?.size === 0) byTopic.delete(topic)
        }
      })
      const missed = lastEventId === null ? heard.lately(agoMs) : heard.since(lastEventId)
      const changed: LiveChange[] =
        missed === null
          ? ['everything']
          : // It may have been to be seen when it was asked for, and whatever took it away is not told by its topics.
            [...new Set([...unseen, ...missed.flatMap((topic) => stream.changesOf.get(topic) ?? [])])]
      write(stream, { changed }, heard.lastId())
      return out
    },
    close: () => {
      stopFollowing()
      clearInterval(heartbeat)
      clearInterval(check)
      clearTimeout(tick)
      clearTimeout(checking)
      for (const { out } of streams) out.push(null)
    },
  }
}

/** Returns the topics that concern a user, with the change that each one reports. */
function changesByTopic(
  { workplaceId, username, groups, standsInFor = [] }: Person,
  watched: readonly Watched[],
): Map<string, LiveChange[]> {
  const changesOf = new Map<string, LiveChange[]>()
  const add = (topic: string, change: LiveChange) => changesOf.set(topic, [...(changesOf.get(topic) ?? []), change])
  const readers = [username, ...standsInFor.map((absent) => absent.username)].map((name) => `u:${name}`)
  for (const who of new Set([...readers, ...groups.map((group) => `g:${group}`)]))
    add(topics.person(workplaceId, who), 'tasks')
  add(topics.person(workplaceId, `s:${username}`), 'instances')
  add(topics.person(workplaceId, `n:${username}`), 'notices')
  for (const change of ['tasks', 'notices'] as const) add(topics.everybody(workplaceId), change)
  add(topics.menus(workplaceId), 'menus')
  for (const topic of [topics.settings(workplaceId), topics.installation]) add(topic, 'settings')
  for (const { thing, kind, id, rootId } of watched) {
    if (kind === 'instance') {
      add(topics.root(workplaceId, rootId), thing)
      continue
    }
    add(topics.task(workplaceId, id), thing)
    add(topics.tasksOf(workplaceId, rootId), thing)
  }
  return changesOf
}

function write({ out }: Stream, message: LiveMessage, id: string): void {
  if (out.readableLength > maxWaiting) out.destroy()
  else out.push(`id: ${id}\ndata: ${JSON.stringify(message)}\n\n`)
}

/** Returns a text of the rights with which a stream was opened. */
function rightsKey({ username, roles, groups, authorizations, standsInFor = [] }: Person): string {
  return JSON.stringify([username, roles, groups, authorizations, standsInFor])
}
