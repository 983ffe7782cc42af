import { choiceLimit, type NamedOne } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { contains } from '../../platform/list/conditions.ts'
import { allOf, runSql } from '../../platform/list/sql.ts'
import { namedSources } from '../../runtime/forms/named-sources.ts'

export interface PeopleAsked {
  readonly kind: 'user' | 'group'
  readonly q: string
  /** Only these are asked for. */
  readonly keys: readonly string[] | undefined
}

/**
 * Finds users or groups that a model may name: the first by name that contain a text, or the existing ones of some
 * keys.
 */
export async function findPeople(
  db: Database,
  request: Request,
  { kind, q, keys }: PeopleAsked,
): Promise<{ items: NamedOne[]; isMore: boolean }> {
  const { workplaceId } = request
  const { from, id, name, scope, order } = namedSources[kind]
  const most = keys?.length ?? choiceLimit
  const where = allOf([
    scope(workplaceId),
    ...(keys === undefined ? [] : [sql`${id} = any(${[...keys]}::text[])`]),
    ...(q === '' ? [] : [sql`(${contains(name, q)} or ${contains(id, q)})`]),
    ...(kind === 'user' && keys === undefined ? [sql`u.status <> 'disabled'`] : []),
  ])
  const found = await db.read(request, (tx) =>
    runSql<NamedOne>(
      tx,
      sql`select ${id} as id, ${name} as name from ${from} where ${where} order by ${order}, ${id} limit ${most + 1}`,
    ),
  )
  return { items: found.slice(0, most), isMore: found.length > most }
}
