import { sessionLimits } from '@millrace/contract'
import type { ResultRows, Statement } from '../db/batch.ts'
import { takeBackTry } from './count-try.ts'
import { credentialOf } from './directory-password.ts'
import { hashDevice, hashNetwork, type Origin } from './origin.ts'
import { type TooMany, tooMany } from './too-many.ts'
import { isUserOpen, userAsJson } from './user.ts'

/**
 * How wrong passwords are counted. Five in a row for one account from one place lock the account there for a while,
 * whoever comes from there, and nowhere else: a stranger locks out themselves. A place is a browser in which the user
 * has signed in before, else a network. What places together try that the account does not know is bounded as well, and
 * so is what one network tries, whatever the names; neither counts, nor stops, whoever comes from a place that is
 * known. Everything is counted within one workplace, and for accounts that do not exist as for those that do.
 */

/** An attempt that was counted before its password is checked, so that concurrent ones count too. */
export interface CountedTry {
  /** The number of this attempt in a row from one origin; beyond `most` the account is locked for that origin. */
  readonly tries: number
  readonly most: number
  /** The number of seconds after which the counts are deleted. */
  readonly seconds: number
  /** The counters of all origins that the account does not know; null for a known origin. */
  readonly strangers: { readonly tries: number; readonly seconds: number } | null
  /** Too many from this network: nothing else was counted. */
  readonly flood: TooMany | null
  /**
   * The keys of the counters, in the order in which their rows are locked: of the network, of the account from this
   * origin, and of the account from all unknown origins.
   */
  readonly keys: readonly (Buffer | null)[]
  /** Whether the account has seen the browser before. */
  readonly isKnownDevice: boolean
}

/** Returns the statement that counts a sign-in attempt and reads the account. Its last columns are `accountColumns`. */
export function beginTry(workplaceId: string, username: string, { address, device }: Origin, now: string): Statement {
  const { failedTries, lockedMinutes, triesPerAddress, knownDays } = sessionLimits
  return {
    name: 'password_try_begin',
    text: `with account as (select u.id, ${userAsJson} as person, ${credentialOf} as password_hash,
          case when u.directory_id is not null then null when u.must_change_password then 'first' when ${isTooOld} then 'old' end as change, ${isUserOpen} as is_open
          from app_user u where u.workplace_id = $1 and u.username_key = lower($2)),
        named as (select coalesce((select id::text from account), 'nobody ' || lower($2)) as name),
        known as (select k.origin from known_origin k join account a on a.id = k.user_id
          where k.workplace_id = $1 and k.origin in ($4::bytea, $5::bytea) and k.last_seen_at > $3::timestamptz - make_interval(days => $9::int)),
        place as (select case when exists (select from known where origin = $4::bytea) then $4::bytea else $5::bytea end as origin, exists (select from known) as is_known),
        allowed as (select ${settingAsNumber('signIn.failedTries', '$6')} as most, ${settingAsNumber('signIn.lockedMinutes', '$7')} as minutes),
        network as (insert into sign_in_try (key, count, ends_at)
          select ${keyOf(`'network'`, `encode($5::bytea, 'hex')`)}, 1, $3::timestamptz + interval '1 minute' from place where not is_known
          on conflict (key) do update set ${countInWindow} returning key, count, ends_at),
        pair as (insert into sign_in_try (key, account, count, ends_at)
          select ${keyOf(`'place'`, 'name', `encode(origin, 'hex')`)}, ${keyOf(`'account'`, 'name')}, 1, $3::timestamptz + make_interval(mins => minutes)
          from named, place, allowed where not exists (select from network where count > $8::int)
          on conflict (key) do update set count = case when ${hasEnded} then 1 else sign_in_try.count + 1 end,
            ends_at = case when not ${hasEnded} and sign_in_try.count >= (select most from allowed) then sign_in_try.ends_at else excluded.ends_at end
          returning key, count, ends_at),
        strangers as (insert into sign_in_try (key, account, count, ends_at)
          select ${keyOf(`'strangers'`, 'name')}, ${keyOf(`'account'`, 'name')}, 1, $3::timestamptz + make_interval(mins => minutes)
          from named, place, allowed, pair where not is_known and pair.count <= most
          on conflict (key) do update set ${countInWindow} returning key, count, ends_at)
      select p.count, ${secondsTo('p')}, s.count, ${secondsTo('s')}, n.count, ${secondsTo('n')}, encode(n.key, 'hex'), encode(p.key, 'hex'), encode(s.key, 'hex'),
          allowed.most, exists (select from known where origin = $4::bytea), a.person, a.password_hash, a.change, a.is_open
        from allowed left join network n on true left join pair p on true left join strangers s on true left join account a on true`,
    values: [
      workplaceId,
      username,
      now,
      device === undefined ? null : hashDevice(device),
      hashNetwork(address),
      failedTries,
      lockedMinutes,
      triesPerAddress,
      knownDays,
    ],
  }
}

/** SQL condition: the password is older than `password.maximumAgeDays`, where 0 means no limit. */
const isTooOld = `(select value::int from setting where workplace_id = $1 and key = 'password.maximumAgeDays' and value::int > 0) < extract(epoch from $3::timestamptz - u.password_changed_at) / 86400`

/** The index of the first column of the account in the result: the user, the password hash, why it has to be changed, and a flag. */
export const accountColumns = 11

export function readTry(rows: ResultRows | undefined): CountedTry {
  const [row = []] = rows ?? []
  const [tries, seconds, strangers, strangerSeconds, inNetwork, networkSeconds, ...rest] = row
  const [networkKey, placeKey, strangersKey, most, isKnownDevice] = rest
  return {
    tries: Number(tries),
    most: Number(most),
    seconds: Number(seconds),
    strangers: strangers == null ? null : { tries: Number(strangers), seconds: Number(strangerSeconds) },
    flood: Number(inNetwork) > sessionLimits.triesPerAddress ? tooMany(Number(networkSeconds)) : null,
    keys: [networkKey, placeKey, strangersKey].map((key) => (key == null ? null : Buffer.from(key, 'hex'))),
    isKnownDevice: isKnownDevice === 't',
  }
}

/**
 * Decides from counters of failed sign-ins whether a password may be checked at all. `locked` is answered like a wrong
 * password; callers who continue get the time to wait. Null: the password may be checked.
 */
export function refuseTry({ tries, most, seconds, strangers, flood }: CountedTry): TooMany | 'locked' | null {
  const { triesPerAccount, strangerTries } = sessionLimits
  if (flood !== null) return flood
  if (tries > Math.max(most, triesPerAccount)) return tooMany(seconds)
  if (tries > most) return 'locked'
  return strangers !== null && strangers.tries > strangerTries ? tooMany(strangers.seconds) : null
}

/** Returns for how many seconds this attempt locks the account if it fails; null when it does not. */
export function locksOnFailure({ tries, most, seconds, strangers }: CountedTry): number | null {
  if (tries === most) return seconds
  return strangers?.tries === sessionLimits.strangerTries ? strangers.seconds : null
}

/**
 * Returns the statement that resets the count of an origin after a success, and removes the attempt from other counts.
 */
export function endTries({ keys: [network, place, strangers] }: CountedTry): Statement[] {
  return [
    ...(network == null ? [] : [takeBackTry(network)]),
    { name: 'password_try_forget', text: 'delete from sign_in_try where key = $1', values: [place] },
    ...(strangers == null ? [] : [takeBackTry(strangers)]),
  ]
}

/**
 * Returns the statement that lets a user try passwords again from everywhere, after an administrator unlocked the user
 * or set another password.
 */
export function forgetTries(workplaceId: string, userId: string): Statement {
  return {
    name: 'password_tries_forget',
    text: `delete from sign_in_try where account = ${keyOf(`'account'`, '$2::uuid::text')}`,
    values: [workplaceId, userId],
  }
}

/**
 * Returns the SQL condition that a row `u` of `app_user` is not locked for an origin.
 *
 * @param given names of parameters of the statement: the origin, the default limit of attempts, and the time.
 */
export function isOpenTo(given: { readonly origin: string; readonly most: string; readonly now: string }): string {
  return `not exists (select from sign_in_try where key = ${keyOf(`'place'`, 'u.id::text', `encode(${given.origin}::bytea, 'hex')`)}
    and count > ${settingAsNumber('signIn.failedTries', given.most)} and ends_at > ${given.now}::timestamptz)`
}

/**
 * Returns the SQL condition that a location, found by `locationOf` and `limitOf`, is not locked. It searches by the key
 * alone, without loading the account.
 */
export function isLocationOpen(given: { readonly place: string; readonly most: string; readonly now: string }): string {
  return `not exists (select from sign_in_try where key = ${given.place}::bytea and count > ${given.most}::int and ends_at > ${given.now}::timestamptz)`
}

/**
 * Returns the SQL expression under which failed sign-ins of the row `u` of `app_user` from an origin are counted, in
 * hexadecimal digits.
 */
export function locationOf(origin: string): string {
  return `encode(${keyOf(`'place'`, 'u.id::text', `encode(${origin}::bytea, 'hex')`)}, 'hex')`
}

/** Returns the SQL expression of the maximum number of failed sign-ins in a row before an account is locked. */
export function limitOf(otherwise: string): string {
  return settingAsNumber('signIn.failedTries', otherwise)
}

/** Returns a hash of words of the workplace `$1`, as SQL. */
function keyOf(...words: readonly string[]): string {
  return `sha256(convert_to(concat_ws(' ', $1::uuid::text, ${words.join(', ')}), 'UTF8'))`
}

const hasEnded = 'sign_in_try.ends_at <= $3::timestamptz'

const countInWindow = `count = case when ${hasEnded} then 1 else sign_in_try.count + 1 end, ends_at = case when ${hasEnded} then excluded.ends_at else sign_in_try.ends_at end`

function secondsTo(counted: string): string {
  return `extract(epoch from ${counted}.ends_at - $3::timestamptz)`
}

function settingAsNumber(key: string, otherwise: string): string {
  return `coalesce((select value::int from setting where workplace_id = $1 and key = '${key}'), ${otherwise}::int)`
}
