import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'

/** A user to whom a task is given, or a group that may claim it. */
export interface Named {
  readonly kind: 'user' | 'group'
  /** User name; key of the group. */
  readonly key: string
}

/**
 * Checks that a user or group exists. Only for calls of users: API clients may name users whom only they know. Returns
 * null if so, otherwise a refusal.
 */
export async function refuseUnknown(
  { db }: Pick<OperationContext, 'db'>,
  request: Request,
  { kind, key }: Named,
): Promise<Refusal | null> {
  const known =
    kind === 'user'
      ? sql`select from app_user where workplace_id = ${request.workplaceId} and username = ${key}`
      : sql`select from user_group where workplace_id = ${request.workplaceId} and key = ${key} and not is_disabled`
  const found = await db.read(request, (tx) => runSql<object>(tx, known))
  if (found.length > 0) return null
  return refuse('thing.not-found', `Expected a ${kind} “${key}”, but there is none. Choose an existing one.`)
}
