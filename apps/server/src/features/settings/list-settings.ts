import type { AdminSettings, SettingRow } from '@millrace/contract'
import {
  checkSetting,
  defaultSettings,
  type InstallationKey,
  type Setting,
  type SettingKey,
  type SettingValue,
  settingKeys,
  settings,
} from '@millrace/contract/settings'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { openSecret } from '../../platform/settings/setting-secrets.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

interface Context {
  readonly db: Database
  readonly settings: InstallationSettings
  /** Key for secrets at rest. */
  readonly secret: string
}

interface StoredSetting {
  readonly value: unknown
  readonly revision: number
  readonly updated_at: Date
  readonly updated_by: string | null
}

/**
 * Lists the settings that the user may see: those of the workplace, and in the default workplace those of the
 * installation too.
 */
export async function listSettings(
  { db, settings: installation, secret }: Context,
  request: Request,
): Promise<AdminSettings> {
  return db.read(request, async (tx) => {
    const [rows, places] = await tx.queries(
      kysely
        .selectFrom('setting')
        .where('workplace_id', '=', request.workplaceId)
        .select(['key', 'value', 'revision', 'updated_at', 'updated_by']),
      kysely.selectFrom('workplace').where('workplace_id', '=', request.workplaceId).select('is_default'),
    )
    const people = await readPeople(
      tx,
      request.workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    const stored = new Map<string, StoredSetting>(rows.map((row) => [row.key, row]))
    const isDefault = places[0]?.is_default === true
    const shown = settingKeys.filter((key) => isDefault || settings[key].scope === 'workplace')
    return {
      settings: shown.map((key) =>
        present(key, { row: stored.get(key), fixed: installation.fixed[key as InstallationKey], secret, people }),
      ),
    }
  })
}

function present(
  key: SettingKey,
  {
    row,
    fixed,
    secret,
    people,
  }: {
    readonly row: StoredSetting | undefined
    readonly fixed: SettingValue | undefined
    readonly secret: string
    readonly people: People
  },
): SettingRow {
  const { kind, scope, environment, needsRestart }: Setting = settings[key]
  const isSecret = kind === 'secret'
  const stored = isSecret ? openSecret(secret, row?.value) : row?.value
  const own = stored == null || checkSetting(key, stored) !== null ? undefined : (stored as SettingValue)
  const value = fixed ?? own ?? defaultSettings[key]
  return {
    ...{ key, scope, kind },
    value: isSecret ? null : value,
    default: isSecret ? null : defaultSettings[key],
    isSet: !isSecret || value !== '',
    origin: fixed !== undefined ? 'environment' : own === undefined ? 'default' : 'here',
    environment: fixed === undefined ? null : (environment ?? null),
    needsRestart: needsRestart === true,
    revision: row?.revision ?? 0,
    changedAt: row?.updated_at.toISOString() ?? null,
    changedBy: people.find(row?.updated_by ?? null),
  }
}
