import {
  type Code,
  compileExpressionIn,
  equalValues,
  type FeelScope,
  type FeelValue,
  type Frame,
  isList,
} from '@millrace/expressions'
import type { TableOutput } from '../model.ts'
import type { Compiler } from './compiler.ts'

/** The place of a value among the output values of a column: the smaller, the higher its priority. */
export type OutputOrder = (value: FeelValue, frame: Frame) => number

const LAST = Number.MAX_SAFE_INTEGER

/**
 * Compiles the order of output values: listed values from the highest priority to the lowest (DMN 1.5, 8.3.2), then
 * others, which are equal. A column without a list uses the allowed values of its type.
 */
export function compileOutputOrder(
  { outputValues, typeRef }: TableOutput,
  scope: FeelScope,
  compiler: Compiler,
): OutputOrder {
  const text = outputValues?.text ?? compiler.types.findAllowedValues(typeRef)
  const list = text === null ? null : compileExpressionIn(`[${text}]`, scope)
  const code: Code = list?.ok ? list.code : () => []
  return (value, frame) => {
    const values = code(frame)
    const { meter } = frame.root.evaluation
    if (!isList(values)) return LAST
    meter.charge(values.length)
    const place = values.findIndex((candidate) => equalValues(candidate, value, meter) === true)
    return place === -1 ? LAST : place
  }
}
