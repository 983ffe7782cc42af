import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { categoryNames, lockCategories, noSuchCategory, refuseReserved } from './category.ts'
import { type CategoryDetails, columnsOf } from './create-category.ts'
import { refuseCategoryKeeper } from './policy.ts'

export interface CategoryChange extends CategoryDetails {
  readonly id: string
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/** Changes the name and visibility of a category. Its position stays. Returns null on success, otherwise a refusal. */
export async function changeCategory(
  { db, clock }: OperationContext,
  request: Request,
  { id, revision, ...details }: CategoryChange,
): Promise<Refusal | null> {
  const refusal = refuseCategoryKeeper(request.user) ?? refuseReserved(details.name)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  return withFreeNames(categoryNames, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const category = (await lockCategories(tx, workplaceId)).find((one) => one.id === id)
      if (category === undefined) return noSuchCategory()
      const changed = await refuseChangedMeanwhile(tx, category, revision)
      if (changed !== null) return changed
      await tx.query(
        kysely
          .updateTable('category')
          .set({
            ...columnsOf(details),
            revision: category.revision + 1,
            updated_at: clock(),
            updated_by: username,
          })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', id),
      )
      return null
    }),
  )
}
