import type { settingPatterns } from './setting-patterns.ts'

/** The groups of the page of settings, in order. */
export const settingGroups = [
  'general',
  'mail',
  'signIn',
  'singleSignOn',
  'publicForms',
  'assistants',
  'alerts',
  'uploads',
  'autoSave',
  'retention',
  'history',
  'variables',
  'calendars',
  'jobs',
  'budgets',
  'maintenance',
] as const

export type SettingGroup = (typeof settingGroups)[number]

export type SettingUnit = 'seconds' | 'minutes' | 'days' | 'ms' | 'bytes' | 'characters' | 'units' | 'count'

interface Common {
  readonly group: SettingGroup
  /** `installation`: one value for all workplaces, which administrators of the default workplace set. */
  readonly scope: 'workplace' | 'installation'
  /** Environment variable that fixes the value. */
  readonly environment?: string
  /** A server reads it only when it starts. */
  readonly needsRestart?: true
}

/** A setting: the type of its value, its limits and its default. An empty text means none. */
export type Setting = Common &
  (
    | { readonly kind: 'switch'; readonly default: boolean }
    | {
        readonly kind: 'number'
        readonly default: number
        readonly min: number
        readonly max: number
        readonly unit?: SettingUnit
      }
    | { readonly kind: 'text'; readonly default: string; readonly max: number; readonly pattern: SettingPattern }
    | { readonly kind: 'choice'; readonly default: string; readonly choices: readonly [string, ...string[]] }
    /** Any number of the choices, with a space between them. */
    | { readonly kind: 'choices'; readonly default: string; readonly choices: readonly string[] }
    /** Stored encrypted, and never shown again. */
    | { readonly kind: 'secret'; readonly default: ''; readonly max: number; readonly pattern: SettingPattern }
  )

export type SettingPattern = keyof typeof settingPatterns

export type SettingValue = boolean | number | string
