import { sessionLimits } from '@millrace/contract'
import { systemActor } from '../db/actor.ts'
import type { ResultRows, Statement } from '../db/batch.ts'
import { refuse } from '../errors/refusal.ts'
import { OutgoingFailure } from '../outgoing/outgoing-failure.ts'
import { sweepTries, takeBackTry } from './count-try.ts'
import { checkDirectoryPassword, credentialOf, directoryOf, type PasswordContext } from './directory-password.ts'
import { createDevice, hashDevice, hashNetwork, type Origin } from './origin.ts'
import { verifyPassword } from './password.ts'
import { createPasswordRoom } from './password-room.ts'
import {
  accountColumns,
  beginTry,
  type CountedTry,
  endTries,
  locksOnFailure,
  readTry,
  refuseTry,
} from './password-tries.ts'
import { createQueue } from './queue.ts'
import { isTooMany, type TooMany } from './too-many.ts'
import { type AuthContext, type Person, parseUser } from './user.ts'

export interface Credentials {
  /** The id of the workplace; null for an unknown one. The check then takes as long as for a known one. */
  readonly workplaceId: string | null
  readonly username: string
  readonly password: string
  readonly origin: Origin
  /** Whether the browser is to be known from now on. */
  readonly keepsDevice?: boolean
}

export type PasswordChangeReason = 'first' | 'old'

export interface Verified {
  readonly user: Person
  /** The hash, or the directory that checks it: `credentialOf`. */
  readonly passwordHash: string
  /** Why the password is only valid to choose another one: somebody else set it, or it is too old. Null: it is valid. */
  readonly mustChangePassword: PasswordChangeReason | null
  /** The token by which the browser is recognized from now on; null when it is not to be recognized. */
  readonly device: string | null
}

/**
 * Checks a username and password. Wrong passwords are counted, and after several in a row the account is locked for a
 * while for this origin (`password-tries.ts`). The answer and its time are the same for unknown and disabled accounts.
 *
 * @throws Refusal `server.busy` when too many checks wait at the same time.
 */
export async function checkCredentials(
  context: PasswordContext,
  credentials: Credentials,
): Promise<Verified | TooMany | null> {
  const { workplaceId, username, origin } = credentials
  // One at a time for each account and place: of many right ones at once none looks like a try too many.
  return oneByOne(`${workplaceId} ${username.toLowerCase()} ${origin.address} ${origin.device}`, async () => {
    const network = hashNetwork(origin.address).toString('hex')
    const tried = await inRoom(network, () => tryPassword(context, credentials))
    if (tried === null || isTooMany(tried)) return tried
    // A directory takes as long as it likes: nobody else's password waits for it.
    const isRight =
      tried.directoryId === null
        ? tried.isRight
        : await inDirectoryRoom(network, () => ask(context, credentials, tried))
    return end(context, credentials, { ...tried, isRight })
  })
}

const oneByOne = createQueue()
const inRoom = createPasswordRoom()
const inDirectoryRoom = createPasswordRoom({ width: 20 })

/**
 * The id of a workplace that does not exist, so that the same statements run for an unknown workplace and find nothing.
 */
const nowhere = '00000000-0000-0000-0000-000000000000'

interface Tried {
  readonly counted: CountedTry
  readonly account: Account | null
  /** The directory that checks the password next; null: `isRight` is the result. */
  readonly directoryId: string | null
  readonly isRight: boolean
}

async function tryPassword(
  { db, clock }: AuthContext,
  { workplaceId, username, password, origin }: Credentials,
): Promise<Tried | TooMany | null> {
  const place = workplaceId ?? nowhere
  const now = clock().toISOString()
  const [, rows] = await db.withTransaction(systemActor(place, 'sign-in'), (tx) =>
    tx.commit([sweepTries(now), beginTry(place, username, origin, now)]),
  )
  const counted = readTry(rows)
  const refused = refuseTry(counted)
  if (refused !== null) return refused === 'locked' ? null : refused
  const account = readAccount(rows)
  const credential = account?.passwordHash ?? null
  const directoryId = credential === null || account?.isOpen !== true ? null : directoryOf(credential)
  // A password that a directory checks takes as long here as any other.
  const hash = credential === null || directoryOf(credential) !== null ? null : credential
  return { counted, account, directoryId, isRight: await verifyPassword(password, hash) }
}

/** Asks the directory of an account. A try that it does not answer does not count. @throws Refusal */
async function ask(
  context: PasswordContext,
  { password }: Credentials,
  { account, directoryId, counted }: Tried,
): Promise<boolean> {
  if (account === null || directoryId === null) return false
  const { workplaceId, id: userId } = account.user
  try {
    return await checkDirectoryPassword(context, { workplaceId, directoryId, userId, password })
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    const keys = counted.keys.filter((key) => key != null)
    await context.db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) => tx.commit(keys.map(takeBackTry)))
    throw refuse(
      'directory.unreachable',
      'Expected the directory that checks your password to answer, but it did not. Try again later, or ask your administrator.',
    )
  }
}

async function end(
  context: AuthContext,
  { workplaceId, origin, keepsDevice = false }: Credentials,
  { counted, account, isRight }: Tried,
): Promise<Verified | null> {
  if (isRight && account?.isOpen === true && account.passwordHash !== null) {
    const { user, passwordHash, mustChangePassword } = account
    const known = counted.isKnownDevice ? (origin.device ?? null) : null
    const device = keepsDevice ? (known ?? createDevice()) : known
    const isNoted = await noteSuccess(context, { user, passwordHash, counted, address: origin.address, device })
    return isNoted ? { user, passwordHash, mustChangePassword, device } : null
  }
  await noteFailure(context, workplaceId ?? nowhere, account?.user.id ?? null, counted)
  return null
}

interface Account {
  readonly user: Person
  readonly passwordHash: string | null
  readonly mustChangePassword: PasswordChangeReason | null
  /** Whether the account is enabled, in a workplace that is open. */
  readonly isOpen: boolean
}

function readAccount(rows: ResultRows | undefined): Account | null {
  const [user, passwordHash, mustChange, isOpen] = rows?.[0]?.slice(accountColumns) ?? []
  if (user == null) return null
  return {
    user: parseUser(user),
    passwordHash: passwordHash ?? null,
    mustChangePassword: mustChange === 'first' || mustChange === 'old' ? mustChange : null,
    isOpen: isOpen === 't',
  }
}

interface Success {
  readonly user: Person
  readonly passwordHash: string
  readonly counted: CountedTry
  readonly address: string
  readonly device: string | null
}

/** @returns false when the password or the account has changed since it was read. */
async function noteSuccess(
  { db, clock }: AuthContext,
  { user: { workplaceId, id }, passwordHash, counted, address, device }: Success,
): Promise<boolean> {
  const now = clock().toISOString()
  const [rows] = await db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) =>
    tx.commit([
      {
        // Where it is locked for others, it stays so.
        name: 'user_note_success',
        text: `update app_user u set last_login_at = $4, status = case when ${isLockOver} then 'enabled' else status end, locked_until = case when ${isLockOver} then null else locked_until end
          where workplace_id = $1 and id = $2 and ${credentialOf} = $3 and status <> 'disabled' returning id`,
        values: [workplaceId, id, passwordHash, now],
      },
      ...endTries(counted),
      ...rememberOrigins(
        workplaceId,
        id,
        [hashNetwork(address), ...(device === null ? [] : [hashDevice(device)])],
        now,
      ),
    ]),
  )
  return rows?.[0] !== undefined
}

const isLockOver = `status = 'locked' and coalesce(locked_until <= $4, true)`

function rememberOrigins(
  workplaceId: string,
  userId: string,
  origins: readonly Buffer[],
  now: string,
): readonly Statement[] {
  return [
    {
      name: 'known_origin_sweep',
      text: `delete from known_origin where workplace_id = $1 and user_id = $2 and last_seen_at < $3::timestamptz - make_interval(days => $4::int)`,
      values: [workplaceId, userId, now, sessionLimits.knownDays],
    },
    ...origins.map((origin) => ({
      // Written once a day: whoever works by a password all day signs in each minute.
      name: 'known_origin_note',
      text: `insert into known_origin (workplace_id, user_id, origin, last_seen_at) select $1, id, $3, $4 from app_user where workplace_id = $1 and id = $2
        on conflict (workplace_id, user_id, origin) do update set last_seen_at = excluded.last_seen_at where known_origin.last_seen_at < excluded.last_seen_at - interval '1 day'`,
      values: [workplaceId, userId, origin, now],
    })),
  ]
}

/**
 * Records a failed sign-in. User administrators see from the status of the account when it was the last attempt before
 * a lock.
 */
async function noteFailure(
  { db, clock }: AuthContext,
  workplaceId: string,
  userId: string | null,
  counted: CountedTry,
): Promise<void> {
  const seconds = locksOnFailure(counted)
  if (seconds === null || userId === null) return
  const until = new Date(clock().getTime() + seconds * 1000).toISOString()
  await db.withTransaction(systemActor(workplaceId, 'sign-in'), (tx) =>
    tx.commit([
      {
        name: 'user_note_lock',
        text: `update app_user set status = 'locked', locked_until = greatest(locked_until, $3::timestamptz) where workplace_id = $1 and id = $2 and status <> 'disabled'`,
        values: [workplaceId, userId, until],
      },
    ]),
  )
}
