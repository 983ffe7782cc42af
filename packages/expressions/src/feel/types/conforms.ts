import { FeelFunction } from '../values/function.ts'
import { PartCount } from '../values/part-count.ts'
import { FeelRange } from '../values/range.ts'
import { type FeelValue, isContext, isList, kindOf } from '../values/value.ts'
import { conformsTo } from './conforms-to.ts'
import { ANY, type FeelType, FUNCTION } from './feel-type.ts'

/**
 * Whether a value belongs to a type, null belonging to every one (DMN 1.5, 10.3.2.9.2). `withConstraints` also asks for
 * the allowed values of item definitions.
 */
export function isOfType(value: FeelValue, type: FeelType, withConstraints: boolean, count = new PartCount()): boolean {
  if (value === null || type === ANY) return true
  count.add()
  return hasShape(value, type, { withConstraints, count }) && (!withConstraints || !type.allows || type.allows(value))
}

/** FEEL's `instance of`: null is an instance of nothing but the type Null, constraints do not count. */
export function isInstanceOf(value: FeelValue, type: FeelType): boolean {
  return value === null ? type.kind === 'null' : isOfType(value, type, false)
}

interface Walk {
  readonly withConstraints: boolean
  readonly count: PartCount
}

function hasShape(value: FeelValue, type: FeelType, walk: Walk): boolean {
  switch (type.kind) {
    case 'Any':
      return true
    case 'list':
      return isList(value) && value.every((item) => isOfType(item, type.element, walk.withConstraints, walk.count))
    case 'context':
      return isContext(value) && hasEntries(value, type.entries, walk)
    case 'range':
      return value instanceof FeelRange && hasEndpoints(value, type.element)
    case 'function':
      return value instanceof FeelFunction && (type === FUNCTION || conformsToFunction(value, type))
    default:
      return kindOf(value) === type.kind
  }
}

function hasEntries(
  value: Readonly<Record<string, FeelValue>>,
  entries: Readonly<Record<string, FeelType>>,
  walk: Walk,
): boolean {
  return Object.entries(entries).every(([key, type]) => {
    const entry = value[key]
    return entry !== undefined && isOfType(entry, type, walk.withConstraints, walk.count)
  })
}

function hasEndpoints(range: FeelRange, element: FeelType): boolean {
  return [range.start, range.end].every((endpoint) => endpoint === undefined || isOfType(endpoint, element, false))
}

function conformsToFunction({ signatures }: FeelFunction, type: FeelType & { kind: 'function' }): boolean {
  return signatures.some(({ parameters, result }) =>
    conformsTo({ kind: 'function', parameters: parameters.map((parameter) => parameter.type), result }, type),
  )
}
