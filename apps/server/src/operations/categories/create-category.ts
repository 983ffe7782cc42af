import { categoryLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { categoryNames, lockCategories, refusePlace, refuseReserved } from './category.ts'
import { refuseCategoryKeeper } from './policy.ts'

export interface CategoryDetails {
  readonly name: string
  readonly description: string
  /** `icon:set`. */
  readonly icon: string | null
  readonly roles: readonly string[]
  /** Keys. */
  readonly groups: readonly string[]
}

/** Creates a category as the last one of its siblings. */
export async function createCategory(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { parentId, ...details }: CategoryDetails & { readonly parentId: string | null },
): Promise<string | Refusal> {
  const refusal = refuseCategoryKeeper(request.user) ?? refuseReserved(details.name)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  const id = runtime.newId()
  const at = clock()
  return withFreeNames(categoryNames, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const categories = await lockCategories(tx, workplaceId)
      if (categories.length >= categoryLimits.categories)
        return refuse(
          'category.too-many',
          `Expected at most ${categoryLimits.categories} categories in a workplace, and this number is reached. Delete one first.`,
        )
      const misplaced = refusePlace(categories, null, parentId)
      if (misplaced !== null) return misplaced
      const siblings = categories.filter((one) => one.parent_id === parentId)
      await tx.query(
        kysely.insertInto('category').values({
          workplace_id: workplaceId,
          id,
          parent_id: parentId,
          position: (siblings.at(-1)?.position ?? -1) + 1,
          ...columnsOf(details),
          created_at: at,
          created_by: username,
          updated_at: at,
          updated_by: username,
        }),
      )
      return id
    }),
  )
}

export function columnsOf({ name, description, icon, roles, groups }: CategoryDetails) {
  return { name, description, icon, roles: [...new Set(roles)], groups: [...new Set(groups)] }
}
