import { unitsOfReading } from '../../meter.ts'
import type { Evaluation } from '../compile/evaluation.ts'
import { ANY } from '../types/feel-type.ts'
import { FeelFunction, type Signature } from '../values/function.ts'
import type { FeelList, FeelValue } from '../values/value.ts'
import type { BuiltinParameter } from './parameters.ts'

type Arguments<P extends readonly BuiltinParameter<unknown>[]> = {
  [K in keyof P]: P[K] extends BuiltinParameter<infer T> ? T : never
}

/** Creates a builtin function with one or more signatures. The first that accepts the arguments is used. */
export function builtin(...signatures: readonly Signature[]): FeelFunction {
  return new FeelFunction(signatures)
}

/**
 * Creates a signature. Arguments are converted, and one that does not fit makes the result null.
 *
 * @param units the cost of a call; by default by the sizes of its arguments. `run` charges for larger results.
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

/** Creates a signature whose last parameter accepts any number of arguments. */
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

/** Returns the cost of an argument: texts are read, items of lists are compared or counted. */
function unitsOf(argument: unknown): number {
  if (typeof argument === 'string') return unitsOfReading(argument.length)
  return Array.isArray(argument) ? argument.length : 0
}

/** Creates a function of a list that also accepts the items as arguments: `min([1, 2])`, `min(1, 2)`. */
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
