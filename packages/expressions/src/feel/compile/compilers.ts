import type { Node, NodeOf } from '../syntax/node.ts'
import { isInstanceOf } from '../types/conforms.ts'
import { BARE_TYPES } from '../types/feel-type.ts'
import { compileArithmetic, compileNegation } from './arithmetic.ts'
import { compileCall, compileNamedCall } from './call.ts'
import { compileContext, compileList } from './collections.ts'
import { compileBetween, compileComparison, compileIn, compileInterval, compileUnaryComparison } from './comparison.ts'
import { compileNode, constant } from './compile-node.ts'
import { compileFilter } from './filter.ts'
import type { Code } from './frame.ts'
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
    return (frame) => isInstanceOf(code(frame), type, frame.root.evaluation)
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

/** Compiles a node by its kind. */
export function compileByKind(node: Node, scope: Scope): Code {
  const compile: (node: never, scope: Scope) => Code = COMPILERS[node.kind]
  return compile(node as never, scope)
}
