import { coerce } from '../types/coerce.ts'
import { ANY, type FeelType } from '../types/feel-type.ts'
import { FeelFunction, type Parameter } from '../values/function.ts'
import { type FeelValue, isContext } from '../values/value.ts'
import { findJavaMethod } from './java-methods.ts'

/**
 * The function that `{class: …, method signature: …}` names in Java, when it is one of the methods we know; null else
 * (DMN 1.5, 10.3.2.13.3). Nothing outside is ever called.
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
    { parameters, result, apply: (args, evaluation) => coerce(method.call(args, evaluation), result, evaluation) },
  ])
}
