import { documentLimits } from './limits.ts'
import { describeValue, isPlainObject } from './plain-object.ts'
import type { Reading } from './read-nodes.ts'
import type { FormMode, FormSettings, SubmitAction } from './types.ts'

export const defaultSettings: FormSettings = { mode: 'single', locales: ['en'], defaultLocale: 'en', submitActions: [] }

const modes: readonly FormMode[] = ['single', 'conversational']

const members = new Set(['mode', 'locales', 'defaultLocale', 'submitActions', 'takenFrom'])

/** Reads the settings of a document. What is missing gets its default. */
export function readSettings(input: unknown, reading: Reading): FormSettings {
  if (input === undefined) return defaultSettings
  if (!isPlainObject(input)) {
    reading.report('settings.invalid', 'settings', `Expected settings, but found ${describeValue(input)}.`)
    return defaultSettings
  }
  for (const key of Object.keys(input)) {
    if (!members.has(key))
      reading.report('settings.invalid', `settings.${key}`, `Expected ${[...members].join(', ')}, but found "${key}".`)
  }
  const mode = modes.find((one) => one === (input.mode ?? 'single'))
  if (mode === undefined) {
    reading.report(
      'settings.invalid',
      'settings.mode',
      `Expected a mode of ${modes.join(', ')}, but found ${describeValue(input.mode)}.`,
    )
  }
  const locales = readLocales(input.locales, reading)
  const defaultLocale = input.defaultLocale ?? locales[0] ?? 'en'
  if (!locales.some((locale) => locale === defaultLocale)) {
    reading.report(
      'settings.invalid',
      'settings.defaultLocale',
      `Expected one of the locales, but found ${describeValue(defaultLocale)}.`,
    )
  }
  const takenFrom = readTakenFrom(input.takenFrom, reading)
  return {
    mode: mode ?? 'single',
    locales,
    defaultLocale: String(defaultLocale),
    submitActions: readActions(input.submitActions, reading),
    ...(takenFrom.length === 0 ? {} : { takenFrom }),
  }
}

function readLocales(input: unknown, reading: Reading): readonly string[] {
  if (input === undefined) return defaultSettings.locales
  if (Array.isArray(input) && input.length > 0 && input.length <= documentLimits.locales) {
    const locales = (input as unknown[]).filter((item): item is string => typeof item === 'string' && isLocale(item))
    if (locales.length === input.length && new Set(locales).size === locales.length) return locales
  }
  const message = `Expected 1 to ${documentLimits.locales} different language tags such as en or de-CH, but found ${describeValue(input)}.`
  reading.report('settings.invalid', 'settings.locales', message)
  return defaultSettings.locales
}

/** Returns whether a text is a language tag as in BCP 47. */
export function isLocale(tag: string): boolean {
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)
}

function readActions(input: unknown, reading: Reading): readonly SubmitAction[] {
  if (input === undefined) return []
  const actions =
    Array.isArray(input) && input.length <= documentLimits.submitActions ? (input as unknown[]).map(readAction) : [null]
  const known = actions.filter((action) => action !== null)
  if (known.length === actions.length && new Set(known.map(({ id }) => id)).size === known.length) return known
  const message = `Expected up to ${documentLimits.submitActions} actions {id, label} with different ids, but found ${describeValue(input)}.`
  reading.report('settings.invalid', 'settings.submitActions', message)
  return []
}

function readTakenFrom(input: unknown, reading: Reading): readonly string[] {
  if (input === undefined) return []
  const isId = (item: unknown): item is string => typeof item === 'string' && /^[\w-]{1,64}$/.test(item)
  if (Array.isArray(input) && input.length <= documentLimits.takenFrom && input.every(isId)) return input
  const message = `Expected up to ${documentLimits.takenFrom} ids of forms, but found ${describeValue(input)}.`
  reading.report('settings.invalid', 'settings.takenFrom', message)
  return []
}

function readAction(input: unknown): SubmitAction | null {
  if (!isPlainObject(input) || Object.keys(input).some((key) => key !== 'id' && key !== 'label')) return null
  const { id, label } = input
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return null
  return typeof label === 'string' && label.trim() !== '' && label.length <= 100 ? { id, label } : null
}
