import { pageTexts } from '@millrace/contract/page-texts'
import { sql } from 'kysely'
import pg from 'pg'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockCategories, noSuchCategory } from './category.ts'
import { refuseCategoryKeeper } from './policy.ts'

/** Deletes an empty category. Returns null on success, otherwise a refusal. */
export async function removeCategory({ db }: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const refusal = refuseCategoryKeeper(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const categories = await lockCategories(tx, workplaceId)
    if (!categories.some((one) => one.id === id)) return noSuchCategory()
    const inUse = await refuseInUse(tx, workplaceId, id)
    if (inUse !== null) return inUse
    try {
      await tx.query(kysely.deleteFrom('category').where('workplace_id', '=', workplaceId).where('id', '=', id))
    } catch (error) {
      // An application that has got it meanwhile.
      if (!(error instanceof pg.DatabaseError && error.code === foreignKeyViolation)) throw error
      return refuse('category.in-use', `${pageTexts.outcomes.categoryInUse}.`)
    }
    return null
  })
}

const foreignKeyViolation = '23503'

/** Refused when something is in it: deployed processes, what is designed, or other categories. */
async function refuseInUse(tx: Tx, workplaceId: string, id: string): Promise<Refusal | null> {
  const [uses] = await runSql<Record<keyof typeof words, string>>(
    tx,
    sql`select
      (select count(*) from process_category c where c.workplace_id = ${workplaceId} and c.category_id = ${id}
        and exists (select from process_definition d where d.workplace_id = c.workplace_id and d.key = c.process_key)) as deployed,
      (select count(*) from app_process p where p.workplace_id = ${workplaceId} and p.category_id = ${id}) as designed,
      (select count(*) from application a where a.workplace_id = ${workplaceId} and a.category_id = ${id}) as applications,
      (select count(*) from category c where c.workplace_id = ${workplaceId} and c.parent_id = ${id}) as categories`,
  )
  const counts = Object.entries(words).flatMap(([kind, [one, more]]) => {
    const count = Number(uses?.[kind as keyof typeof words] ?? 0)
    return count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]
  })
  if (counts.length === 0) return null
  const message = `${pageTexts.outcomes.categoryInUse}: ${counts.join(', ')}. Move them first.`
  return refuse('category.in-use', message)
}

const words = {
  deployed: ['deployed process', 'deployed processes'],
  designed: ['process of an application', 'processes of applications'],
  applications: ['application', 'applications'],
  categories: ['category below it', 'categories below it'],
} as const
