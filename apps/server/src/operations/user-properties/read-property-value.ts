import type { UserPropertyType } from '@millrace/contract'
import { patterns } from '@millrace/contract'
import { isDay, readNumber } from '../plain-values.ts'

/** The rules of a property that a value has to follow. */
export interface ValueRules {
  readonly type: UserPropertyType
  readonly choices: readonly string[]
}

export type ReadValue = { readonly value: string } | { readonly fault: string }

/**
 * Reads the value of a property in its canonical form: `1.50` is `1.5`. Whether a user or group exists is checked by
 * `findMissing`.
 *
 * @param text not empty.
 */
export function readPropertyValue({ type, choices }: ValueRules, text: string): ReadValue {
  const value = text.trim()
  switch (type) {
    case 'text':
      return patterns.settingValue.regex.test(value) ? { value } : { fault: patterns.settingValue.message }
    case 'number': {
      const number = readNumber(value)
      return number === undefined ? { fault: 'Expected a number such as 12.5.' } : { value: String(number) }
    }
    case 'date':
      return isDay(value) ? { value } : { fault: 'Expected a day such as 2030-01-31.' }
    case 'boolean':
      return value === 'true' || value === 'false' ? { value } : { fault: 'Expected true or false.' }
    case 'choice':
      return choices.includes(value) ? { value } : { fault: 'Expected one of the choices of this property.' }
    case 'user':
    case 'group':
      return /\p{Cc}/u.test(value) ? { fault: `Expected a ${type} of this workplace.` } : { value }
    default:
      return type satisfies never
  }
}
