import { FeelFunction } from '../values/function.ts'
import { FeelRange } from '../values/range.ts'
import { type FeelValue, isContext, isList, kindOf } from '../values/value.ts'
import type { FeelType } from './feel-type.ts'

/**
 * Whether a value belongs to a type, null belonging to every one (DMN 1.5, 10.3.2.9.2). `withConstraints` also asks for
 * the allowed values of item definitions.
 */
export function isOfType(value: FeelValue, type: FeelType, withConstraints: boolean): boolean {
  if (value === null) return true
  return hasShape(value, type, withConstraints) && (!withConstraints || !type.allows || type.allows(value))
}

/** FEEL's `instance of`: null is an instance of nothing but the type Null, constraints do not count. */
export function isInstanceOf(value: FeelValue, type: FeelType): boolean {
  return value === null ? type.kind === 'null' : isOfType(value, type, false)
}

function hasShape(value: FeelValue, type: FeelType, withConstraints: boolean): boolean {
  switch (type.kind) {
    case 'Any':
      return true
    case 'list':
      return isList(value) && value.every((item) => isOfType(item, type.element, withConstraints))
    case 'context':
      return isContext(value) && hasEntries(value, type.entries, withConstraints)
    case 'range':
      return value instanceof FeelRange && hasEndpoints(value, type.element)
    case 'function':
      return value instanceof FeelFunction && conformsToFunction(value, type)
    default:
      return kindOf(value) === type.kind
  }
}

function hasEntries(
  value: Readonly<Record<string, FeelValue>>,
  entries: Readonly<Record<string, FeelType>>,
  withConstraints: boolean,
): boolean {
  return Object.entries(entries).every(([key, type]) => {
    const entry = value[key]
    return entry !== undefined && isOfType(entry, type, withConstraints)
  })
}

function hasEndpoints(range: FeelRange, element: FeelType): boolean {
  return [range.start, range.end].every((endpoint) => endpoint === undefined || isOfType(endpoint, element, false))
}

/** Fewer demands on the arguments and a narrower result conform (contravariant parameters, covariant result). */
function conformsToFunction(value: FeelFunction, type: FeelType & { kind: 'function' }): boolean {
  return value.signatures.some(
    ({ parameters, result }) =>
      parameters.length === type.parameters.length &&
      parameters.every((parameter, index) => {
        const wanted = type.parameters[index]
        return wanted !== undefined && conformsTo(wanted, parameter.type)
      }) &&
      conformsTo(result, type.result),
  )
}

/** Whether every value of the one type belongs to the other (DMN 1.5, 10.3.2.9.2). */
export function conformsTo(type: FeelType, other: FeelType): boolean {
  if (type === other || other.kind === 'Any' || type.kind === 'null') return true
  switch (other.kind) {
    case 'list':
    case 'range':
      return type.kind === other.kind && conformsTo(type.element, other.element)
    case 'context':
      return type.kind === 'context' && entriesConform(type.entries, other.entries)
    case 'function':
      return type.kind === 'function' && functionsConform(type, other)
    default:
      return type.kind === other.kind
  }
}

function entriesConform(
  entries: Readonly<Record<string, FeelType>>,
  others: Readonly<Record<string, FeelType>>,
): boolean {
  return Object.entries(others).every(([key, other]) => {
    const entry = entries[key]
    return entry !== undefined && conformsTo(entry, other)
  })
}

function functionsConform(type: FeelType & { kind: 'function' }, other: FeelType & { kind: 'function' }): boolean {
  return (
    type.parameters.length === other.parameters.length &&
    type.parameters.every((parameter, index) => {
      const wanted = other.parameters[index]
      return wanted !== undefined && conformsTo(wanted, parameter)
    }) &&
    conformsTo(type.result, other.result)
  )
}
