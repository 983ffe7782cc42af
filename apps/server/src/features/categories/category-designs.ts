import { type AnswerOf, type CategoryDesign, type categoryDesignCalls, limits, type Role } from '@millrace/contract'
import { sql } from 'kysely'
import { listStoredCategories, noSuchCategory } from '../../operations/categories/category.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { orderTree } from './category-tree.ts'

/** Returns the data of the page *Categories*. */
export async function getCategoryDesigns(
  db: Database,
  request: Request,
): Promise<AnswerOf<typeof categoryDesignCalls.get>> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const [categories, processes, groups] = await Promise.all([
      readDesigns(tx, workplaceId),
      listDeployed(tx, workplaceId),
      tx.query(
        kysely
          .selectFrom('user_group')
          .where('workplace_id', '=', workplaceId)
          .select(['key', 'name'])
          .orderBy('name')
          .orderBy('key')
          .limit(limits.choices),
      ),
    ])
    return { categories, processes, groups: groups.map(({ key, name }) => ({ key, name: name ?? key })) }
  })
}

export async function getCategoryDesign(db: Database, request: Request, id: string): Promise<CategoryDesign | Refusal> {
  const { workplaceId } = request
  const designs = await db.read(request, (tx) => readDesigns(tx, workplaceId))
  return designs.find((one) => one.id === id) ?? noSuchCategory()
}

async function readDesigns(tx: Tx, workplaceId: string): Promise<CategoryDesign[]> {
  const [rows, uses] = await Promise.all([
    listStoredCategories(tx, workplaceId),
    runSql<{ id: string; designs: number }>(
      tx,
      sql`select category_id as id, count(*)::int as designs from (
          select category_id from app_process where workplace_id = ${workplaceId} and category_id is not null
          union all select category_id from application where workplace_id = ${workplaceId} and category_id is not null) u
        group by category_id`,
    ),
  ])
  const designs = new Map(uses.map((use) => [use.id, use.designs]))
  const people = await readPeople(
    tx,
    workplaceId,
    rows.map(({ updated_by }) => updated_by),
  )
  return orderTree(rows).map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    roles: row.roles as Role[],
    groups: row.groups,
    parentId: row.parent_id,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: people.find(row.updated_by),
    designs: designs.get(row.id) ?? 0,
  }))
}

/** The newest version of each key says what the process is called. */
async function listDeployed(tx: Tx, workplaceId: string) {
  return runSql<{ key: string; name: string; categoryId: string | null }>(
    tx,
    sql`select key, coalesce(name, key) as name, c.category_id as "categoryId" from (
        select distinct on (key) key, name from process_definition where workplace_id = ${workplaceId} order by key, version desc) d
      left join process_category c on c.workplace_id = ${workplaceId} and c.process_key = d.key
      order by lower(coalesce(name, key)), key limit ${maxProcesses}`,
  )
}

/** The maximum number of processes on the page, which lists all of them. */
const maxProcesses = 5_000
