import { randomUUID } from 'node:crypto'
import { type AnswerOf, type accountCalls, scopes as allScopes, type Scope, sessionLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { createToken } from '../../platform/auth/token.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseAccount, refuseMoreTokens } from './policy.ts'

export interface NewToken {
  readonly name: string
  readonly expiresInDays: number
  readonly scopes: readonly Scope[]
  readonly processKeys: readonly string[] | null
  readonly topics: readonly string[] | null
}

/** Creates an API token of the acting person. The answer has the token itself: it is kept as a hash only. */
export async function createApiToken(
  { db, clock }: OperationContext,
  request: Request,
  { name, expiresInDays, ...wanted }: NewToken,
): Promise<AnswerOf<typeof accountCalls.createToken> | Refusal> {
  const refusal = refuseAccount(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId, username } = request.user
  const now = clock()
  const expiresAt = new Date(now.getTime() + expiresInDays * 86_400_000).toISOString()
  const scopes = allScopes.filter((scope) => wanted.scopes.includes(scope))
  const [processKeys, topics] = [wanted.processKeys, wanted.topics].map((keys) => keys && [...new Set(keys)])
  const { text, hash } = createToken(workplaceId)
  const id = randomUUID()
  const [, rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        // So that many at once do not slip past the count.
        name: 'api_token_owner_lock',
        text: 'select from app_user where workplace_id = $1 and id = $2 for no key update',
        values: [workplaceId, userId],
      },
      {
        name: 'api_token_create',
        text: `insert into api_token (workplace_id, id, user_id, name, token_hash, created_at, created_by, expires_at, scopes, process_keys, topics)
          select $1::uuid, $2::uuid, $3::uuid, $4, $5, $6::timestamptz, $7, $8::timestamptz, $10::text[], $11::text[], $12::text[]
          where (select count(*) from api_token where workplace_id = $1 and user_id = $3) < $9::int returning id`,
        values: [
          workplaceId,
          id,
          userId,
          name,
          hash,
          now.toISOString(),
          username,
          expiresAt,
          sessionLimits.apiTokens,
          scopes,
          processKeys,
          topics,
        ],
      },
    ]),
  )
  if (rows?.[0] === undefined) return refuseMoreTokens()
  return {
    id,
    name,
    createdAt: now.toISOString(),
    expiresAt,
    lastUsedAt: null,
    scopes,
    processKeys: processKeys ?? null,
    topics: topics ?? null,
    token: text,
  }
}
