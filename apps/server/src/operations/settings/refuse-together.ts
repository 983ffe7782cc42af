import { autoSaveInterval, listNamesOf } from '@millrace/contract'
import { type SettingKey, type SettingValue, trimSetting } from '@millrace/contract/settings'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal, RefusalDetail } from '../../platform/errors/refusal.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'
import { defaultsOfWorkplace } from '../../platform/settings/settings.ts'
import { findHierarchyNamed } from '../hierarchies/place-user.ts'
import { type Change, invalidSettings } from './check-changes.ts'
import { findConnectionsFault } from './find-connections-fault.ts'
import { findLedSecret } from './find-led-secret.ts'

/**
 * Checks that settings do not contradict each other, and only name existing objects. Returns null if so, otherwise a
 * refusal.
 */
export async function refuseTogether(tx: Tx, workplaceId: string, changes: readonly Change[]): Promise<Refusal | null> {
  const given = new Map(changes.map(({ key, value }) => [key, value === null ? null : trimSetting(value)]))
  const before = await findSettings(tx)
  const after = <Key extends SettingKey & keyof typeof before>(key: Key): (typeof before)[Key] => {
    if (!given.has(key)) return before[key]
    return (given.get(key) ?? defaultsOfWorkplace[key]) as (typeof before)[Key]
  }
  const faults = [
    ...(given.has('autoSave.seconds') || given.has('session.idleSeconds') ? findAutoSaveFault(after) : []),
    ...(given.has('retention.noticeDays') || given.has('retention.readNoticeDays') ? findNoticeFault(after) : []),
    ...(await findCalendarFault(tx, workplaceId, given.get('calendar.default') ?? '')),
    ...(await findEmergencyFault(tx, workplaceId, given.get('signIn.emergencyUser') ?? '')),
    ...(await findHierarchyFault(tx, workplaceId, given.get('scim.hierarchy') ?? '')),
    ...(await findLedSecret(tx, workplaceId, given)),
    ...(await findConnectionsFault(tx, given.get('budget.connections') ?? null)),
  ]
  return faults.length === 0 ? null : invalidSettings(faults)
}

type After = <
  Key extends 'autoSave.seconds' | 'session.idleSeconds' | 'retention.noticeDays' | 'retention.readNoticeDays',
>(
  key: Key,
) => number

function findAutoSaveFault(after: After): RefusalDetail[] {
  const most = after('session.idleSeconds') - autoSaveInterval.belowSessionTimeout
  if (after('autoSave.seconds') <= most) return []
  return [
    {
      where: 'autoSave.seconds',
      message: `Expected at most ${most} seconds, 10 less than the session timeout.`,
    },
  ]
}

function findNoticeFault(after: After): RefusalDetail[] {
  if (after('retention.readNoticeDays') <= after('retention.noticeDays')) return []
  return [
    {
      where: 'retention.readNoticeDays',
      message: `Expected at most ${after('retention.noticeDays')} days, the retention of all notifications.`,
    },
  ]
}

/** The emergency administrator has to be there when nobody else is. */
async function findEmergencyFault(tx: Tx, workplaceId: string, name: SettingValue): Promise<RefusalDetail[]> {
  if (name === '') return []
  const [rows] = await tx.batch([
    {
      name: 'setting_emergency_user',
      text: `select 1 from app_user u where u.workplace_id = $1 and u.username_key = lower($2) and u.status <> 'disabled' and u.password_hash is not null
        and exists (select from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = any($3::text[]))`,
      values: [workplaceId, String(name).trim(), listNamesOf('RoleAdmin')],
    },
  ])
  if (rows?.[0] !== undefined) return []
  return [{ where: 'signIn.emergencyUser', message: 'Expected an enabled administrator with a password.' }]
}

/** Returns the fault of a hierarchy that does not exist or is disabled. */
async function findHierarchyFault(tx: Tx, workplaceId: string, name: SettingValue): Promise<RefusalDetail[]> {
  if (name === '' || (await findHierarchyNamed(tx, workplaceId, String(name))) !== null) return []
  return [{ where: 'scim.hierarchy', message: 'Expected the name of a hierarchy that is in use.' }]
}

async function findCalendarFault(tx: Tx, workplaceId: string, name: SettingValue): Promise<RefusalDetail[]> {
  if (name === '') return []
  const [rows] = await tx.batch([
    {
      name: 'setting_calendar',
      text: 'select 1 from business_calendar where workplace_id = $1 and name = $2',
      values: [workplaceId, String(name).trim()],
    },
  ])
  if (rows?.[0] !== undefined) return []
  return [{ where: 'calendar.default', message: 'Expected the name of a business calendar of this workplace.' }]
}
