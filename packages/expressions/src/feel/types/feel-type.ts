import type { Evaluation } from '../compile/evaluation.ts'
import type { FeelKind } from '../values/feel-object.ts'
import type { FeelValue } from '../values/value.ts'

type SimpleKind = Exclude<FeelKind, 'range' | 'function' | 'list' | 'context'>

interface Constrained {
  /** The allowed values of an item definition. `instance of` does not look at them, coercion does. */
  readonly allows?: (value: FeelValue, evaluation: Evaluation) => boolean
}

/**
 * A FEEL type (DMN 1.5, 10.3.2.9). The entries of a context type can refer to the type itself, so follow them only
 * along a value: otherwise the recursion does not end.
 */
export type FeelType = Constrained &
  (
    | { readonly kind: 'Any' | SimpleKind }
    | { readonly kind: 'list' | 'range'; readonly element: FeelType }
    | { readonly kind: 'context'; readonly entries: Readonly<Record<string, FeelType>> }
    | { readonly kind: 'function'; readonly parameters: readonly FeelType[]; readonly result: FeelType }
  )

export const ANY: FeelType = { kind: 'Any' }
export const LIST: FeelType = { kind: 'list', element: ANY }
export const RANGE: FeelType = { kind: 'range', element: ANY }
export const CONTEXT: FeelType = { kind: 'context', entries: {} }
export const FUNCTION: FeelType = { kind: 'function', parameters: [], result: ANY }

/** Types without element types, which the standard does not have (DMN 1.5, 10.3.2.15). */
export const BARE_TYPES: ReadonlySet<FeelType> = new Set([LIST, RANGE, CONTEXT, FUNCTION])

/** Returns the type of a name that models use; undefined when no builtin type has it. */
export function findBuiltinType(name: string): FeelType | undefined {
  return Object.hasOwn(BUILTIN_TYPES, name) ? BUILTIN_TYPES[name] : undefined
}

const BUILTIN_TYPES: Readonly<Record<string, FeelType>> = {
  Any: ANY,
  Null: { kind: 'null' },
  boolean: { kind: 'boolean' },
  number: { kind: 'number' },
  string: { kind: 'string' },
  date: { kind: 'date' },
  time: { kind: 'time' },
  'date and time': { kind: 'date and time' },
  dateTime: { kind: 'date and time' },
  'days and time duration': { kind: 'days and time duration' },
  dayTimeDuration: { kind: 'days and time duration' },
  'years and months duration': { kind: 'years and months duration' },
  yearMonthDuration: { kind: 'years and months duration' },
  list: LIST,
  context: CONTEXT,
  range: RANGE,
  function: FUNCTION,
}
