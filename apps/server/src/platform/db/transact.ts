import { Refusal } from '../errors/refusal.ts'
import { type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { createTx, type Send } from './create-tx.ts'
import type { Tx } from './database.ts'
import { type Acquired, acquire, type PoolAccess } from './pool-access.ts'
import { isSmall, type SharedCommits } from './shared-commits.ts'

/**
 * Runs work in a transaction. A connection is taken at the first round trip, so decisions before it hold none.
 *
 * @param commits combines transactions that consist of one small batch.
 */
export async function transact<T>(
  access: PoolAccess,
  setting: readonly Statement[],
  work: (tx: Tx) => Promise<T>,
  commits: SharedCommits | null,
): Promise<T> {
  const transaction = createTransaction(access, setting, commits)
  try {
    const value = await work(transaction.tx)
    if (value instanceof Refusal) await transaction.tx.rollback()
    else await transaction.end()
    return value
  } catch (error) {
    await transaction.tx.rollback().catch(() => {})
    throw brokenOff(error, access.patience, access.times)
  } finally {
    transaction.release()
  }
}

export const begin: Statement = { name: 'begin', text: 'begin', values: [] }
export const commit: Statement = { name: 'commit', text: 'commit', values: [] }
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [] }

interface Transaction {
  readonly tx: Tx
  /** Commits the transaction, if it is open. */
  readonly end: () => Promise<void>
  readonly release: () => void
}

function createTransaction(
  access: PoolAccess,
  setting: readonly Statement[],
  commits: SharedCommits | null,
): Transaction {
  let acquired: Acquired | undefined
  let state: 'unopened' | 'open' | 'failed' | 'ended' = 'unopened'

  const send: Send = async (items, isLast) => {
    if (state === 'ended' || state === 'failed') throw new Error(`Expected an open transaction, but it has ${state}.`)
    // A first batch that is also the last needs no begin and commit: it is one transaction by itself.
    const isOnly = state === 'unopened' && isLast
    const opening = state === 'unopened' ? [...(isOnly ? [] : [begin]), ...setting] : []
    const closing = isLast && !isOnly ? [commit] : []
    // Until the answer is here: whoever goes on after a failure would commit nothing without noticing.
    state = 'failed'
    const whole = { access, setting, items }
    if (isOnly && commits !== null && isSmall(whole)) {
      const results = await commits.send(whole)
      state = 'ended'
      return results
    }
    acquired ??= await acquire(access)
    const results = await sendBatch(acquired.client, [...opening, ...items, ...closing])
    state = isLast ? 'ended' : 'open'
    return results.slice(opening.length, opening.length + items.length)
  }

  const rollBack = async () => {
    if (acquired !== undefined && (state === 'open' || state === 'failed')) await sendBatch(acquired.client, [rollback])
    state = 'ended'
  }

  return {
    tx: createTx({ send, rollback: rollBack }),
    end: async () => {
      if (state === 'failed') throw new Error('Expected the function of a failed transaction to fail, but it returned.')
      if (state === 'open') await send([], true)
      state = 'ended'
    },
    // A connection whose transaction could not be ended is not acquired again.
    release: () => acquired?.release(state !== 'ended'),
  }
}
