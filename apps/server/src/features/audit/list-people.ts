import { auditLimits, type Person } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/**
 * Lists the users who made a revision, by name. Each user costs one search of the index, regardless of the number of
 * revisions.
 */
export function listPeople(db: Database, request: Request): Promise<Person[]> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const rows = await runSql<{ name: string }>(
      tx,
      sql`with recursive known (name, place) as (
          (select user_id, 1 from audit_revision where workplace_id = ${workplaceId} and user_id is not null order by user_id limit 1)
          union all
          select (select r.user_id from audit_revision r where r.workplace_id = ${workplaceId} and r.user_id > k.name order by r.user_id limit 1), k.place + 1
          from known k where k.name is not null and k.place < ${auditLimits.people}
        )
        select name from known where name is not null`,
    )
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ name }) => name),
    )
    return rows
      .map(({ name }) => people.get(name))
      .sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'))
  })
}
