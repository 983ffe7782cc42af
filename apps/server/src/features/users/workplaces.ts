import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'

export interface Workplace {
  readonly id: string
  readonly reference: string
  readonly name: string
}

export async function findDefaultWorkplace(db: Database): Promise<Workplace | null> {
  const [found] = await db.withPlatformTransaction((tx) => tx.query(selectWorkplace.where('is_default', '=', true)))
  return found ?? null
}

/** @throws when there is none with the id. */
export async function getWorkplace(db: Database, id: string): Promise<Workplace> {
  const [found] = await db.withTransaction(id, (tx) => tx.query(selectWorkplace.where('workplace_id', '=', id)))
  if (found === undefined) throw new Error(`Expected a workplace ${id}, but there is none.`)
  return found
}

const selectWorkplace = kysely.selectFrom('workplace').select(['workplace_id as id', 'reference', 'name'])
