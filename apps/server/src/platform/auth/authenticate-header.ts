import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { sessionLimits } from '@millrace/contract'
import type { Statement } from '../db/batch.ts'
import { createTokenSessions, type FindTokenSession } from './api-token.ts'
import { type Assumption, createCallerMemory, type Known, revisionFor, revisionOf } from './caller-memory.ts'
import { checkCredentials, type Verified } from './check-credentials.ts'
import { credentialOf, type PasswordContext } from './directory-password.ts'
import { findWorkplaceId } from './find-workplace.ts'
import { hashNetwork } from './origin.ts'
import { isLocationOpen, isOpenTo, limitOf, locationOf } from './password-tries.ts'
import { createQueue } from './queue.ts'
import { needsSecondFactor } from './second-factor/needs-second-factor.ts'
import { isTooMany } from './too-many.ts'
import { type AuthContext, isUserOpen, type Person, readUser, userAsJson } from './user.ts'

/**
 * Finds the caller of an `Authorization` header; null when it is not valid.
 *
 * @throws TooManyTries, PasswordNotEnough
 */
export interface AuthenticateHeader {
  (header: string | undefined, address: string): Promise<Person | null>
  /** Returns the cached caller, for a call that checks them with its first round trip; null when there is none. */
  readonly assume: (header: string | undefined, address: string) => Assumption<Person> | null
}

/** The error for too many wrong passwords for an account from one origin, or from one address. */
export class TooManyTries extends Error {
  readonly statusCode = 429
  readonly headers: Readonly<Record<string, string>>

  constructor(retryAfterSeconds: number) {
    super(`Expected fewer wrong passwords. Wait ${retryAfterSeconds} seconds and try again.`)
    this.headers = { 'retry-after': String(retryAfterSeconds) }
  }
}

/** The error for a right password of a user who has or needs a second factor. */
export class PasswordNotEnough extends Error {
  readonly statusCode = 403

  constructor() {
    super(
      'Expected an API token, because this user signs in with a second factor, and a password alone is not enough. Create a token in the profile and send it as “Authorization: Bearer TOKEN”.',
    )
  }
}

/** How long a password that was checked counts as checked, so that not every request pays for the hash. */
const rememberMs = 60_000
const rememberAtMost = 1000

/**
 * Creates the authentication for callers without a browser: HTTP Basic (`name` or `workplace/name`) and bearer tokens.
 * A checked password is cached only for the same address, and while the account has that password and is neither
 * disabled nor locked for that address, which each call looks up. The user and their permissions are cached with it,
 * and read again when the revision of the workplace changes.
 */
export function createHeaderAuthentication(
  context: PasswordContext,
  findTokenSession: FindTokenSession = createTokenSessions(context),
): AuthenticateHeader {
  const remembered = new Map<string, Remembered>()
  const people = createCallerMemory<PersonThere>(context, { ask: askWhetherOpen })
  // Made once: of bytes, each request would make a key of its own, which costs more than the digest.
  const key = createSecretKey(randomBytes(32))
  const oneByOne = createQueue()

  const findRemembered = async (digest: string): Promise<Person | null> => {
    const known = remembered.get(digest)
    if (known === undefined) return null
    const { workplaceId, until } = known
    if (until > context.clock().getTime()) {
      const there = await people.find(digest)
      if (there !== null) return there.user
      const found = await findByPasswordHash(context, known, digest)
      if (found !== null && (await needsSecondFactor(context, found.user)) === null) {
        const { user, revision } = found
        people.keep(digest, { value: found, workplaceId, revision, until })
        return user
      }
    }
    remembered.delete(digest)
    people.forget(digest)
    return null
  }

  const check = async (digest: string, value: string, address: string): Promise<Person | null> => {
    const verified = await checkBasic(context, value, address)
    if (verified === null) return null
    const { user, passwordHash } = verified
    const [oldest] = remembered.keys()
    if (remembered.size >= rememberAtMost && oldest !== undefined) remembered.delete(oldest)
    const until = context.clock().getTime() + rememberMs
    remembered.set(digest, { workplaceId: user.workplaceId, userId: user.id, passwordHash, address, until })
    return user
  }

  const digestOf = (value: string, address: string) =>
    createHmac('sha256', key).update(`${address} ${value}`).digest('base64')

  const authenticate = async (header: string | undefined, address: string) => {
    const { scheme, value } = readHeader(header)
    if (scheme === 'bearer') return (await findTokenSession(value))?.user ?? null
    if (scheme !== 'basic') return null
    const digest = digestOf(value, address)
    // Many first requests at once with one password: one pays for the hash, the others find it remembered.
    return (
      (await findRemembered(digest)) ??
      oneByOne(digest, async () => (await findRemembered(digest)) ?? check(digest, value, address))
    )
  }

  const assume = (header: string | undefined, address: string) => {
    const { scheme, value } = readHeader(header)
    if (scheme === 'bearer') return ofUser(findTokenSession.assume(value))
    return scheme === 'basic' ? ofUser(people.assume(digestOf(value, address))) : null
  }
  return Object.assign(authenticate, { assume })
}

function readHeader(header: string | undefined): { readonly scheme: string; readonly value: string } {
  const [scheme = '', value = ''] = header?.split(' ', 2) ?? []
  return { scheme: scheme.toLowerCase(), value }
}

function ofUser(assumption: Assumption<{ readonly user: Person }> | null): Assumption<Person> | null {
  return assumption === null ? null : { ...assumption, value: assumption.value.user }
}

async function checkBasic(context: PasswordContext, value: string, address: string): Promise<Verified | null> {
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const name = text.slice(0, colon)
  const slash = name.indexOf('/')
  const workplaceId = await findWorkplaceId(context.db, slash < 0 ? null : name.slice(0, slash))
  const [username, password] = [name.slice(slash + 1), text.slice(colon + 1)]
  const checked = await checkCredentials(context, { workplaceId, username, password, origin: { address } })
  if (isTooMany(checked)) throw new TooManyTries(checked.retryAfterSeconds)
  if (checked === null || checked.mustChangePassword !== null) return null
  if ((await needsSecondFactor(context, checked.user)) !== null) throw new PasswordNotEnough()
  return checked
}

interface Remembered {
  readonly workplaceId: string
  readonly userId: string
  readonly passwordHash: string
  readonly address: string
  readonly until: number
}

interface PersonThere {
  readonly user: Person
  /** The key by which failed attempts of the account from this origin are counted, and their limit. */
  readonly place: Buffer
  readonly most: number
}

/** The revision, unless those who come from there are locked out: tries are counted without a revision. */
function askWhetherOpen({ value: { place, most }, workplaceId }: Known<PersonThere>, now: string): Statement {
  return {
    name: 'password_revision',
    text: `select ${revisionOf} from audit_counter c where c.workplace_id = $1 and ${isLocationOpen({ place: '$2', most: '$3', now: '$4' })}`,
    values: [workplaceId, place, most, now],
  }
}

/** @param digest of what was sent: many first requests at once ask once. */
async function findByPasswordHash(
  { db, clock }: AuthContext,
  { workplaceId, userId, passwordHash, address }: Remembered,
  digest: string,
): Promise<(PersonThere & { readonly revision: string | null }) | null> {
  const statement = {
    name: 'user_by_password_hash',
    text: `select ${userAsJson}, ${revisionFor('u')}, ${locationOf('$4')}, ${limitOf('$5')} from app_user u
        where u.workplace_id = $1 and u.id = $2 and ${credentialOf} = $3 and ${isUserOpen} and ${isOpenTo({ origin: '$4', most: '$5', now: '$6' })}`,
    values: [workplaceId, userId, passwordHash, hashNetwork(address), sessionLimits.failedTries, clock().toISOString()],
  }
  const name = `${statement.name} ${digest} ${passwordHash}`
  const [rows] = await db.lookUp(workplaceId, [statement], name)
  const user = readUser(rows)
  const [, revision = null, place, most] = rows?.[0] ?? []
  if (user === null) return null
  const known = revision === null ? user : { ...user, revision }
  return { user: known, revision, place: Buffer.from(place ?? '', 'hex'), most: Number(most) }
}
