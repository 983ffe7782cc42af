import { randomUUID } from 'node:crypto'
import { type AnswerOf, type accountCalls, sessionLimits } from '@millrace/contract'
import { createToken } from '../../platform/auth/token.ts'
import type { AuthContext, User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'

type PresentedToken = AnswerOf<typeof accountCalls.tokens>[number]

/** Those that have run out too, until they are removed: the user should see why a program is turned away. */
export async function listApiTokens({ db }: AuthContext, { workplaceId, id }: User): Promise<PresentedToken[]> {
  const rows = await db.read({ workplaceId }, (tx) =>
    tx.query(
      kysely
        .selectFrom('api_token')
        .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at'])
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id'),
    ),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

/** The answer has the token itself: it is kept as a hash only. */
export async function createApiToken(
  { db, clock }: AuthContext,
  user: User,
  { name, expiresInDays }: { name: string; expiresInDays?: number | undefined },
): Promise<AnswerOf<typeof accountCalls.createToken> | Refusal> {
  const { workplaceId, id: userId, username } = user
  const now = clock()
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * 86_400_000)
  const { text, hash } = createToken(workplaceId)
  const id = randomUUID()
  const [, rows] = await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        // So that many at once do not slip past the count.
        name: 'api_token_owner_lock',
        text: 'select from app_user where workplace_id = $1 and id = $2 for update',
        values: [workplaceId, userId],
      },
      {
        name: 'api_token_create',
        text: `insert into api_token (workplace_id, id, user_id, name, token_hash, created_at, created_by, expires_at)
          select $1::uuid, $2::uuid, $3::uuid, $4, $5, $6::timestamptz, $7, $8::timestamptz
          where (select count(*) from api_token where workplace_id = $1 and user_id = $3) < $9::int returning id`,
        values: [
          workplaceId,
          id,
          userId,
          name,
          hash,
          now.toISOString(),
          username,
          expiresAt?.toISOString() ?? null,
          sessionLimits.apiTokens,
        ],
      },
    ]),
  )
  if (rows?.[0] === undefined)
    return refuse(
      'token.too-many',
      `Expected fewer API tokens, but you have ${sessionLimits.apiTokens}. Remove one that no program uses.`,
    )
  return {
    id,
    name,
    createdAt: now.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: null,
    token: text,
  }
}

/** @returns whether there was one. */
export async function removeApiToken({ db }: AuthContext, user: User, tokenId: string): Promise<boolean> {
  const { workplaceId, id } = user
  const [rows] = await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'api_token_remove',
        text: 'delete from api_token where workplace_id = $1 and user_id = $2 and id::text = $3 returning id',
        values: [workplaceId, id, tokenId],
      },
    ]),
  )
  return rows?.[0] !== undefined
}
