import type { Tx } from '../platform/db/database.ts'
import { kysely } from '../platform/db/kysely.ts'

interface Asked {
  /** A table with a limited number of rows per workplace, each with a unique name. */
  readonly table: 'java_binding' | 'business_calendar'
  readonly workplaceId: string
  readonly name: string
}

/** Counts the rows with other names than the given one, to check whether one more row would exceed a limit. */
export async function countOthers(tx: Tx, { table, workplaceId, name }: Asked): Promise<number> {
  const [counted] = await tx.query(
    kysely
      .selectFrom(table)
      .where('workplace_id', '=', workplaceId)
      .where('name', '!=', name)
      .select(({ fn }) => fn.countAll<string>().as('count')),
  )
  return Number(counted?.count)
}
