import { unitsOfReading } from '../../meter.ts'
import type { Evaluation } from '../compile/evaluation.ts'
import { ANY } from '../types/feel-type.ts'
import { FeelFunction, type Signature } from '../values/function.ts'
import type { FeelList, FeelValue } from '../values/value.ts'
import type { BuiltinParameter } from './parameters.ts'

type Arguments<P extends readonly BuiltinParameter<unknown>[]> = {
  [K in keyof P]: P[K] extends BuiltinParameter<infer T> ? T : never
}

/** A builtin function with one or more signatures, the first that takes the arguments wins. */
export function builtin(...signatures: readonly Signature[]): FeelFunction {
  return new FeelFunction(signatures)
}

/**
 * A signature: the arguments are read, one that does not fit makes the result null.
 *
 * @param units what a call is charged; by the sizes of its arguments when left out. What it makes beyond them, `run` charges.
 */
export function signature<const P extends readonly BuiltinParameter<unknown>[]>(
  parameters: P,
  run: (args: Arguments<P>, evaluation: Evaluation) => FeelValue,
  units?: number,
): Signature {
  return {
    parameters,
    result: ANY,
    apply(args, evaluation) {
      const read: unknown[] = []
      let sizes = parameters.length
      for (const [index, parameter] of parameters.entries()) {
        const argument = args[index]
        const value = argument === undefined && parameter.isOptional ? null : parameter.read(argument ?? null)
        if (value === undefined) return null
        read.push(value)
        sizes += unitsOf(value)
      }
      evaluation.charge(units ?? sizes)
      return run(read as Arguments<P>, evaluation)
    },
  }
}

/** A signature whose last parameter takes any number of arguments. */
export function variadic<T>(
  parameter: BuiltinParameter<T>,
  run: (values: readonly T[], evaluation: Evaluation) => FeelValue,
): Signature {
  return {
    parameters: [parameter],
    isVariadic: true,
    result: ANY,
    apply(args, evaluation) {
      const read: T[] = []
      let sizes = args.length
      for (const argument of args) {
        const value = parameter.read(argument ?? null)
        if (value === undefined) return null
        read.push(value)
        sizes += unitsOf(value)
      }
      evaluation.charge(sizes)
      return run(read, evaluation)
    },
  }
}

/** Returns texts are read, items of lists compared or counted. */
function unitsOf(argument: unknown): number {
  if (typeof argument === 'string') return unitsOfReading(argument.length)
  return Array.isArray(argument) ? argument.length : 0
}

/** A function of a list that also takes the items themselves as arguments: `min([1, 2])`, `min(1, 2)`. */
export function ofItems(
  list: BuiltinParameter<FeelList>,
  item: BuiltinParameter<FeelValue>,
  run: (items: FeelList, evaluation: Evaluation) => FeelValue,
): FeelFunction {
  return builtin(
    signature([list], ([items], evaluation) => run(items, evaluation)),
    variadic(item, run),
  )
}
