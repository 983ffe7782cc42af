import { categoryLimits, homeCategory } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { TakenNames } from '../records/record-kind.ts'

export type StoredCategory = Selectable<DB['category']>

/** Lists all categories of a workplace. Siblings are in their sort order. */
export function listStoredCategories(tx: Tx, workplaceId: string): Promise<StoredCategory[]> {
  return tx.query(
    kysely
      .selectFrom('category')
      .selectAll()
      .where('workplace_id', '=', workplaceId)
      .orderBy('position')
      .orderBy((builder) => builder.fn<string>('lower', ['name']))
      .orderBy('id'),
  )
}

/**
 * Locks the category tree until the transaction ends, and lists all categories as `listStoredCategories` does. Without
 * the lock, two moves at the same time could make a circle.
 */
export async function lockCategories(tx: Tx, workplaceId: string): Promise<StoredCategory[]> {
  await tx.batch([categoryLock(workplaceId)])
  return listStoredCategories(tx, workplaceId)
}

export function categoryLock(workplaceId: string) {
  return {
    name: 'category_lock',
    text: `select pg_advisory_xact_lock(hashtextextended('millrace categories ' || $1::text, 0))`,
    values: [workplaceId],
  }
}

export function noSuchCategory(): Refusal {
  return refuse('thing.not-found', 'Expected a category of this workplace, but there is none with this id.')
}

/** Pages have addresses by these names, so no category has one of them. */
const reserved = [homeCategory, 'PreHome'].map((name) => name.toLowerCase())

export function refuseReserved(name: string): Refusal | null {
  return reserved.includes(name.toLowerCase()) ? nameTaken() : null
}

const taken = {
  code: 'thing.name-taken',
  where: 'name',
  message: pageTexts.outcomes.duplicate.category,
} as const

/** The unique names of categories in a workplace, with the refusal for a name that is taken. */
export const categoryNames = { kind: 'category', taken: { category_name: taken } } as const satisfies TakenNames

function nameTaken(): Refusal {
  const { code, where, message } = taken
  return refuse(code, message, [{ where, message }], 'category')
}

/**
 * Checks that a category can be below a parent: the parent exists, is not within the category, and the tree does not
 * get too deep. Returns null if so, otherwise a refusal.
 */
export function refusePlace(
  categories: readonly StoredCategory[],
  category: Pick<StoredCategory, 'id'> | null,
  parentId: string | null,
): Refusal | null {
  const parents = listUpwards(categories, parentId)
  if (parents === null) return noSuchCategory()
  if (category !== null && parents.some(({ id }) => id === category.id))
    return placeInvalid('Expected a parent outside of the category, but this one is inside it.')
  const height = category === null ? 1 : heightOf(categories, category.id)
  if (parents.length + height <= categoryLimits.depth) return null
  return placeInvalid(
    `Expected at most ${categoryLimits.depth} levels of categories, but there would be ${parents.length + height}. Choose a parent on a higher level.`,
  )
}

function placeInvalid(message: string): Refusal {
  return refuse('category.place-invalid', message, [{ where: 'parentId', message }])
}

/** Returns the category and those that it is in, from the inside; null when there is none with the id. */
function listUpwards(categories: readonly StoredCategory[], id: string | null): StoredCategory[] | null {
  const found: StoredCategory[] = []
  for (let next = id; next !== null; ) {
    const category = categories.find((one) => one.id === next)
    if (category === undefined) return null
    found.push(category)
    next = category.parent_id
  }
  return found
}

/** Returns the number of levels of a category with those below it. */
function heightOf(categories: readonly StoredCategory[], id: string): number {
  return 1 + Math.max(0, ...categories.filter((one) => one.parent_id === id).map((one) => heightOf(categories, one.id)))
}
