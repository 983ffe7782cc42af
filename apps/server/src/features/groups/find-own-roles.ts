import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Finds the enabled own roles of the workplace, by name. */
export function findOwnRoles(db: Database, request: Request, q: string): Promise<{ key: string; name: string }[]> {
  const matches = q === '' ? sql`true` : containsAny([sql`o.name`, sql`o.key`], q)
  return db.read(request, (tx) =>
    runSql<{ key: string; name: string }>(
      tx,
      sql`select o.key, o.name from own_role o where o.workplace_id = ${request.workplaceId} and not o.is_disabled and ${matches}
        order by o.name_key, o.id limit 50`,
    ),
  )
}
