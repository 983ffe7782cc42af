import { createHash } from 'node:crypto'
import type { Statement } from '../db/batch.ts'
import { type TooMany, tooMany } from './too-many.ts'
import type { AuthContext } from './user.ts'

/** A counted attempt that may proceed. Where only failures count, successful attempts are reported. */
interface CountedTry {
  /** Call it when the attempt has succeeded. */
  succeeded(): Promise<void>
  /** Forgets this attempt and all before it. */
  reset(): Promise<void>
}

/**
 * Counts an attempt before it is processed, so that concurrent ones count too. The count is in the database: it is the
 * same for every server process.
 *
 * @param what is tried and by whom, such as `captcha 192.0.2.1`.
 * @param most the maximum number of attempts in `minutes`.
 */
export async function countTry(
  { db, clock }: AuthContext,
  what: string,
  most: number,
  minutes = 1,
): Promise<CountedTry | TooMany> {
  const now = clock().toISOString()
  const key = createHash('sha256').update(what).digest()
  const [, rows] = await db.withPlatformTransaction('sign-in', (tx) =>
    tx.commit([
      sweepTries(now),
      {
        name: 'try_count',
        text: `insert into sign_in_try (key, count, ends_at) values ($1, 1, $2::timestamptz + make_interval(mins => $3::int))
          on conflict (key) do update set count = case when sign_in_try.ends_at <= $2 then 1 else sign_in_try.count + 1 end,
            ends_at = case when sign_in_try.ends_at <= $2 then excluded.ends_at else sign_in_try.ends_at end
          returning count, extract(epoch from ends_at - $2::timestamptz)`,
        values: [key, now, minutes],
      },
    ]),
  )
  const [tries, seconds] = rows?.[0] ?? []
  if (Number(tries) > most) return tooMany(Number(seconds))
  return {
    succeeded: async () => {
      await db.withPlatformTransaction('sign-in', (tx) => tx.commit([takeBackTry(key)]))
    },
    reset: async () => {
      await db.withPlatformTransaction('sign-in', (tx) => tx.commit([forgetTry(key)]))
    },
  }
}

function forgetTry(key: Buffer): Statement {
  return { name: 'try_forget', text: 'delete from sign_in_try where key = $1', values: [key] }
}

/** Returns the statement that removes an attempt from the count after a success. */
export function takeBackTry(key: Buffer): Statement {
  return {
    name: 'try_take_back',
    text: 'update sign_in_try set count = count - 1 where key = $1 and count > 0',
    values: [key],
  }
}

/**
 * Returns the statement that deletes old counters of failed sign-ins. Each count runs it for a few rows, so that
 * callers who try many names pay for the cleaning.
 */
export function sweepTries(now: string): Statement {
  return {
    name: 'try_sweep',
    text: `delete from sign_in_try where key in (select key from sign_in_try where ends_at < $1::timestamptz - interval '1 minute' limit 20 for update skip locked)`,
    values: [now],
  }
}
