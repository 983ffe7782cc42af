import type { OwnRoleChoice } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseManaging } from '../../operations/users/manage-account.ts'
import { refuseUser } from '../../operations/users/policy.ts'
import { type Grant, grantOf } from '../../platform/auth/grants.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

interface Row {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly grants: readonly Grant[]
}

/** Lists the enabled own roles, by name, with whether the caller can give each. */
export async function listOwnRolesInUse(
  db: Database,
  { user, workplaceId }: Request,
): Promise<OwnRoleChoice[] | Refusal> {
  const refusal = refuseUser(user, 'read')
  if (refusal !== null) return refusal
  const rows = await db.read({ workplaceId }, (tx) =>
    runSql<Row>(
      tx,
      sql`select o.key, o.name, o.description,
          coalesce((select json_agg(${sql.raw(grantOf('o', 'p'))}) from jsonb_array_elements(o.permissions) p), '[]') as grants
        from own_role o where o.workplace_id = ${workplaceId} and not o.is_disabled order by o.name_key, o.id`,
    ),
  )
  return rows.map(({ grants, ...role }) => ({
    ...role,
    isGivable: refuseManaging(user, { roles: [], authorizations: [], grants }) === null,
  }))
}
