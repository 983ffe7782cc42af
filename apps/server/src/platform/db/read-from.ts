import { type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { cancelStatement } from './cancel-statement.ts'
import { createTx, type Send } from './create-tx.ts'
import type { Tx } from './database.ts'
import { hasLostDatabase } from './has-lost-database.ts'
import { type Lending, lend } from './lending.ts'

/**
 * Each round trip is a transaction of its own that can write nothing. What is asked at once, as by `Promise.all`, is one
 * round trip. What is being read is broken off when the caller hangs up.
 */
export async function readFrom<T>(lending: Lending, setting: Statement, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { patience } = lending
  const { client, release } = await lend(lending)
  let isSpoilt = false
  const hangUp = () => {
    isSpoilt = true
    void cancelStatement(client)
  }
  const send = async (items: Parameters<Send>[0]) => {
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
    throw brokenOff(error, patience, lending.times)
  } finally {
    patience.signal?.removeEventListener('abort', hangUp)
    release(isSpoilt)
  }
}

/** Gathers what is asked until everybody who can go on has asked. When one fails, all of its round trip do. */
function together(send: (items: Parameters<Send>[0]) => Promise<unknown[]>): Send {
  let round: { readonly items: Parameters<Send>[0][number][]; readonly answers: Promise<unknown[]> } | undefined
  return async (items) => {
    if (round === undefined) {
      const asked: Parameters<Send>[0][number][] = []
      const sent = Promise.resolve().then(() => {
        round = undefined
        return send(asked)
      })
      round = { items: asked, answers: sent }
    }
    const { items: asked, answers } = round
    const from = asked.push(...items) - items.length
    return (await answers).slice(from, from + items.length)
  }
}
