import type { Database } from '../db/database.ts'

/**
 * @param reference without regard to case; the default workplace without one.
 * @returns null when there is no such workplace.
 */
export async function findWorkplaceId(db: Database, reference: string | null): Promise<string | null> {
  const statement =
    reference === null
      ? { name: 'workplace_default', text: 'select workplace_id from workplace where is_default', values: [] }
      : {
          name: 'workplace_by_reference',
          text: 'select workplace_id from workplace where lower(reference) = lower($1)',
          values: [reference],
        }
  const [rows] = await db.withPlatformTransaction((tx) => tx.commit([statement]))
  return rows?.[0]?.[0] ?? null
}
