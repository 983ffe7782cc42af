import { patterns } from '@millrace/contract'
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
  const known = rows.filter(({ key, value }) => Object.hasOwn(defaultSettings, key) && isFit(key, value))
  return {
    ...defaultSettings,
    ...(Object.fromEntries(known.map(({ key, value }) => [key, value])) as Partial<Settings>),
  }
}

/** Links of pages, for everybody who works in the workplace. */
const links: ReadonlySet<string> = new Set([
  'help.url',
  'monitor.url',
  'privacyPolicy.linkUrl',
] satisfies (keyof Settings)[])

/** Whether a setting may be used: a link that runs something, such as `javascript:`, is as good as none. */
function isFit(key: string, value: unknown): boolean {
  return !links.has(key) || value === null || (typeof value === 'string' && patterns.helpUrl.regex.test(value))
}
