import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { ANY, CONTEXT, type FeelType, LIST, RANGE } from '../types/feel-type.ts'
import { FeelFunction, type Parameter } from '../values/function.ts'
import { type FeelNumber, toInteger } from '../values/number.ts'
import { FeelRange } from '../values/range.ts'
import { type FeelContext, type FeelList, type FeelValue, isContext, isList, isNumber } from '../values/value.ts'

/** A parameter of a builtin: its name and how to read its argument. Undefined: the argument does not fit. */
export interface BuiltinParameter<T> extends Parameter {
  read(value: FeelValue): T | undefined
}

/** A parameter that may be missing; then its value is null. */
interface OptionalParameter<T> extends BuiltinParameter<T | null> {
  readonly isOptional: true
}

/** Creates a kind of parameter. A list of one stands for its item (DMN 1.5, 10.3.2.9.4). */
function scalar<T>(type: FeelType, read: (value: FeelValue) => T | undefined) {
  return (name: string): BuiltinParameter<T> => ({ name, type, read: (value) => read(unwrap(value)) })
}

function unwrap(value: FeelValue): FeelValue {
  return isList(value) && value.length === 1 ? (value[0] ?? null) : value
}

export const number = scalar<FeelNumber>({ kind: 'number' }, (value) => (isNumber(value) ? value : undefined))

/** A parameter for safe integers; other numbers do not fit. */
export const integer = scalar<number>({ kind: 'number' }, (value) => (isNumber(value) ? toInteger(value) : undefined))

/** A parameter for positions, lengths and scales. The fraction of a number is cut off. */
export const position = scalar<number>({ kind: 'number' }, (value) =>
  isNumber(value) ? (typeof value === 'number' ? value : toInteger(Math.trunc(value.toNumber()))) : undefined,
)

export const string = scalar<string>({ kind: 'string' }, (value) => (typeof value === 'string' ? value : undefined))

export const boolean = scalar<boolean>({ kind: 'boolean' }, (value) => (typeof value === 'boolean' ? value : undefined))

export const context = scalar<FeelContext>(CONTEXT, (value) => (isContext(value) ? value : undefined))

export const callback = scalar<FeelFunction>(ANY, (value) => (value instanceof FeelFunction ? value : undefined))

export const range = scalar<FeelRange>(RANGE, (value) => (value instanceof FeelRange ? value : undefined))

/** A parameter for dates. A date and time becomes its date. */
export const day = scalar<FeelDate>({ kind: 'date' }, (value) =>
  value instanceof FeelDateTime ? value.date : value instanceof FeelDate ? value : undefined,
)

/** Creates a parameter for lists. Any other value becomes a list with one item; null does not fit. */
export function list(name: string): BuiltinParameter<FeelList> {
  return {
    name,
    type: LIST,
    read: (value) => (isList(value) ? value : value === null ? undefined : [value]),
  }
}

export function anything(name: string): BuiltinParameter<FeelValue> {
  return { name, type: ANY, read: (value) => value }
}

/** Makes a parameter optional, but not nullable. */
export function optional<T>(parameter: BuiltinParameter<T>): OptionalParameter<T> {
  return { ...parameter, isOptional: true }
}

/** Makes a parameter optional and nullable. */
export function nullable<T>(parameter: BuiltinParameter<T>): OptionalParameter<T> {
  return { ...parameter, isOptional: true, read: (value) => (value === null ? null : parameter.read(value)) }
}
