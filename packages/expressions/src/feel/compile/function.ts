import { createExternalFunction } from '../external/external-function.ts'
import type { NodeOf } from '../syntax/node.ts'
import { coerce, fitArguments } from '../types/coerce.ts'
import { ANY, type FeelType } from '../types/feel-type.ts'
import { FeelFunction, type Parameter } from '../values/function.ts'
import { isContext } from '../values/value.ts'
import { compileCharged, compileNode } from './compile-node.ts'
import { type Code, type Frame, nestFrame } from './frame.ts'
import { nestScope, type Scope } from './scope.ts'

/** Compiles `function(a: number, b) …`, which closes over the frame in which it is created. */
export function compileFunction({ parameters, body }: NodeOf<'function'>, scope: Scope): Code {
  const bodyCode = compileCharged(body, scopeOfBody(parameters, scope))
  return (frame) => createClosure({ parameters, body: bodyCode, result: ANY }, frame)
}

/** Compiles `function(…) external {java: …}`: one of the supported methods, or null (DMN 1.5, 10.3.2.13.3). */
export function compileExternalFunction({ parameters, body }: NodeOf<'external function'>, scope: Scope): Code {
  const bodyCode = compileNode(body, scope)
  return (frame) => {
    const mapping = bodyCode(frame)
    return isContext(mapping) ? createExternalFunction(parameters, mapping.java ?? null) : null
  }
}

export function scopeOfBody(parameters: readonly Parameter[], scope: Scope): Scope {
  const types: Record<string, FeelType> = {}
  for (const { name, type } of parameters) types[name] = type
  return nestScope(
    scope,
    parameters.map((parameter) => parameter.name),
    { types },
  )
}

/**
 * Creates a function of compiled code. Arguments are fitted to the types of the parameters; one that does not fit makes
 * the call null, as does a result that does not fit.
 */
export function createClosure(
  { parameters, body, result }: { parameters: readonly Parameter[]; body: Code; result: FeelType },
  frame: Frame,
): FeelFunction {
  return new FeelFunction([
    {
      parameters,
      result,
      apply(args, evaluation) {
        const values = fitArguments(args, parameters, evaluation)
        return values && evaluation.nest(() => coerce(body(nestFrame(frame, values)), result, evaluation))
      },
    },
  ])
}
