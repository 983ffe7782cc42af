import { createHash } from 'node:crypto'
import { sessionLimits } from '@millrace/contract'
import type { Statement } from '../db/batch.ts'
import type { AuthContext } from './user.ts'

/** Where a try to sign in comes from, and whom it is for. */
export interface Try {
  readonly address: string
  /** The account as it was named: the same for one that does not exist. */
  readonly account: string
}

/** A try that may go on. Only those that fail are counted in the end. */
export interface CountedTry {
  /** To be told when the password was right. */
  succeeded(): Promise<void>
}

/** A try that may not: it has to wait. */
export interface RefusedTry {
  readonly retryAfterSeconds: number
}

const windowSeconds = 60

/**
 * Counts a try to sign in before it is looked at, so that many at once are counted too. The count is in the database:
 * it is the same for every server process.
 */
export async function countTry(
  { db, clock }: AuthContext,
  { address, account }: Try,
): Promise<CountedTry | RefusedTry> {
  const now = clock()
  const limits = [
    { key: hashKey('account', account.toLowerCase()), most: sessionLimits.triesPerAccount },
    { key: hashKey('address', address), most: sessionLimits.triesPerAddress },
  ]
  const [, ...counts] = await db.withPlatformTransaction('sign-in', (tx) =>
    tx.commit([sweep(now), ...limits.map(({ key }) => count(key, now))]),
  )
  const ends = limits.flatMap(({ most }, index) => {
    const [tries, seconds] = counts[index]?.[0] ?? []
    return Number(tries) > most ? [Number(seconds)] : []
  })
  if (ends.length > 0) return { retryAfterSeconds: Math.max(1, ...ends.map(Math.ceil)) }
  return {
    succeeded: async () => {
      await db.withPlatformTransaction('sign-in', (tx) => tx.commit(limits.map(({ key }) => takeBack(key))))
    },
  }
}

export function isRefused(counted: CountedTry | RefusedTry): counted is RefusedTry {
  return 'retryAfterSeconds' in counted
}

function hashKey(kind: string, value: string): Buffer {
  return createHash('sha256').update(`${kind} ${value}`).digest()
}

function count(key: Buffer, now: Date): Statement {
  return {
    name: 'sign_in_try_count',
    text: `insert into sign_in_try (key, count, ends_at) values ($1, 1, $2::timestamptz + interval '${windowSeconds} seconds')
      on conflict (key) do update set count = case when sign_in_try.ends_at <= $2 then 1 else sign_in_try.count + 1 end,
        ends_at = case when sign_in_try.ends_at <= $2 then excluded.ends_at else sign_in_try.ends_at end
      returning count, extract(epoch from ends_at - $2::timestamptz)`,
    values: [key, now.toISOString()],
  }
}

function takeBack(key: Buffer): Statement {
  return {
    name: 'sign_in_try_take_back',
    text: 'update sign_in_try set count = count - 1 where key = $1 and count > 0',
    values: [key],
  }
}

/** A few at a time, so that whoever comes with many names pays for it himself. */
function sweep(now: Date): Statement {
  return {
    name: 'sign_in_try_sweep',
    text: `delete from sign_in_try where key in (select key from sign_in_try where ends_at < $1::timestamptz - interval '1 minute' limit 20 for update skip locked)`,
    values: [now.toISOString()],
  }
}
