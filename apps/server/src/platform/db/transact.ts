import { Refusal } from '../errors/refusal.ts'
import { type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { createTx, type Send } from './create-tx.ts'
import type { Tx } from './database.ts'
import { type Lending, type Lent, lend } from './lending.ts'
import { isSmall, type SharedCommits } from './shared-commits.ts'

/**
 * Runs work in a transaction. A connection is taken at the first round trip, so decisions before it hold none.
 *
 * @param commits combines transactions that consist of one small batch.
 */
export async function transact<T>(
  lending: Lending,
  setting: readonly Statement[],
  work: (tx: Tx) => Promise<T>,
  commits: SharedCommits | null,
): Promise<T> {
  const transaction = createTransaction(lending, setting, commits)
  try {
    const value = await work(transaction.tx)
    if (value instanceof Refusal) await transaction.tx.rollback()
    else await transaction.end()
    return value
  } catch (error) {
    await transaction.tx.rollback().catch(() => {})
    throw brokenOff(error, lending.patience, lending.times)
  } finally {
    transaction.release()
  }
}

export const begin: Statement = { name: 'begin', text: 'begin', values: [] }
export const commit: Statement = { name: 'commit', text: 'commit', values: [] }
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [] }

interface Transaction {
  readonly tx: Tx
  /** Commits what is open. */
  readonly end: () => Promise<void>
  readonly release: () => void
}

function createTransaction(
  lending: Lending,
  setting: readonly Statement[],
  commits: SharedCommits | null,
): Transaction {
  let lent: Lent | undefined
  let state: 'unopened' | 'open' | 'failed' | 'ended' = 'unopened'

  const send: Send = async (items, isLast) => {
    if (state === 'ended' || state === 'failed') throw new Error(`Expected an open transaction, but it has ${state}.`)
    // A first batch that is also the last needs no begin and commit: it is one transaction by itself.
    const isOnly = state === 'unopened' && isLast
    const opening = state === 'unopened' ? [...(isOnly ? [] : [begin]), ...setting] : []
    const closing = isLast && !isOnly ? [commit] : []
    // Until the answer is here: whoever goes on after a failure would commit nothing without noticing.
    state = 'failed'
    const whole = { lending, setting, items }
    if (isOnly && commits !== null && isSmall(whole)) {
      const results = await commits.send(whole)
      state = 'ended'
      return results
    }
    lent ??= await lend(lending)
    const results = await sendBatch(lent.client, [...opening, ...items, ...closing])
    state = isLast ? 'ended' : 'open'
    return results.slice(opening.length, opening.length + items.length)
  }

  const rollBack = async () => {
    if (lent !== undefined && (state === 'open' || state === 'failed')) await sendBatch(lent.client, [rollback])
    state = 'ended'
  }

  return {
    tx: createTx({ send, rollback: rollBack }),
    end: async () => {
      if (state === 'failed') throw new Error('Expected the function of a failed transaction to fail, but it returned.')
      if (state === 'open') await send([], true)
      state = 'ended'
    },
    // A connection whose transaction could not be ended is not lent again.
    release: () => lent?.release(state !== 'ended'),
  }
}
