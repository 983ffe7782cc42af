import { Evaluation } from '../compile/evaluation.ts'
import type { Node } from '../syntax/node.ts'
import { parseExpression } from '../syntax/parse-feel.ts'
import { negate } from '../values/arithmetic.ts'
import { callFunction } from '../values/function.ts'
import { createRange, type FeelRange } from '../values/range.ts'
import { type FeelValue, isNumber } from '../values/value.ts'
import { findBuiltin } from './index.ts'

/**
 * Reads the text of a range whose endpoints are literals, dates and times among them (DMN 1.5, table 67). Null for any
 * other text, for endpoints without order, and for a null endpoint.
 */
export function parseRange(text: string): FeelRange | null {
  const parsed = parseExpression(text, { names: {}, findType: () => undefined })
  if (!parsed.ok || parsed.tree.kind !== 'interval') return null
  const start = readEndpoint(parsed.tree.start)
  const end = readEndpoint(parsed.tree.end)
  return start === null || end === null ? null : createRange(start, end, parsed.tree.includes)
}

function readEndpoint(node: Node): FeelValue {
  if (node.kind === 'literal') return node.value
  if (node.kind === 'negation') {
    const value = readEndpoint(node.operand)
    return isNumber(value) ? negate(value) : null
  }
  if (node.kind !== 'call' || node.callee.kind !== 'name' || !CONSTRUCTORS.has(node.callee.name)) return null
  const builtin = findBuiltin(node.callee.name)
  const args = node.args.map((argument) => (argument.kind === 'literal' ? argument.value : null))
  return builtin ? callFunction(builtin, args, new Evaluation(new Date(0))) : null
}

const CONSTRUCTORS = new Set(['date', 'time', 'date and time', 'duration'])
