import { type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { cancelStatement } from './cancel-statement.ts'
import { createTx, type Send } from './create-tx.ts'
import type { Tx } from './database.ts'
import { hasLostDatabase } from './has-lost-database.ts'
import { type Lending, lend } from './lending.ts'

/**
 * Each round trip is a transaction of its own that can write nothing. What is being read is broken off when the caller
 * hangs up.
 */
export async function readFrom<T>(lending: Lending, setting: Statement, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { patience } = lending
  const { client, release } = await lend(lending)
  let isSpoilt = false
  const hangUp = () => {
    isSpoilt = true
    void cancelStatement(client)
  }
  const send: Send = async (items) => {
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
    return await work(createTx({ send }))
  } catch (error) {
    throw brokenOff(error, patience, lending.times)
  } finally {
    patience.signal?.removeEventListener('abort', hangUp)
    release(isSpoilt)
  }
}
