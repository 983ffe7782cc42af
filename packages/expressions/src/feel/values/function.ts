import type { Evaluation } from '../compile/evaluation.ts'
import { ANY, type FeelType } from '../types/feel-type.ts'
import { FeelObject } from './feel-object.ts'
import type { FeelValue } from './value.ts'

export interface Parameter {
  readonly name: string
  readonly type: FeelType
  /** May be left out. */
  readonly isOptional?: boolean
}

/** An argument; undefined: left out. */
export type Argument = FeelValue | undefined

/** A signature of a function. Builtins may have several, distinguished by the number or names of their arguments. */
export interface Signature {
  readonly parameters: readonly Parameter[]
  /** The last parameter takes any number of arguments. */
  readonly isVariadic?: boolean
  readonly result: FeelType
  /**
   * Applies the function to one value for each argument or, when called by name, for each parameter; undefined where
   * one is missing.
   */
  apply(args: readonly Argument[], evaluation: Evaluation): FeelValue
}

/** A function as a value: a builtin, a `function(…)` expression, a business knowledge model or a decision service. */
export class FeelFunction extends FeelObject {
  readonly kind = 'function'
  readonly signatures: readonly Signature[]

  constructor(signatures: readonly Signature[]) {
    super()
    this.signatures = signatures
  }

  /** The signature that types look at. */
  get main(): Signature {
    return this.signatures[0] ?? NO_SIGNATURE
  }
}

const NO_SIGNATURE: Signature = { parameters: [], result: ANY, apply: () => null }

/** Calls with arguments in order. Null when no signature takes that many. */
export function callFunction(callee: FeelFunction, args: readonly FeelValue[], evaluation: Evaluation): FeelValue {
  const signature = findByCount(callee, args.length)
  return signature ? signature.apply(args, evaluation) : null
}

export function findByCount(callee: FeelFunction, count: number): Signature | undefined {
  return callee.signatures.find(({ parameters, isVariadic }) => {
    const required = parameters.filter((parameter) => !parameter.isOptional).length
    return count >= required && (isVariadic || count <= parameters.length)
  })
}

/**
 * Finds the signature with all these names, and returns for each of its parameters the position of its argument, or -1
 * when it is left out.
 */
export function findByNames(
  callee: FeelFunction,
  names: readonly string[],
): { signature: Signature; positions: readonly number[] } | undefined {
  if (new Set(names).size !== names.length) return undefined
  const fitting = callee.signatures.filter(({ parameters }) =>
    names.every((name) => parameters.some((parameter) => parameter.name === name)),
  )
  // `before` has the same names in two orders, which mean different things.
  const signature =
    fitting.find(({ parameters }) => names.every((name, at) => parameters[at]?.name === name)) ?? fitting[0]
  return signature && { signature, positions: signature.parameters.map(({ name }) => names.indexOf(name)) }
}
