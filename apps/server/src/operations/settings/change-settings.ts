import type { SettingChange } from '@millrace/contract'
import { type SettingKey, settings, trimSetting } from '@millrace/contract/settings'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { LiveSignals } from '../../platform/live/announce-settings.ts'
import { announceSettings } from '../../platform/live/announce-settings.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { closeSecret } from '../../platform/settings/setting-secrets.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Change, readChanges } from './check-changes.ts'
import { refuseSettings } from './policy.ts'
import { refuseChangedSettings } from './refuse-changed-settings.ts'
import { refuseTogether } from './refuse-together.ts'

interface Settings {
  readonly settings: InstallationSettings
  readonly signals: LiveSignals
  /** Key for secrets at rest. */
  readonly secret: string
}

/**
 * Changes settings, all of them or none. They apply on this server when the call returns, and on other servers within
 * seconds.
 * @returns a refusal, or null on success.
 */
export async function changeSettings(
  context: OperationContext & Settings,
  request: Request,
  given: readonly SettingChange[],
): Promise<Refusal | null> {
  const refusal = refuseSettings(request.user)
  if (refusal !== null) return refusal
  const { db, clock, settings: installation, signals, secret } = context
  const isDefault = await isDefaultWorkplace(db, request)
  const changes = readChanges(given, { fixed: installation.fixed, isDefault })
  if (changes instanceof Refusal) return changes
  const { workplaceId, username } = request.user
  const refused = await db.withTransaction(actorOf(request), async (tx) => {
    // Two administrators at once: the second one sees what the first one has changed.
    await tx.batch([lockOf(workplaceId)])
    const wrong =
      (await refuseChangedSettings(tx, workplaceId, changes)) ?? (await refuseTogether(tx, workplaceId, changes))
    if (wrong !== null) return wrong
    await tx.commit([
      saveStatement(workplaceId, changes, { secret, at: clock().toISOString(), by: username }),
      ...timeOfSessions(workplaceId, changes),
    ])
    return null
  })
  if (refused !== null) return refused
  if (changes.some(({ key }) => settings[key].scope === 'installation')) {
    await installation.refresh()
    installation.announce()
    announceSettings(signals, null)
  } else announceSettings(signals, workplaceId)
  return null
}

async function isDefaultWorkplace(db: OperationContext['db'], request: Request): Promise<boolean> {
  const [rows] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'setting_place',
        text: 'select is_default from workplace where workplace_id = $1',
        values: [request.workplaceId],
      },
    ]),
  )
  return rows?.[0]?.[0] === 't'
}

function lockOf(workplaceId: string): Statement {
  return {
    name: 'setting_lock',
    text: `select pg_advisory_xact_lock(hashtextextended('millrace settings ' || $1::text, 0))`,
    values: [workplaceId],
  }
}

function saveStatement(
  workplaceId: string,
  changes: readonly Change[],
  { secret, at, by }: { readonly secret: string; readonly at: string; readonly by: string },
): Statement {
  const stored = changes.map(({ key, value }) => {
    if (value === null) return null
    const trimmed = trimSetting(value)
    return JSON.stringify(settings[key].kind === 'secret' ? closeSecret(secret, String(trimmed)) : trimmed)
  })
  return {
    name: 'setting_save',
    text: `insert into setting as s (workplace_id, key, value, updated_at, updated_by, revision)
      select $1, key, value::jsonb, $4, $5, 1 from unnest($2::text[], $3::text[]) given (key, value)
      on conflict (workplace_id, key) do update set value = excluded.value, updated_at = $4, updated_by = $5, revision = s.revision + 1`,
    values: [workplaceId, changes.map(({ key }) => key), stored, at, by],
  }
}

/** Open sessions go by a new time too, or browsers and server would count differently. */
function timeOfSessions(workplaceId: string, changes: readonly Change[]): Statement[] {
  const change = changes.find(({ key }) => key === ('session.idleSeconds' satisfies SettingKey))
  if (change === undefined) return []
  const seconds = change.value ?? settings['session.idleSeconds'].default
  return [
    {
      name: 'session_idle',
      text: 'update session set idle_seconds = $2::int where workplace_id = $1',
      values: [workplaceId, seconds],
    },
  ]
}
