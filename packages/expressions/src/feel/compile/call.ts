import { findBuiltin } from '../builtins/index.ts'
import type { Node, NodeOf } from '../syntax/node.ts'
import { callFunction, FeelFunction, findByCount, findByNames } from '../values/function.ts'
import type { FeelValue } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import type { Code, Frame } from './frame.ts'
import { compileCallee } from './name.ts'
import { findLocal, isInFilter, type Scope } from './scope.ts'

/**
 * Compiles a call, `f(1, 2)`. Calling something that is not a function, or with another number of arguments, returns
 * null.
 */
export function compileCall({ callee, args }: NodeOf<'call'>, scope: Scope): Code {
  const argCodes = args.map((argument) => compileNode(argument, scope))
  const builtin = findCalledBuiltin(callee, scope)
  if (builtin) {
    const signature = findByCount(builtin, args.length)
    return signature ? (frame) => signature.apply(runAll(argCodes, frame), frame.root.evaluation) : () => null
  }
  const calleeCode = compileCallee(callee, scope)
  return (frame) => {
    const called = calleeCode(frame)
    return called instanceof FeelFunction ? callFunction(called, runAll(argCodes, frame), frame.root.evaluation) : null
  }
}

/** Compiles a call with named arguments, `f(a: 1, b: 2)`. An unknown name returns null. */
export function compileNamedCall({ callee, args }: NodeOf<'named call'>, scope: Scope): Code {
  const argCodes = args.map((argument) => compileNode(argument.value, scope))
  const calleeCode = compileCallee(callee, scope)
  const call = compileCallByNames(
    args.map((argument) => argument.name),
    argCodes,
  )
  return (frame) => call(calleeCode(frame), frame)
}

/** Compiles a call with named arguments to a function that is only known at run time. The last function is cached. */
export function compileCallByNames(
  names: readonly string[],
  codes: readonly Code[],
): (called: FeelValue, frame: Frame) => FeelValue {
  let known: { called: FeelFunction; found: ReturnType<typeof findByNames> } | undefined
  return (called, frame) => {
    if (!(called instanceof FeelFunction)) return null
    if (known?.called !== called) known = { called, found: findByNames(called, names) }
    const { found } = known
    if (!found) return null
    const values = runAll(codes, frame)
    const inOrder = found.positions.map((position) => values[position])
    return found.signature.apply(inOrder, frame.root.evaluation)
  }
}

/** Returns a builtin that nothing can hide: the signature is chosen when compiling. */
function findCalledBuiltin(callee: Node, scope: Scope): FeelFunction | undefined {
  if (callee.kind !== 'name' || findLocal(scope, callee.name) || isInFilter(scope)) return undefined
  return findBuiltin(callee.name)
}

function runAll(codes: readonly Code[], frame: Frame): FeelValue[] {
  return codes.map((code) => code(frame))
}
