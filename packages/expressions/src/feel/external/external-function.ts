import { coerce, fitArguments } from '../types/coerce.ts'
import { ANY, type FeelType } from '../types/feel-type.ts'
import { FeelFunction, type Parameter } from '../values/function.ts'
import { type FeelValue, isContext } from '../values/value.ts'
import { findJavaMethod } from './java-methods.ts'

/**
 * Creates the function for `{class: …, method signature: …}` when it is one of the supported Java methods; null
 * otherwise (DMN 1.5, 10.3.2.13.3). Arguments are fitted to the types of the parameters. No Java code is ever called.
 */
export function createExternalFunction(
  parameters: readonly Parameter[],
  java: FeelValue,
  result: FeelType = ANY,
): FeelFunction | null {
  if (!isContext(java)) return null
  const { class: className, 'method signature': signature } = java
  if (typeof className !== 'string' || typeof signature !== 'string') return null
  const method = findJavaMethod(className, signature)
  if (!method) return null
  const isFitting = method.isVariadic
    ? parameters.length >= method.parameterCount
    : parameters.length === method.parameterCount
  if (!isFitting) return null
  return new FeelFunction([
    {
      parameters,
      result,
      apply(args, evaluation) {
        const values = fitArguments(args, parameters, evaluation)
        return values && coerce(method.call(values, evaluation), result, evaluation)
      },
    },
  ])
}
