import type { GlobalPropertyType } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { StoredProperty } from './global-property.ts'
import { readValue, refuseSecret } from './read-value.ts'

/** The value of a global property in an environment, as it was entered; null: the environment keeps the value that it has. */
export interface EnvironmentValue {
  readonly environment: string
  readonly value: string | null
}

/** The stored values in environments, by name: JSON text, or a sealed value in base64. */
type StoredValues = Readonly<Record<string, string>>

interface NewValues {
  readonly type: GlobalPropertyType
  /** The values in environments; undefined: unchanged. */
  readonly environments: readonly EnvironmentValue[] | undefined
  readonly isPerEnvironment: boolean | undefined
}

/**
 * Returns the columns of the values in environments. All of them have to fit the type, also those that stay when the type
 * changes.
 */
export function readEnvironmentValues(
  property: StoredProperty,
  { type, environments, isPerEnvironment = property.is_per_environment }: NewValues,
  secret: string,
) {
  if (!isPerEnvironment) return { is_per_environment: false, environment_values: '{}', environment_sealed: '{}' }
  const stored = storedValuesOf(property)
  const given = environments ?? Object.keys(stored).map((environment) => ({ environment, value: null }))
  const values = new Map<string, string>()
  for (const [index, { environment, value }] of given.entries()) {
    const where = `environments.${index}`
    if ([...values.keys()].some((name) => isSame(name, environment)))
      return refuseAt(`${where}.environment`, `Expected each environment once, but “${environment}” is there twice.`)
    const kept = Object.entries(stored).find(([name]) => isSame(name, environment))?.[1]
    const read = property.is_secret
      ? readSecret(value, kept, secret)
      : readPlain(type, value ?? (kept === undefined ? null : presentStored(property.type, kept)))
    if (read instanceof Refusal) return refuseAt(`${where}.value`, `In “${environment}”: ${read.message}`)
    values.set(environment, read)
  }
  const written = JSON.stringify(Object.fromEntries(values))
  return property.is_secret
    ? { is_per_environment: true, environment_sealed: written }
    : { is_per_environment: true, environment_values: written }
}

/** Returns the values in environments for users; null for secret ones. */
export function presentEnvironmentValues(property: StoredProperty): { environment: string; value: string | null }[] {
  return Object.entries(storedValuesOf(property))
    .map(([environment, value]) => ({
      environment,
      value: property.is_secret ? null : presentStored(property.type, value),
    }))
    .sort((one, other) => one.environment.localeCompare(other.environment, 'en'))
}

function storedValuesOf({ is_secret, environment_values, environment_sealed }: StoredProperty): StoredValues {
  return (is_secret ? environment_sealed : environment_values) as unknown as StoredValues
}

/** Returns JSON text as users enter it. */
function presentStored(type: string, json: string): string {
  return type === 'json' ? json : String(JSON.parse(json))
}

function readPlain(type: GlobalPropertyType, text: string | null): string | Refusal {
  if (text === null) return missing()
  const read = readValue(type, text)
  return read instanceof Refusal ? read : read.json
}

function readSecret(value: string | null, kept: string | undefined, secret: string): string | Refusal {
  if (value === null) return kept ?? missing()
  return refuseSecret(value) ?? createPropertySeal(secret).close(value).toString('base64')
}

function missing(): Refusal {
  return refuse('global-property.invalid', 'Expected a value for a new environment, but there is none.')
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function refuseAt(where: string, message: string): Refusal {
  return refuse('global-property.invalid', message, [{ where, message }])
}
