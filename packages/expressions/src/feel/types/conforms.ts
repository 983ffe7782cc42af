import type { Evaluation } from '../compile/evaluation.ts'
import { FeelFunction } from '../values/function.ts'
import { FeelRange } from '../values/range.ts'
import { type FeelValue, isContext, isList, kindOf } from '../values/value.ts'
import { conformsTo } from './conforms-to.ts'
import { ANY, type FeelType, FUNCTION } from './feel-type.ts'

/**
 * Returns whether a value belongs to a type; null belongs to all types (DMN 1.5, 10.3.2.9.2). `withConstraints` also
 * checks the allowed values of item definitions.
 */
export function isOfType(value: FeelValue, type: FeelType, walk: TypeWalk): boolean {
  if (value === null || type === ANY) return true
  walk.evaluation.charge(1)
  return hasShape(value, type, walk) && (!walk.withConstraints || !type.allows || type.allows(value, walk.evaluation))
}

interface TypeWalk {
  readonly withConstraints: boolean
  readonly evaluation: Evaluation
}

/**
 * Returns the result of FEEL's `instance of`: null is only an instance of the type Null, and constraints do not count.
 */
export function isInstanceOf(value: FeelValue, type: FeelType, evaluation: Evaluation): boolean {
  return value === null ? type.kind === 'null' : isOfType(value, type, { withConstraints: false, evaluation })
}

function hasShape(value: FeelValue, type: FeelType, walk: TypeWalk): boolean {
  switch (type.kind) {
    case 'Any':
      return true
    case 'list':
      return isList(value) && value.every((item) => isOfType(item, type.element, walk))
    case 'context':
      return isContext(value) && hasEntries(value, type.entries, walk)
    case 'range':
      return value instanceof FeelRange && hasEndpoints(value, type.element, walk.evaluation)
    case 'function':
      return value instanceof FeelFunction && (type === FUNCTION || conformsToFunction(value, type, walk))
    default:
      return kindOf(value) === type.kind
  }
}

function hasEntries(
  value: Readonly<Record<string, FeelValue>>,
  entries: Readonly<Record<string, FeelType>>,
  walk: TypeWalk,
): boolean {
  return Object.entries(entries).every(([key, type]) => {
    const entry = value[key]
    return entry !== undefined && isOfType(entry, type, walk)
  })
}

function hasEndpoints(range: FeelRange, element: FeelType, evaluation: Evaluation): boolean {
  const walk = { withConstraints: false, evaluation }
  return [range.start, range.end].every((endpoint) => endpoint === undefined || isOfType(endpoint, element, walk))
}

/** What a function gives that does not say so is found out when it is called: it is fit to be handed on. */
function conformsToFunction(
  { signatures }: FeelFunction,
  type: FeelType & { kind: 'function' },
  { withConstraints: isHandedOn }: TypeWalk,
): boolean {
  return signatures.some(({ parameters, result: given }) => {
    const result = isHandedOn && given === ANY ? type.result : given
    return conformsTo({ kind: 'function', parameters: parameters.map((parameter) => parameter.type), result }, type)
  })
}
