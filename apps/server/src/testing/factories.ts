import { randomUUID } from 'node:crypto'
import { scopes as allScopes, type Role, type Scope } from '@millrace/contract'
import { hash } from '@node-rs/argon2'
import { createToken } from '../platform/auth/token.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { kysely } from '../platform/db/kysely.ts'

export interface WorkplaceOptions {
  readonly reference?: string
  readonly isDefault?: boolean
}

/** Creates a workplace. @returns its id. */
export async function createWorkplace(
  db: Database,
  { reference = uniqueName('workplace'), isDefault = false }: WorkplaceOptions = {},
): Promise<string> {
  const workplace_id = randomUUID()
  await db.withPlatformTransaction('test', (tx) =>
    tx.query(
      kysely.insertInto('workplace').values({ workplace_id, reference, name: reference, is_default: isDefault }),
    ),
  )
  return workplace_id
}

export interface UserOptions {
  readonly workplaceId: string
  readonly username?: string
  /** Without one the user cannot sign in by password. */
  readonly password?: string
  readonly roles?: readonly Role[]
  /** Keys of groups, made where they are missing. */
  readonly groups?: readonly string[]
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly status?: 'enabled' | 'disabled' | 'locked'
}

export interface TestUser {
  readonly id: string
  readonly username: string
  readonly workplaceId: string
}

/** A hash says itself how much work it takes to check: that of a test takes a hundredth of the product's. */
const cheap = { memoryCost: 8, timeCost: 1 } as const

export async function createUser(db: Database, options: UserOptions): Promise<TestUser> {
  const { workplaceId, username = uniqueName('user'), password, roles = ['RoleUser'], groups = [] } = options
  const id = randomUUID()
  const password_hash = password === undefined ? null : await hash(password, cheap)
  await db.withTransaction(systemActor(workplaceId, 'test'), async (tx) => {
    const {
      firstName: first_name = 'Ada',
      lastName: last_name = 'Example',
      email = `${username}@example.org`,
      status = 'enabled',
    } = options
    await tx.query(
      kysely
        .insertInto('app_user')
        .values({ workplace_id: workplaceId, id, username, password_hash, first_name, last_name, email, status }),
    )
    if (roles.length > 0)
      await tx.query(
        kysely.insertInto('user_role').values(roles.map((role) => ({ workplace_id: workplaceId, user_id: id, role }))),
      )
  })
  for (const key of groups) await addToGroup(db, { workplaceId, key, userId: id })
  return { id, username, workplaceId }
}

export interface ApiTokenOptions {
  /** All of them without it. */
  readonly scopes?: readonly Scope[]
  readonly processKeys?: readonly string[]
  readonly topics?: readonly string[]
  readonly expiresAt?: string
  /** The workplace that the token names, where its row is going to be copied to. */
  readonly place?: string
}

/** Creates an API token of a user. @returns the token as clients send it. */
export async function createApiToken(
  db: Database,
  { workplaceId, id }: Pick<TestUser, 'workplaceId' | 'id'>,
  options: ApiTokenOptions = {},
): Promise<string> {
  const {
    scopes = allScopes,
    processKeys = null,
    topics = null,
    expiresAt = '2999-01-01T00:00:00Z',
    place = workplaceId,
  } = options
  const { text, hash } = createToken(place)
  const values = {
    workplace_id: workplaceId,
    id: randomUUID(),
    user_id: id,
    name: 'test',
    token_hash: hash,
    expires_at: expiresAt,
    scopes: [...scopes],
    process_keys: processKeys && [...processKeys],
    topics: topics && [...topics],
  }
  await db.withTransaction(systemActor(workplaceId, 'test'), (tx) =>
    tx.query(kysely.insertInto('api_token').values(values)),
  )
  return text
}

/** Adds a user to a group, which is created if no group has the key. */
export async function addToGroup(
  db: Database,
  { workplaceId, key, userId }: { workplaceId: string; key: string; userId: string },
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'test'), async (tx) => {
    const group = { workplace_id: workplaceId, id: randomUUID(), key, name: key }
    const keepOld = kysely
      .insertInto('user_group')
      .values(group)
      .onConflict((conflict) => conflict.columns(['workplace_id', 'key']).doNothing())
    await tx.query(keepOld)
    const [found] = await tx.query(kysely.selectFrom('user_group').where('key', '=', key).select('id'))
    const membership = { workplace_id: workplaceId, group_id: found?.id ?? group.id, user_id: userId }
    await tx.query(kysely.insertInto('group_member').values(membership))
  })
}

let count = 0

function uniqueName(kind: string): string {
  count++
  return `${kind}-${count}`
}
