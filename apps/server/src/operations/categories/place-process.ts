import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockCategories, noSuchCategory } from './category.ts'
import { refuseCategoryKeeper } from './policy.ts'

/**
 * Assigns all versions of a deployed process to a category, or only to Home when null. The assignment overrides the
 * model until the application is deployed again. Returns null on success, otherwise a refusal.
 */
export async function placeProcess(
  { db }: OperationContext,
  request: Request,
  { key, categoryId }: { readonly key: string; readonly categoryId: string | null },
): Promise<Refusal | null> {
  const refusal = refuseCategoryKeeper(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const categories = await lockCategories(tx, workplaceId)
    if (categoryId !== null && !categories.some(({ id }) => id === categoryId)) return noSuchCategory()
    const known = kysely
      .selectFrom('process_definition')
      .where('workplace_id', '=', workplaceId)
      .where('key', '=', key)
      .select('id')
      .limit(1)
    if ((await tx.query(known)).length === 0)
      return refuse('thing.not-found', `Expected a deployed process with the key “${key}”, but there is none.`)
    const placed = { category_id: categoryId, is_from_model: false }
    await tx.query(
      kysely
        .insertInto('process_category')
        .values({ workplace_id: workplaceId, process_key: key, ...placed })
        .onConflict((conflict) => conflict.columns(['workplace_id', 'process_key']).doUpdateSet(placed)),
    )
    return null
  })
}
