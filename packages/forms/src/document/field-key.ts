import { documentLimits } from './limits.ts'
import { isPrototypeKey } from './plain-object.ts'

/**
 * Returns whether a field or process variable may have this name: printable, no surrounding white space, and no name of
 * an object's prototype. Names in models of other products may have blanks, dots and hyphens.
 */
export function isFieldKey(key: string): boolean {
  return key.length <= documentLimits.key && /^[^\p{C}\s](?:[^\p{C}]*[^\p{C}\s])?$/u.test(key) && !isPrototypeKey(key)
}
