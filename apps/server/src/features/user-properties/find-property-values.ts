import { type NamedOne, userPropertyLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseEditingValue } from '../../operations/user-properties/policy.ts'
import type { UserPropertyRow } from '../../operations/user-properties/user-property.ts'
import { noSuchUser } from '../../operations/users/accounts.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { contains } from '../../platform/list/conditions.ts'
import { allOf, runSql } from '../../platform/list/sql.ts'
import { namedSources } from '../../runtime/forms/named-sources.ts'
import { findAccount } from './list-values-of-user.ts'

interface Asked {
  /** The id of the user whose value it is. */
  readonly id: string
  /** The key of the property. */
  readonly key: string
  readonly q: string
}

/** Finds users or groups that can be the value of a property, the first by name that contain a text. */
export async function findPropertyValues(
  db: Database,
  request: Request,
  { id, key, q }: Asked,
): Promise<{ items: NamedOne[]; isMore: boolean } | Refusal> {
  const { user } = request
  return db.read(request, async (tx) => {
    const { workplaceId } = user
    const account = await findAccount(tx, user, id)
    if (account === null) return noSuchUser()
    const [property] = await runSql<UserPropertyRow>(
      tx,
      sql`select * from user_property where workplace_id = ${workplaceId} and lower(key) = lower(${key}) and not is_disabled`,
    )
    if (property === undefined || (property.type !== 'user' && property.type !== 'group'))
      return refuse('thing.not-found', 'Expected a property of the type user or group, but there is none.')
    const refusal = refuseEditingValue(user, account, property)
    if (refusal !== null) return refusal
    const source = namedSources[property.type]
    const where = allOf([
      source.scope(workplaceId),
      ...(q === '' ? [] : [sql`(${contains(source.name, q)} or ${contains(source.id, q)})`]),
      ...(property.type === 'user' ? [sql`u.status <> 'disabled'`] : []),
    ])
    const most = userPropertyLimits.found
    const found = await runSql<NamedOne>(
      tx,
      sql`select ${source.id} as id, ${source.name} as name from ${source.from} where ${where} order by ${source.order}, ${source.id} limit ${most + 1}`,
    )
    return { items: found.slice(0, most), isMore: found.length > most }
  })
}
