import { randomUUID } from 'node:crypto'
import { type GlobalPropertyType, globalPropertyLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type SecretContext, withFreePropertyKey } from './global-property.ts'
import { refusePropertyKeeper } from './policy.ts'
import { readValue, refuseSecret } from './read-value.ts'

export interface NewGlobalProperty {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly type: GlobalPropertyType
  /** As somebody has written it. */
  readonly value: string
  readonly isSecret: boolean
}

/** Makes a global property. @returns its id. */
export async function createGlobalProperty(
  { db, clock, runtime, secret }: SecretContext,
  user: User,
  { key, name, description, type, value, isSecret }: NewGlobalProperty,
): Promise<string | Refusal> {
  const refusal = refusePropertyKeeper(user) ?? (isSecret ? refuseSecret(value) : null)
  if (refusal !== null) return refusal
  const read = isSecret ? null : readValue(type, value)
  if (read instanceof Refusal) return read
  const { workplaceId, username } = user
  const id = runtime.newId()
  const at = clock()
  return withFreePropertyKey(() =>
    db.withTransaction(actorOf(user), async (tx) => {
      const [known] = await runSql<{ count: string }>(
        tx,
        sql`select count(*) as count from global_property where workplace_id = ${workplaceId}`,
      )
      if (Number(known?.count ?? 0) >= globalPropertyLimits.properties)
        return refuse(
          'global-property.too-many',
          `Expected at most ${globalPropertyLimits.properties} global properties in a workplace, but there are as many. Delete one first.`,
        )
      await tx.query(
        kysely.insertInto('global_property').values({
          workplace_id: workplaceId,
          id,
          key,
          name,
          description,
          type: isSecret ? 'text' : type,
          value: read?.json ?? null,
          sealed: isSecret ? createPropertySeal(secret).close(value) : null,
          handle: isSecret ? randomUUID() : null,
          created_at: at,
          created_by: username,
          updated_at: at,
          updated_by: username,
        }),
      )
      return id
    }),
  )
}
