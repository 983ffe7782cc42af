import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CheckedDatabase, connectAlone } from './connect.ts'

/** Sends signals to all servers that use one database. */
export interface Signals {
  /**
   * Soon, and once for many: sent 20 ms later outside any transaction, so that commits do not queue for it.
   *
   * @param topic one line of at most 1000 characters.
   */
  send(topic: string): void
  /**
   * Calls back when the topic was sent by any process, and every sometimes anyway, because a signal can get lost with a
   * connection.
   *
   * @returns a function that ends it.
   */
  subscribe(topic: string, callback: () => void): () => void
  /**
   * Calls back with each topic that begins with a prefix, by what follows it, and with null when some may have got lost.
   *
   * @returns a function that ends it.
   */
  follow(prefix: string, listener: (rest: string | null) => void): () => void
  close(): Promise<void>
}

export interface SignalsOptions {
  readonly database: CheckedDatabase
  readonly debounceMs?: number
  readonly pollMs?: number
}

/**
 * Opens the signals of a database.
 *
 * @throws when the database does not answer.
 */
export async function openSignals({ database, debounceMs = 20, pollMs = 5000 }: SignalsOptions): Promise<Signals> {
  const subscribers = new Map<string, Set<() => void>>()
  const followers = new Set<{ readonly prefix: string; readonly listener: (rest: string | null) => void }>()
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let hasLost = false

  const call = (topic: string) => {
    for (const callback of subscribers.get(topic) ?? []) callback()
    for (const { prefix, listener } of followers) if (topic.startsWith(prefix)) listener(topic.slice(prefix.length))
  }
  const reportLoss = () => {
    for (const { listener } of followers) listener(null)
  }
  const hear = (topics: readonly string[]) => {
    for (const topic of topics) {
      if (topic === lost) reportLoss()
      else call(topic)
    }
  }
  const callAll = () => {
    for (const topic of subscribers.keys()) call(topic)
  }
  const flush = async () => {
    timer = undefined
    const topics = [...pending]
    pending.clear()
    // By the connection that listens, so that it waits for no other. Lost when the database is away: others are told so
    // when it is back, and for jobs there is the poll.
    await listener.client
      .query(`select pg_notify('${channel}', payload) from unnest($1::text[]) payload`, [packTopics(topics)])
      .catch(() => {
        hasLost = true
      })
  }

  let listener = await listen(database, hear)
  const { hosts } = database.direct ?? database
  const stopWatching = hosts?.onLoss(() => {
    if (hosts.isStale(listener.client)) void listener.client.end()
  })
  const keepListening = async () => {
    while (!isClosed) {
      await listener.ended
      for (let isListening = false; !isListening && !isClosed; ) {
        await sleep(1000)
        if (isClosed) return
        const next = await listen(database, hear).catch(() => null)
        if (next === null) continue
        if (isClosed) await next.client.end()
        listener = next
        isListening = true
      }
      callAll()
      reportLoss()
      if (hasLost) send(lost)
      hasLost = false
    }
  }
  const send = (topic: string) => {
    pending.add(topic)
    timer ??= setTimeout(flush, debounceMs)
  }
  const keeper = keepListening()
  const poll = setInterval(callAll, pollMs).unref()

  return {
    send,
    subscribe: (topic, callback) => {
      const callbacks = subscribers.get(topic) ?? new Set()
      subscribers.set(topic, callbacks.add(callback))
      return () => callbacks.delete(callback)
    },
    follow: (prefix, listener) => {
      const follower = { prefix, listener }
      followers.add(follower)
      return () => followers.delete(follower)
    },
    close: async () => {
      isClosed = true
      stopWatching?.()
      clearInterval(poll)
      clearTimeout(timer)
      if (pending.size > 0) await flush()
      await listener.client.end().catch(() => {})
      await keeper
    },
  }
}

const channel = 'millrace'

/** Sent for all that could not be. */
const lost = 'lost'

/** PostgreSQL takes fewer than 8000 bytes at a time; a notification costs each listener more than what is in it. */
const maxBytes = 7900

function packTopics(topics: readonly string[]): string[] {
  const payloads: string[] = []
  let payload = ''
  for (const topic of topics) {
    if (payload !== '' && Buffer.byteLength(payload) + 1 + Buffer.byteLength(topic) > maxBytes) {
      payloads.push(payload)
      payload = ''
    }
    payload += payload === '' ? topic : `\n${topic}`
  }
  return payload === '' ? payloads : [...payloads, payload]
}

async function listen(
  database: CheckedDatabase,
  hear: (topics: readonly string[]) => void,
): Promise<{ client: pg.Client; ended: Promise<void> }> {
  const client = await connectAlone(database)
  client.on('notification', ({ payload = '' }) => hear(payload.split('\n')))
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await client.query(`listen ${channel}`)
  return { client, ended }
}
