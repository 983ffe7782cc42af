import { checkSetting, isSettingKey, settings, type WorkplaceKey } from '@millrace/contract/settings'
import type { Database, Tx } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'
import { openSecret } from './setting-secrets.ts'
import { defaultsOfWorkplace, type Settings } from './settings.ts'

/** Returns the settings of a workplace: set by its administrators, defaults for the rest. */
export async function readSettings(db: Database, workplaceId: string): Promise<Settings> {
  return db.read({ workplaceId }, findSettings)
}

/** Returns the query of the settings, to be sent with other reads of the workplace. */
export async function findSettings(tx: Tx): Promise<Settings> {
  const rows = await tx.query(kysely.selectFrom('setting').select(['key', 'value']))
  const known = rows.filter(({ key, value }) => Object.hasOwn(defaultsOfWorkplace, key) && isFit(key, value))
  return { ...defaultsOfWorkplace, ...Object.fromEntries(known.map(({ key, value }) => [key, value])) }
}

/** Returns a secret of a workplace; null when it has none. */
export async function readSecret(
  { db, secret }: { readonly db: Database; readonly secret: string },
  workplaceId: string,
  key: WorkplaceKey,
): Promise<string | null> {
  const [row] = await db.read({ workplaceId }, (tx) =>
    tx.query(kysely.selectFrom('setting').where('key', '=', key).select('value')),
  )
  return openSecret(secret, row?.value)
}

/**
 * Returns whether a stored value may be used: a link that runs code, such as `javascript:`, is ignored.
 */
function isFit(key: string, value: unknown): boolean {
  if (value === null) return false
  if (!isSettingKey(key)) return true
  return settings[key].kind !== 'secret' && checkSetting(key, value) === null
}

/** Converts an empty text to null. */
export function orNull(text: string): string | null {
  return text === '' ? null : text
}
