import type { Database, Tx } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** All settings of a workplace: what its administrators have set, defaults for the rest. */
export async function readSettings(db: Database, workplaceId: string): Promise<Settings> {
  return db.read({ workplaceId }, findSettings)
}

/** The same beside what else is read of the workplace. */
export async function findSettings(tx: Tx): Promise<Settings> {
  const rows = await tx.query(kysely.selectFrom('setting').select(['key', 'value']))
  const known = rows.filter(({ key }) => Object.hasOwn(defaultSettings, key))
  return {
    ...defaultSettings,
    ...(Object.fromEntries(known.map(({ key, value }) => [key, value])) as Partial<Settings>),
  }
}
