import { type SettingKey, settings } from './registry.ts'
import type { Setting, SettingValue } from './setting.ts'
import { settingPatterns } from './setting-patterns.ts'

/** The reason why a value is refused: a kind with a text in the browser, and a sentence for API clients. */
export interface SettingFault {
  readonly kind: 'type' | 'number' | 'length' | 'choice' | 'pattern'
  readonly message: string
}

/** Checks a value against kind, limits and pattern of its setting. Returns null when it is valid. */
export function checkSetting(key: SettingKey, value: unknown): SettingFault | null {
  const setting: Setting = settings[key]
  switch (setting.kind) {
    case 'switch':
      return typeof value === 'boolean' ? null : fault('type', 'Expected true or false.')
    case 'number':
      return Number.isSafeInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max
        ? null
        : fault('number', `Expected a whole number from ${setting.min} to ${setting.max}.`)
    case 'choice':
      return typeof value === 'string' && setting.choices.includes(value)
        ? null
        : fault('choice', `Expected one of ${setting.choices.join(', ')}.`)
    case 'choices':
      return typeof value === 'string' && readChoices(value).every((choice) => setting.choices.includes(choice))
        ? null
        : fault('choice', `Expected some of ${setting.choices.join(', ')}, with a space between them.`)
    case 'text':
    case 'secret':
      return checkText(setting, value)
  }
}

function checkText({ max, pattern }: Extract<Setting, { max: number; pattern: string }>, value: unknown) {
  if (typeof value !== 'string') return fault('type', 'Expected a text.')
  if (value.length > max) return fault('length', `Expected at most ${max} characters.`)
  const { regex, message } = settingPatterns[pattern]
  return value === '' || regex.test(value) ? null : fault('pattern', message)
}

/** Returns the choices that a setting of kind `choices` stores. */
export function readChoices(value: string): string[] {
  return value.split(' ').filter((choice) => choice !== '')
}

/** Returns the value as it is stored: texts without surrounding white space. */
export function trimSetting(value: SettingValue): SettingValue {
  return typeof value === 'string' ? value.trim() : value
}

function fault(kind: SettingFault['kind'], message: string): SettingFault {
  return { kind, message }
}
