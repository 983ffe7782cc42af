import { type BudgetName, budgets } from '@millrace/contract'
import {
  type Setting,
  type SettingKey,
  type SettingUnit,
  type SettingValue,
  settings,
} from '@millrace/contract/settings'
import type { Translate } from '../../lib/i18n.ts'

type Parts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns the name of a setting. The name of a budget is derived from its key: `callTime` becomes “Call time”. */
export function nameSetting(key: SettingKey, t: Translate): string {
  const [subject = '', name = ''] = key.split('.')
  if (subject !== 'budget') return (t('settingName', { returnObjects: true }) as Parts)[subject]?.[name] ?? key
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the help text of a setting, with the limits of a number. */
export function describeSetting(key: SettingKey, t: Translate): string {
  const [subject = '', name = ''] = key.split('.')
  const does =
    subject === 'budget'
      ? budgets[name as BudgetName].means.replaceAll('`', '')
      : ((t('settingHelp', { returnObjects: true }) as Parts)[subject]?.[name] ?? '')
  const limits = describeLimits(settings[key], t)
  return limits === null ? does : `${does} ${limits}`
}

function describeLimits(setting: Setting, t: Translate): string | null {
  if (setting.kind !== 'number') return null
  const [min, max] = [setting.min.toLocaleString('en'), setting.max.toLocaleString('en')]
  return setting.max === Number.MAX_SAFE_INTEGER
    ? t('adminSettings.least', { min })
    : t('adminSettings.range', { min, max })
}

/** Returns the unit of a number; empty for a count, which has none. */
export function nameUnit(unit: SettingUnit | undefined, t: Translate): string {
  return unit === undefined || unit === 'count' ? '' : t(`settingUnit.${unit}`)
}

/** Returns the text of a value with its unit. */
export function presentSetting(key: SettingKey, value: SettingValue | null, t: Translate): string {
  const setting: Setting = settings[key]
  if (value === null || value === '') return t('adminSettings.empty')
  switch (setting.kind) {
    case 'switch':
      return t(value === true ? 'adminSettings.on' : 'adminSettings.off')
    case 'number':
      return `${value.toLocaleString('en')} ${nameUnit(setting.unit, t)}`.trim()
    case 'choice':
      return nameChoice(key, String(value), t)
    default:
      return String(value)
  }
}

export function nameChoice(key: SettingKey, choice: string, t: Translate): string {
  const name = key.split('.')[1] ?? ''
  return (t('settingChoice', { returnObjects: true }) as Parts)[name]?.[choice] ?? choice
}
