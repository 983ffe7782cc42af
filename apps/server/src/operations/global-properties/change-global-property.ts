import type { GlobalPropertyType } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { change } from '../records/change-record.ts'
import { type EnvironmentValue, readEnvironmentValues } from './environment-values.ts'
import { globalPropertyRecord, type SecretContext, type StoredProperty } from './global-property.ts'
import { readValue, refuseSecret } from './read-value.ts'

export interface GlobalPropertyChange {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly type: GlobalPropertyType
  /** The value as it was entered; null: it stays. */
  readonly value: string | null
  /** Undefined: it stays as it is. */
  readonly isPerEnvironment?: boolean | undefined
  /** The values in environments; undefined: unchanged. Environments that are not listed are deleted. */
  readonly environments?: readonly EnvironmentValue[] | undefined
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/** Changes a global property, from the next step of every instance on. @returns null on success. */
export function changeGlobalProperty(
  context: SecretContext,
  request: Request,
  { id, name, description, revision, isPerEnvironment, environments, ...given }: GlobalPropertyChange,
): Promise<Refusal | null> {
  return change(context, request, globalPropertyRecord, {
    ref: id,
    revision,
    columns: (_, property) => {
      const value = newValueOf(property, given, context.secret)
      if (value instanceof Refusal) return value
      const { type } = given
      const inEnvironments = readEnvironmentValues(property, { type, environments, isPerEnvironment }, context.secret)
      return inEnvironments instanceof Refusal ? inEnvironments : { name, description, ...value, ...inEnvironments }
    },
  })
}

type Given = Pick<GlobalPropertyChange, 'type' | 'value'>

/**
 * Returns the columns of a new value. A secret property stays secret: waiting work contains its mark, and a change to a
 * plain property would show its value.
 */
function newValueOf(property: StoredProperty, { type, value }: Given, secret: string) {
  if (property.is_secret)
    return value === null ? {} : (refuseSecret(value) ?? { sealed: createPropertySeal(secret).close(value) })
  const read = readValue(type, value ?? presentValue(property))
  return read instanceof Refusal ? read : { type, value: read.json }
}

/** Returns the value of a global property as text, as users enter it. */
export function presentValue({ type, value }: Pick<StoredProperty, 'type' | 'value'>): string {
  if (value === null) return ''
  return type === 'json' ? value : String(JSON.parse(value))
}
