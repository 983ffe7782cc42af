import type { Database } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** All settings of a workplace: what its administrators have set, defaults for the rest. */
export async function readSettings(db: Database, workplaceId: string): Promise<Settings> {
  const rows = await db.read({ workplaceId }, (tx) => tx.query(kysely.selectFrom('setting').select(['key', 'value'])))
  const known = rows.filter(({ key }) => Object.hasOwn(defaultSettings, key))
  return {
    ...defaultSettings,
    ...(Object.fromEntries(known.map(({ key, value }) => [key, value])) as Partial<Settings>),
  }
}
