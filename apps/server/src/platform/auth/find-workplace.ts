import type { Database } from '../db/database.ts'

/**
 * Finds the id of a workplace.
 *
 * @param reference regardless of case; null: the default workplace.
 * @returns null when it does not exist or is suspended.
 */
export async function findWorkplaceId(db: Database, reference: string | null): Promise<string | null> {
  const statement =
    reference === null
      ? {
          name: 'workplace_default',
          text: 'select workplace_id from workplace where is_default and suspended_at is null',
          values: [],
        }
      : {
          name: 'workplace_by_reference',
          text: 'select workplace_id from workplace where lower(reference) = lower($1) and suspended_at is null',
          values: [reference],
        }
  const [rows] = await db.lookUpPlatform([statement], `${statement.name} ${reference}`)
  return rows?.[0]?.[0] ?? null
}
