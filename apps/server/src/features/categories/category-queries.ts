import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

export interface CategoryRow {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
}

/** Every category by name. */
export function listCategoryRows(tx: Tx, workplaceId: string): Promise<CategoryRow[]> {
  return tx.query(
    kysely
      .selectFrom('category')
      .where('workplace_id', '=', workplaceId)
      .select(['id', 'name', 'parent_id'])
      .orderBy((builder) => builder.fn<string>('lower', ['name']))
      .orderBy('name'),
  )
}
