import { type ErasedKind, type ErasureObstacle, erasedKinds, type UserErasure } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { AuthContext, Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { needRole } from '../rights.ts'
import { noSuchUser } from '../users/accounts.ts'
import { isNamed } from './named-column.ts'
import { namedColumns } from './named-columns.ts'
import { listParts } from './parts-of-tables.ts'

/**
 * Counts the records that contain the name of a user, and lists what prevents the user from being erased. Changes
 * nothing.
 */
export async function countErasure(
  { db }: Pick<AuthContext, 'db'>,
  request: Request,
  id: string,
): Promise<UserErasure | Refusal> {
  const refusal = needRole(request.user, ['RoleAdmin'], 'read')
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchUser()
  const { workplaceId } = request
  return db.read(request, async (tx): Promise<UserErasure | Refusal> => {
    const [found] = await runSql<{ username: string }>(
      tx,
      sql`select username from app_user where workplace_id = ${workplaceId} and id = ${id}`,
    )
    if (found === undefined) return noSuchUser()
    const counts = Object.fromEntries(erasedKinds.map((kind) => [kind, 0])) as Record<ErasedKind, number>
    const partsOf = await listParts(
      tx,
      namedColumns.map(({ table }) => table),
      'read',
    )
    for (const named of namedColumns) {
      const { table, kind } = named
      for (const part of partsOf(table)) {
        const [row] = await runSql<{ count: number }>(
          tx,
          sql`select count(*)::int as count from ${sql.table(part)} as ${sql.table(table)}
            where ${sql.table(table)}.workplace_id = ${workplaceId} and ${isNamed(named, found.username)}`,
        )
        counts[kind] += row?.count ?? 0
      }
    }
    return { username: found.username, counts, obstacles: await listObstacles(tx, { workplaceId, id }) }
  })
}

/**
 * Lists what prevents a user from being erased: an enabled account, open tasks, and running processes that they
 * started.
 */
export async function listObstacles(
  tx: Tx,
  { workplaceId, id }: Pick<Person, 'workplaceId' | 'id'>,
): Promise<UserErasure['obstacles']> {
  const [row] = await runSql<Record<ErasureObstacle, number>>(
    tx,
    sql`select (u.status <> 'disabled')::int as enabled,
        (select count(*)::int from task t where t.workplace_id = u.workplace_id
          and (t.assignee = u.username or t.owner = u.username or u.username = any(t.candidate_users))) as tasks,
        (select count(*)::int from instance i where i.workplace_id = u.workplace_id and i.start_user_id = u.username) as processes
      from app_user u where u.workplace_id = ${workplaceId} and u.id = ${id}`,
  )
  if (row === undefined) return []
  return (['enabled', 'tasks', 'processes'] as const).flatMap((kind) =>
    row[kind] > 0 ? [{ kind, count: row[kind] }] : [],
  )
}
