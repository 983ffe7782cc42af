import { groupLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

interface Placing {
  readonly workplaceId: string
  /** Null: a new group. */
  readonly id: string | null
  readonly parentId: string | null
}

/**
 * Refuses with `group.parent-invalid` where the group cannot have that parent: the parent does not exist, is disabled,
 * is the group itself or below it, or the tree would get too deep. Call it under `lockGroups`.
 */
export async function refuseParent(tx: Tx, { workplaceId, id, parentId }: Placing): Promise<Refusal | null> {
  if (parentId === null) return null
  if (!isUuid(parentId))
    return invalid('Expected an existing group as the parent, but it was not found. Choose another parent.')
  const above = await runSql<{ id: string; level: number; is_disabled: boolean }>(
    tx,
    sql`with recursive above (id, parent_id, is_disabled, level) as (
        select g.id, g.parent_id, g.is_disabled, 1 from user_group g where g.workplace_id = ${workplaceId} and g.id = ${parentId}
        union all
        select g.id, g.parent_id, g.is_disabled, a.level + 1 from above a
          join user_group g on g.workplace_id = ${workplaceId} and g.id = a.parent_id where a.level <= ${groupLimits.depth})
      select id, level, is_disabled from above order by level`,
  )
  const [parent] = above
  if (parent === undefined)
    return invalid('Expected an existing group as the parent, but it was not found. Choose another parent.')
  if (parent.is_disabled) return invalid('Expected a parent group that is in use, but this one is disabled.')
  if (above.some((one) => one.id === id))
    return invalid('Expected a parent outside of the group, but this one is the group itself or is below it.')
  const height = id === null ? 1 : await heightOf(tx, workplaceId, id)
  return above.length + height <= groupLimits.depth
    ? null
    : invalid(`Expected at most ${groupLimits.depth} levels of groups, but there would be ${above.length + height}.`)
}

/** Returns the number of levels of a group with those below it. */
async function heightOf(tx: Tx, workplaceId: string, id: string): Promise<number> {
  const [row] = await runSql<{ height: number }>(
    tx,
    sql`with recursive below (id, level) as (
        select ${id}::uuid, 1
        union all
        select g.id, b.level + 1 from below b
          join user_group g on g.workplace_id = ${workplaceId} and g.parent_id = b.id where b.level <= ${groupLimits.depth})
      select max(level)::int as height from below`,
  )
  return row?.height ?? 1
}

function invalid(message: string): Refusal {
  return refuse('group.parent-invalid', message, [{ where: 'parentId', message }])
}
