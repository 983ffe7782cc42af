import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Returns the id of a category by its name, regardless of case; null when no category is given. Refused when no
 * category has this name.
 */
export async function findCategoryId(
  tx: Tx,
  workplaceId: string,
  name: string | null,
): Promise<{ readonly id: string | null } | Refusal> {
  if (name === null) return { id: null }
  const [row] = await tx.query(
    kysely
      .selectFrom('category')
      .where('workplace_id', '=', workplaceId)
      .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
      .select('id')
      // Nobody deletes it before this is committed.
      .forKeyShare(),
  )
  if (row !== undefined) return row
  const message = `Expected a category of this workplace, but “${name}” does not exist.`
  return refuse('thing.not-found', message, [{ where: 'category', message }])
}
