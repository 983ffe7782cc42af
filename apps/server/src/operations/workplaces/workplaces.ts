import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** A workplace as the platform sees it. */
export interface PlatformWorkplace {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly isDefault: boolean
  readonly suspendedAt: Date | null
  readonly createdAt: Date
  /** The name of the database of the workplace; null: the first one. */
  readonly database: string | null
  /** Since when it is being moved to another database, or imported; null: it is not. */
  readonly movingAt: Date | null
}

/** Lists all workplaces, by reference. */
export async function listWorkplaces(db: Database): Promise<PlatformWorkplace[]> {
  return db.readPlatform((tx) => tx.query(selectWorkplace.orderBy('reference')))
}

export async function findWorkplace(db: Database, reference: string): Promise<PlatformWorkplace | Refusal> {
  const all = await listWorkplaces(db)
  const found = all.find((workplace) => workplace.reference.toLowerCase() === reference.toLowerCase())
  return (
    found ??
    refuse(
      'thing.not-found',
      `Expected a workplace with the reference “${reference}”, but there are only ${all.map((known) => known.reference).join(', ')}.`,
    )
  )
}

const selectWorkplace = kysely
  .selectFrom('workplace')
  .select([
    'workplace_id as id',
    'reference',
    'name',
    'is_default as isDefault',
    'suspended_at as suspendedAt',
    'created_at as createdAt',
    'cell as database',
    'moving_at as movingAt',
  ])
