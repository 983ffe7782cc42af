import type { SettingChange } from '@millrace/contract'
import {
  checkSetting,
  type InstallationKey,
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settings,
  trimSetting,
} from '@millrace/contract/settings'
import { type Refusal, type RefusalDetail, refuse } from '../../platform/errors/refusal.ts'
import { readClamdAddress } from '../../platform/scanner/clamd-address.ts'
import type { FixedSettings } from '../../platform/settings/installation-settings.ts'
import { findMappingFault } from '../../platform/sso/sso-config.ts'

/** A change of an existing setting to a valid value. */
export interface Change {
  readonly key: SettingKey
  /** Null: the default again. */
  readonly value: SettingValue | null
  readonly revision: number
}

/**
 * Checks changes of settings: refuses unknown, duplicate and fixed settings, and invalid values. Outside of the default
 * workplace, settings of the installation count as unknown. Returns the changes, otherwise a refusal.
 */
export function readChanges(
  given: readonly SettingChange[],
  { fixed, isDefault }: { readonly fixed: FixedSettings; readonly isDefault: boolean },
): readonly Change[] | Refusal {
  const changes = given.flatMap(({ key, ...rest }) => (isSettingKey(key) ? [{ key, ...rest }] : []))
  const unknown = given.find(({ key }) => !isSettingKey(key))
  if (unknown !== undefined) return unknownSetting(unknown.key)
  const foreign = isDefault ? undefined : changes.find(({ key }) => settings[key].scope === 'installation')
  if (foreign !== undefined) return unknownSetting(foreign.key)
  const repeated = changes.find(({ key }, index) => changes.findIndex((one) => one.key === key) < index)
  if (repeated !== undefined)
    return invalidSettings([{ where: repeated.key, message: 'Expected each setting once, but it is there twice.' }])
  const held = changes.find(({ key }) => fixed[key as InstallationKey] !== undefined)
  if (held !== undefined)
    return refuse(
      'setting.fixed',
      `Expected ${held.key} to be free, but an environment variable of the server fixes it. Nothing was saved. Change the variable, and restart the server.`,
      [{ where: held.key, message: 'Fixed by the environment.' }],
    )
  const faults = changes.flatMap(findFault)
  return faults.length === 0 ? changes : invalidSettings(faults)
}

export function unknownSetting(key: string): Refusal {
  return refuse(
    'setting.unknown',
    `Expected settings that administrators of this workplace can change, but “${key.slice(0, 100)}” is not one of them. Nothing was saved.`,
    [{ where: key, message: 'Not a setting of this workplace.' }],
  )
}

export function invalidSettings(faults: readonly RefusalDetail[]): Refusal {
  const [first] = faults
  return refuse(
    'setting.invalid',
    `Expected valid values, but ${first?.where} is not: ${first?.message} Nothing was saved.`,
    faults,
  )
}

function findFault({ key, value }: Change): RefusalDetail[] {
  if (value === null) return []
  const trimmed = trimSetting(value)
  const fault = checkSetting(key, trimmed)
  if (fault !== null) return [{ where: key, message: fault.message }]
  if (key === 'uploads.clamd' && trimmed !== '' && readClamdAddress(String(trimmed)) === null)
    return [{ where: key, message: 'Expected an address with a port from 0 to 65535.' }]
  if (key === 'sso.roleMapping') {
    const message = findMappingFault(String(trimmed))
    if (message !== null) return [{ where: key, message }]
  }
  return []
}
