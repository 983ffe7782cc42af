import { type AnswerOf, type accountCalls, scopes, sessionLimits } from '@millrace/contract'
import type { AuthContext, Person } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'

type PresentedToken = AnswerOf<typeof accountCalls.tokens>[number]

/**
 * Returns the API tokens of a user, including expired ones until they are deleted, so that users can see why a client
 * is rejected.
 */
export async function listApiTokens(
  { db }: AuthContext,
  { workplaceId, id }: Pick<Person, 'id' | 'workplaceId'>,
): Promise<PresentedToken[]> {
  const rows = await db.read({ workplaceId }, (tx) =>
    tx.query(
      kysely
        .selectFrom('api_token')
        .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at', 'scopes', 'process_keys', 'topics'])
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(sessionLimits.apiTokens),
    ),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    scopes: scopes.filter((scope) => row.scopes.includes(scope)),
    processKeys: row.process_keys,
    topics: row.topics,
  }))
}
