import { type Meter, unitsOfParsing } from '../../meter.ts'
import { whenCompiling } from '../compile/evaluation.ts'
import type { Node } from '../syntax/node.ts'
import { parseExpression } from '../syntax/parse-feel.ts'
import { negate } from '../values/arithmetic.ts'
import { callFunction, type FeelFunction } from '../values/function.ts'
import { createRange, type FeelRange } from '../values/range.ts'
import { type FeelValue, isNumber } from '../values/value.ts'

/** The builtins that make a value of a literal: `date`, `time`, `date and time`, `duration`. */
export type Constructors = Readonly<Record<string, FeelFunction>>

/** No two literals are longer. */
const MAX_LENGTH = 1000
/** To begin with a text at all. */
const PARSER_UNITS = 2000

/**
 * Reads the text of a range whose endpoints are literals, dates and times among them (DMN 1.5, table 67). Null for any
 * other text, for endpoints without order, and for a null endpoint.
 */
export function parseRange(text: string, constructors: Constructors, meter: Meter): FeelRange | null {
  if (text.length > MAX_LENGTH || !/^\s*[[\](]/.test(text)) return null
  meter.charge(PARSER_UNITS + unitsOfParsing(text.length))
  const parsed = parseExpression(text, { names: {}, findType: () => undefined })
  if (!parsed.ok || parsed.tree.kind !== 'interval') return null
  const start = readEndpoint(parsed.tree.start, constructors)
  const end = readEndpoint(parsed.tree.end, constructors)
  return start === null || end === null ? null : createRange(start, end, parsed.tree.includes, meter)
}

function readEndpoint(node: Node, constructors: Constructors): FeelValue {
  if (node.kind === 'literal') return node.value
  if (node.kind === 'negation') {
    const value = readEndpoint(node.operand, constructors)
    return isNumber(value) ? negate(value) : null
  }
  if (node.kind !== 'call' || node.callee.kind !== 'name') return null
  const { name } = node.callee
  const builtin = Object.hasOwn(constructors, name) ? constructors[name] : undefined
  const args = node.args.map((argument) => (argument.kind === 'literal' ? argument.value : null))
  return builtin ? callFunction(builtin, args, whenCompiling) : null
}
