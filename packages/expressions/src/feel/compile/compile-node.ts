import type { Node, NodeOf } from '../syntax/node.ts'
import { isInstanceOf } from '../types/conforms.ts'
import { BARE_TYPES } from '../types/feel-type.ts'
import type { FeelValue } from '../values/value.ts'
import { compileArithmetic, compileNegation } from './arithmetic.ts'
import { compileCall, compileNamedCall } from './call.ts'
import { compileContext, compileList } from './collections.ts'
import { compileBetween, compileComparison, compileIn, compileInterval, compileUnaryComparison } from './comparison.ts'
import { Evaluation } from './evaluation.ts'
import { compileFilter } from './filter.ts'
import { type Code, openFrame } from './frame.ts'
import { compileExternalFunction, compileFunction } from './function.ts'
import { compileFor, compileQuantified } from './iteration.ts'
import { compileAnd, compileIf, compileOr } from './logic.ts'
import { compileInput, compileName } from './name.ts'
import { compilePath } from './path.ts'
import type { Scope } from './scope.ts'

type Compiler<Kind extends Node['kind']> = (node: NodeOf<Kind>, scope: Scope) => Code

const COMPILERS = {
  literal: ({ value }) => constant(value),
  name: compileName,
  input: compileInput,
  list: compileList,
  context: compileContext,
  and: compileAnd,
  or: compileOr,
  arithmetic: compileArithmetic,
  negation: compileNegation,
  comparison: compileComparison,
  between: compileBetween,
  in: compileIn,
  'instance of': ({ value, type }, scope) => {
    if (scope.isStrict && BARE_TYPES.has(type)) return constant(null)
    const code = compileNode(value, scope)
    return (frame) => isInstanceOf(code(frame), type)
  },
  if: compileIf,
  for: compileFor,
  some: compileQuantified,
  every: compileQuantified,
  path: compilePath,
  filter: compileFilter,
  call: compileCall,
  'named call': compileNamedCall,
  function: compileFunction,
  'external function': compileExternalFunction,
  interval: compileInterval,
  'unary comparison': compileUnaryComparison,
} satisfies { [Kind in Node['kind']]: Compiler<Kind> }

/** Compiles a tree to a closure. Names are resolved here, once. */
export function compileNode(node: Node, scope: Scope): Code {
  const compile: (node: never, scope: Scope) => Code = COMPILERS[node.kind]
  const code = compile(node as never, scope)
  return node.kind !== 'literal' && isConstant(node) ? constant(code(NOWHERE)) : code
}

function constant(value: FeelValue): Code {
  return () => value
}

/** Constants are computed here: they see no names and no clock. */
const NOWHERE = openFrame([], new Evaluation(new Date(0)), () => undefined)

/** Texts of dates and times, which cells of decision tables are full of, are parsed once. */
function isConstant(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return true
    case 'negation':
      return isConstant(node.operand)
    case 'interval':
      return isConstant(node.start) && isConstant(node.end)
    case 'call':
      return node.callee.kind === 'name' && CONSTRUCTORS.has(node.callee.name) && node.args.every(isConstant)
    default:
      return false
  }
}

const CONSTRUCTORS = new Set(['date', 'date and time'])
