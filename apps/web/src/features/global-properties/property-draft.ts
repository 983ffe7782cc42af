import { api, type GlobalProperty } from '@millrace/contract'
import type { GlobalPropertyType } from '@millrace/contract/lists/global-properties'
import type { RowsFields } from '../../components/record/rows-field.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

/** The entries of the form of a global property. */
export interface PropertyDraft {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly type: GlobalPropertyType
  /** For a known secret: empty keeps the one that it has. */
  readonly value: string
  readonly isSecret: boolean
  readonly isPerEnvironment: boolean
  readonly environments: readonly EnvironmentDraft[]
}

/** The entries for the value of a property in an environment. */
export interface EnvironmentDraft {
  /** For React. */
  readonly id: string
  readonly environment: string
  /** For a known secret: empty keeps the one that it has. */
  readonly value: string
  /** Whether the environment is stored already. */
  readonly isKnown: boolean
}

export const emptyDraft: PropertyDraft = {
  key: '',
  name: '',
  description: '',
  type: 'text',
  value: '',
  isSecret: false,
  isPerEnvironment: false,
  environments: [],
}

export function pickDraft(property: GlobalProperty): PropertyDraft {
  const { key, name, description, type, value, isSecret, isPerEnvironment, environments } = property
  return {
    ...{ key, name, description, type, value: value ?? '', isSecret, isPerEnvironment },
    environments: environments.map((one) => ({
      ...{ id: one.environment, environment: one.environment, value: one.value ?? '', isKnown: true },
    })),
  }
}

/** Converts the values in environments for the request. */
export function toEnvironments({ environments, isSecret }: PropertyDraft) {
  return environments.map(({ environment, value, isKnown }) => ({
    environment: environment.trim(),
    value: isSecret && isKnown && value === '' ? null : value,
  }))
}

/**
 * Returns whether the required fields of a global property are filled in. A text may be empty, and a stored secret does
 * not have to be entered again.
 */
export function isComplete(draft: PropertyDraft, isKnown: boolean): boolean {
  const { key, name, type, value, isSecret, isPerEnvironment, environments } = draft
  const isGiven = (text: string, isStored: boolean) => text !== '' || (isSecret ? isStored : type === 'text')
  const areGiven = environments.every((one) => one.environment.trim() !== '' && isGiven(one.value, one.isKnown))
  const hasValues = isGiven(value, isKnown) && (!isPerEnvironment || areGiven)
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && name.trim() !== '' && hasValues
}

/** Returns a key that expressions can contain: `Order limit` becomes `orderLimit`. */
export function keyFor(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 _-]/g, '')
    .split(/[ -]+/)
    .filter((word) => word !== '')
  const joined = words
    .map((word, at) => (at === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join('')
  return (/^\d/.test(joined) ? `_${joined}` : joined).slice(0, 50)
}

export const propertyQuery = (id: string) => callQuery(api.globalProperties.get, { params: { id } })

/** Returns the texts of the page of a global property. */
export function describeProperty(t: Translate) {
  return {
    help: t('globalProperties.helpOne'),
    failed: t('globalProperties.failedOne'),
    gone: { title: t('globalProperties.goneTitle'), text: t('globalProperties.goneText') },
  }
}

/** Returns how the user's values in environments are merged with values that other users have saved meanwhile. */
export function rowsOfProperty(
  t: Translate,
  { isSecret }: Pick<GlobalProperty, 'isSecret'>,
): RowsFields<PropertyDraft> {
  return {
    environments: {
      keyOf: ({ environment }) => environment.trim().toLowerCase(),
      nameOf: ({ environment }) => t('globalProperties.environmentValue', { name: environment }),
      textOf: ({ value }) => (isSecret ? t('globalProperties.hidden') : value),
      rebase: (own, theirs) => ({ ...own, isKnown: theirs !== undefined }),
    },
  }
}
