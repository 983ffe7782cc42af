import type { Meter } from '../../meter.ts'
import { hasSymbols, nameKey } from '../syntax/names.ts'
import type { FeelContext, FeelValue } from './value.ts'

/** Finds the entry of a context by its name; space around symbols is ignored. Undefined when it does not exist. */
export function findEntry(context: FeelContext, name: string, meter: Meter): FeelValue | undefined {
  const entry = context[name]
  if (entry !== undefined || !hasSymbols(name)) return entry
  const key = nameKey(name)
  const keys = Object.keys(context)
  // Each is looked at by regular expressions.
  meter.charge(keys.length * 4)
  const match = keys.find((candidate) => nameKey(candidate) === key)
  return match === undefined ? undefined : context[match]
}
