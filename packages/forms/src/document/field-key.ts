import { documentLimits } from './limits.ts'
import { isPrototypeKey } from './plain-object.ts'

/**
 * True when a field or a process variable may have this name: printable, no blanks at its ends, and none of the names
 * that reach an object's prototype. Names in models of other products hold blanks, dots and hyphens.
 */
export function isFieldKey(key: string): boolean {
  return key.length <= documentLimits.key && /^[^\p{C}\s](?:[^\p{C}]*[^\p{C}\s])?$/u.test(key) && !isPrototypeKey(key)
}
