import { createHmac, randomBytes } from 'node:crypto'
import { checkCredentials } from './check-credentials.ts'
import { findWorkplaceId } from './find-workplace.ts'
import { createQueue } from './queue.ts'
import { readToken } from './token.ts'
import { type AuthContext, readUser, type User, userAsJson } from './user.ts'

/** Finds out who calls by an `Authorization` header; null when it proves nobody. */
export type AuthenticateHeader = (header: string | undefined) => Promise<User | null>

/** How long a password that was checked counts as checked, so that not every request pays for the hash. */
const rememberMs = 60_000
const rememberAtMost = 1000

/**
 * For callers without a browser: HTTP Basic (`name` or `workplace/name`) and bearer tokens. What is remembered of a
 * checked password is good only while the account has that password and is not disabled, which is looked up each time.
 */
export function createHeaderAuthentication(context: AuthContext): AuthenticateHeader {
  const remembered = new Map<string, { workplaceId: string; userId: string; passwordHash: string; until: number }>()
  const key = randomBytes(32)
  const oneByOne = createQueue()

  const findRemembered = async (digest: string): Promise<User | null> => {
    const known = remembered.get(digest)
    if (known === undefined) return null
    const user = known.until > context.clock().getTime() ? await findByPasswordHash(context, known) : null
    if (user === null) remembered.delete(digest)
    return user
  }

  const check = async (digest: string, value: string): Promise<User | null> => {
    const verified = await checkBasic(context, value)
    if (verified === null) return null
    const { user, passwordHash } = verified
    const [oldest] = remembered.keys()
    if (remembered.size >= rememberAtMost && oldest !== undefined) remembered.delete(oldest)
    const until = context.clock().getTime() + rememberMs
    remembered.set(digest, { workplaceId: user.workplaceId, userId: user.id, passwordHash, until })
    return user
  }

  return async (header) => {
    const [scheme = '', value = ''] = header?.split(' ', 2) ?? []
    if (/^bearer$/i.test(scheme)) return findByApiToken(context, value)
    if (!/^basic$/i.test(scheme)) return null
    const digest = createHmac('sha256', key).update(value).digest('base64')
    // Many first requests at once with one password: one pays for the hash, the others find it remembered.
    return (
      (await findRemembered(digest)) ??
      oneByOne(digest, async () => (await findRemembered(digest)) ?? check(digest, value))
    )
  }
}

async function checkBasic(context: AuthContext, value: string) {
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const name = text.slice(0, colon)
  const slash = name.indexOf('/')
  const workplaceId = await findWorkplaceId(context.db, slash < 0 ? null : name.slice(0, slash))
  return checkCredentials(context, { workplaceId, username: name.slice(slash + 1), password: text.slice(colon + 1) })
}

async function findByPasswordHash(
  { db }: AuthContext,
  { workplaceId, userId, passwordHash }: { workplaceId: string; userId: string; passwordHash: string },
): Promise<User | null> {
  const [rows] = await db.withTransaction(workplaceId, (tx) =>
    tx.commit([
      {
        name: 'user_by_password_hash',
        text: `select ${userAsJson} from app_user u where u.workplace_id = $1 and u.id = $2 and u.password_hash = $3 and u.status <> 'disabled'`,
        values: [workplaceId, userId, passwordHash],
      },
    ]),
  )
  return readUser(rows)
}

async function findByApiToken({ db, clock }: AuthContext, text: string): Promise<User | null> {
  const token = readToken(text)
  if (token === null) return null
  const values = [token.workplaceId, token.hash, clock().toISOString()]
  const [, rows] = await db.withTransaction(token.workplaceId, (tx) =>
    tx.commit([
      {
        name: 'api_token_touch',
        text: `update api_token set last_used_at = $3 where workplace_id = $1 and token_hash = $2 and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
        values,
      },
      {
        name: 'api_token_user',
        text: `select ${userAsJson} from api_token t join app_user u on u.workplace_id = t.workplace_id and u.id = t.user_id
          where t.workplace_id = $1 and t.token_hash = $2 and (t.expires_at is null or t.expires_at > $3) and u.status <> 'disabled'`,
        values,
      },
    ]),
  )
  return readUser(rows)
}
