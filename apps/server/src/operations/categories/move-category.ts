import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockCategories, noSuchCategory, refusePlace } from './category.ts'
import { refuseCategoryKeeper } from './policy.ts'

export interface CategoryMove {
  readonly id: string
  /** Null directly under Home. */
  readonly parentId: string | null
  /** The next sibling at the new position; null, or a sibling that no longer exists, for the end. */
  readonly before: string | null
}

/**
 * Moves a category with its subcategories. The revision stays the same, because the fields of the record do not change.
 * Returns null on success, otherwise a refusal.
 */
export async function moveCategory(
  { db }: OperationContext,
  request: Request,
  { id, parentId, before }: CategoryMove,
): Promise<Refusal | null> {
  const refusal = refuseCategoryKeeper(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const categories = await lockCategories(tx, workplaceId)
    const category = categories.find((one) => one.id === id)
    if (category === undefined) return noSuchCategory()
    const misplaced = refusePlace(categories, category, parentId)
    if (misplaced !== null) return misplaced
    // Before itself it stays where it is.
    if (before === id) return null
    const siblings = categories.filter((one) => one.parent_id === parentId && one.id !== id).map((one) => one.id)
    const at = before === null ? -1 : siblings.indexOf(before)
    siblings.splice(at < 0 ? siblings.length : at, 0, id)
    await tx.commit([
      {
        name: 'category_move',
        text: `update category c set parent_id = $2, position = o.number - 1 from unnest($3::uuid[]) with ordinality o (id, number)
          where c.workplace_id = $1 and c.id = o.id and (c.position <> o.number - 1 or c.parent_id is distinct from $2)`,
        values: [workplaceId, parentId, siblings],
      },
    ])
    return null
  })
}
