import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CheckedDatabase, connectAlone } from './connect.ts'

/** Tells all processes on one database that something happened. */
export interface Signals {
  /** Soon, and once for many: sent 20 ms later outside any transaction, so that commits do not queue for it. */
  send(topic: string): void
  /**
   * Calls back when the topic was sent by any process, and every now and then anyway, because a signal can get lost
   * with a connection.
   *
   * @returns a function that ends it.
   */
  subscribe(topic: string, callback: () => void): () => void
  close(): Promise<void>
}

export interface SignalsOptions {
  readonly database: CheckedDatabase
  readonly debounceMs?: number
  readonly pollMs?: number
}

/** @throws when the database does not answer. */
export async function openSignals({ database, debounceMs = 20, pollMs = 5000 }: SignalsOptions): Promise<Signals> {
  const subscribers = new Map<string, Set<() => void>>()
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const call = (topic: string) => {
    for (const callback of subscribers.get(topic) ?? []) callback()
  }
  const callAll = () => {
    for (const topic of subscribers.keys()) call(topic)
  }
  const flush = async () => {
    timer = undefined
    const topics = [...pending]
    pending.clear()
    // By the connection that listens, so that it waits for no other. Lost when the database is away; the poll makes up
    // for it.
    await listener.client
      .query(`select pg_notify('${channel}', topic) from unnest($1::text[]) topic`, [topics])
      .catch(() => {})
  }

  let listener = await listen(database, call)
  const keepListening = async () => {
    while (!isClosed) {
      await listener.ended
      for (let isListening = false; !isListening && !isClosed; ) {
        await sleep(1000)
        if (isClosed) return
        const next = await listen(database, call).catch(() => null)
        if (next === null) continue
        if (isClosed) await next.client.end()
        listener = next
        isListening = true
      }
      callAll()
    }
  }
  const keeper = keepListening()
  const poll = setInterval(callAll, pollMs).unref()

  return {
    send: (topic) => {
      pending.add(topic)
      timer ??= setTimeout(flush, debounceMs)
    },
    subscribe: (topic, callback) => {
      const callbacks = subscribers.get(topic) ?? new Set()
      subscribers.set(topic, callbacks.add(callback))
      return () => callbacks.delete(callback)
    },
    close: async () => {
      isClosed = true
      clearInterval(poll)
      clearTimeout(timer)
      if (pending.size > 0) await flush()
      await listener.client.end().catch(() => {})
      await keeper
    },
  }
}

const channel = 'millrace'

async function listen(
  database: CheckedDatabase,
  call: (topic: string) => void,
): Promise<{ client: pg.Client; ended: Promise<void> }> {
  const client = await connectAlone(database)
  client.on('notification', ({ payload }) => call(payload ?? ''))
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await client.query(`listen ${channel}`)
  return { client, ended }
}
