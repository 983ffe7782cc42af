import { type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { cancelStatement } from './cancel-statement.ts'
import { createTx, type Send } from './create-tx.ts'
import type { Tx } from './database.ts'
import { hasLostDatabase } from './has-lost-database.ts'
import { acquire, type PoolAccess } from './pool-access.ts'

/**
 * Reads without being able to write. Each round trip is its own transaction, and concurrent reads, as by `Promise.all`,
 * share one. Reading is cancelled when the caller hangs up. Reads after the end of the work are refused, because others
 * use the connection by then.
 */
export async function readFrom<T>(access: PoolAccess, setting: Statement, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { patience } = access
  const { client, release } = await acquire(access)
  let isSpoilt = false
  let isOver = false
  const hangUp = () => {
    isSpoilt = true
    void cancelStatement(client)
  }
  const send = async (items: Parameters<Send>[0]) => {
    if (isOver) throw new Error('Expected to be asked while reading, but that has ended.')
    patience.signal?.throwIfAborted()
    try {
      return (await sendBatch(client, [setting, ...items])).slice(1)
    } catch (error) {
      // The pool may not have noticed yet.
      isSpoilt ||= hasLostDatabase(error)
      throw error
    }
  }
  patience.signal?.addEventListener('abort', hangUp, { once: true })
  try {
    return await work(createTx({ send: together(send) }))
  } catch (error) {
    throw brokenOff(error, patience, access.times)
  } finally {
    isOver = true
    patience.signal?.removeEventListener('abort', hangUp)
    release(isSpoilt)
  }
}

/**
 * Gathers what is asked at once, and what is asked while a round trip is under way, into the next one. When one
 * statement fails, all of its round trip do.
 */
function together(send: (items: Parameters<Send>[0]) => Promise<unknown[]>): Send {
  let round: { readonly items: Parameters<Send>[0][number][]; readonly answers: Promise<unknown[]> } | undefined
  let before: Promise<unknown> = Promise.resolve()
  return async (items) => {
    if (round === undefined) {
      const asked: Parameters<Send>[0][number][] = []
      const answers = before.then(() => {
        round = undefined
        return send(asked)
      })
      before = answers.catch(() => {})
      round = { items: asked, answers }
    }
    const { items: asked, answers } = round
    const from = asked.push(...items) - items.length
    return (await answers).slice(from, from + items.length)
  }
}
