import type { NodeOf } from '../syntax/node.ts'
import type { FeelValue } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import type { Code } from './frame.ts'
import type { Scope } from './scope.ts'

/** Compiles a three-valued conjunction: values other than true and false are unknown (DMN 1.5, table 48). */
export function compileAnd({ left, right }: NodeOf<'and'>, scope: Scope): Code {
  const leftCode = compileNode(left, scope)
  const rightCode = compileNode(right, scope)
  return (frame) => {
    const first = leftCode(frame)
    return first === false ? false : and(first, rightCode(frame))
  }
}

export function compileOr({ left, right }: NodeOf<'or'>, scope: Scope): Code {
  const leftCode = compileNode(left, scope)
  const rightCode = compileNode(right, scope)
  return (frame) => {
    const first = leftCode(frame)
    return first === true ? true : or(first, rightCode(frame))
  }
}

/** Compiles `if`. Any condition except true chooses the other branch. */
export function compileIf({ condition, whenTrue, whenFalse }: NodeOf<'if'>, scope: Scope): Code {
  const conditionCode = compileNode(condition, scope)
  const thenCode = compileNode(whenTrue, scope)
  const otherwiseCode = compileNode(whenFalse, scope)
  return (frame) => (conditionCode(frame) === true ? thenCode(frame) : otherwiseCode(frame))
}

export function and(left: FeelValue, right: FeelValue): boolean | null {
  if (left === false || right === false) return false
  return left === true && right === true ? true : null
}

export function or(left: FeelValue, right: FeelValue): boolean | null {
  if (left === true || right === true) return true
  return left === false && right === false ? false : null
}

export function not(value: FeelValue): boolean | null {
  return typeof value === 'boolean' ? !value : null
}
