import { createHash } from 'node:crypto'
import { sweepTries } from './count-try.ts'
import { type TooMany, tooMany } from './too-many.ts'
import type { AuthContext } from './user.ts'

/** A limit of an amount, such as bytes, and not of a number of calls. */
export interface Amount {
  /** The name of the counter, such as `form bytes 192.0.2.1`. Each name occurs once in a list. */
  readonly what: string
  /** The maximum amount of one period. */
  readonly most: number
}

/** PostgreSQL counts in 32 bits. */
const largest = 2_000_000_000

/**
 * Adds an amount to several counters before an action, in one statement, so that concurrent callers count too. When one
 * of the counters would exceed its limit, none of them keeps the amount.
 *
 * @param amount a whole number, at most two thousand million. Count kilobytes, not bytes.
 * @param minutes the length of a period, which starts with its first amount.
 * @returns null when all counters are within their limits.
 */
export async function countAmounts(
  { db, clock }: AuthContext,
  counts: readonly Amount[],
  { amount, minutes }: { readonly amount: number; readonly minutes: number },
): Promise<TooMany | null> {
  const now = clock().toISOString()
  const keyed = counts.map(({ what, most }) => ({ key: createHash('sha256').update(what).digest('hex'), most }))
  const keys = keyed.map(({ key }) => key)
  const [, rows] = await db.withPlatformTransaction('sign-in', (tx) =>
    tx.commit([
      sweepTries(now),
      {
        name: 'amount_count',
        // In the order of the keys: two callers that lock the same rows wait for each other in turn.
        text: `insert into sign_in_try (key, count, ends_at)
          select decode(one, 'hex'), $2::int, $3::timestamptz + make_interval(mins => $4::int) from unnest($1::text[]) as one order by one
          on conflict (key) do update set
            count = case when sign_in_try.ends_at <= $3 then excluded.count else least(${largest}, sign_in_try.count::bigint + excluded.count)::int end,
            ends_at = case when sign_in_try.ends_at <= $3 then excluded.ends_at else sign_in_try.ends_at end
          returning encode(key, 'hex'), count, extract(epoch from ends_at - $3::timestamptz)`,
        values: [keys, amount, now, minutes],
      },
    ]),
  )
  const waits = (rows ?? []).flatMap(([key, count, seconds]) => {
    const most = keyed.find((one) => one.key === key)?.most ?? 0
    return Number(count) > most ? [Number(seconds)] : []
  })
  if (waits.length === 0) return null
  await db.withPlatformTransaction('sign-in', (tx) =>
    tx.commit([
      {
        name: 'amount_take_back',
        text: `update sign_in_try set count = greatest(0, count - $2::int) where key in
          (select key from sign_in_try where key in (select decode(one, 'hex') from unnest($1::text[]) as one) order by encode(key, 'hex') for update)`,
        values: [keys, amount],
      },
    ]),
  )
  return tooMany(Math.max(...waits))
}
