import { measure, text } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import type { Read } from '../values/day.ts'
import { formatNumber, readNumber } from '../values/number.ts'
import { roundHalfEven } from '../values/round.ts'
import type { FieldDefinition } from './field-definition.ts'
import { textOfVariable } from './text.ts'

const props = {
  /** 0 when not given. */
  min: measure(),
  /** 100 when not given. */
  max: measure(),
  /** The distance between two values, starting at `min`; 1 when missing. */
  step: measure(),
  /** Written after the number: `%`, `km`. */
  unit: text({ max: 20 }),
}

export type SliderProps = PropsOf<typeof props>

/**
 * A field for a number, set by a slider. The variable is a `Long` if all steps are whole numbers, otherwise a `Double`.
 */
export const slider: FieldDefinition<typeof props, number> = {
  props,
  isAmount: true,
  findConflict: (given) => {
    const { min, max, step } = rangeOf(given)
    if (min >= max) return `min below max (${max})`
    if (step <= 0 || step > max - min) return 'a step above 0 that fits between min and max'
    return (max - min) / step > 10_000 ? 'at most 10,000 places' : null
  },
  read: readSlider,
  round: roundToPlace,
  present: (value) => formatNumber(value),
  check: checkSlider,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: (variable) => (typeof variable.value === 'number' ? variable.value : textOfVariable(variable)),
  toVariables: (key, value, given) => [{ name: key, type: isWhole(given) ? 'Long' : 'Double', value }],
}

/** Returns the minimum, maximum and step of a slider. */
export function rangeOf({ min = 0, max = 100, step = 1 }: SliderProps): { min: number; max: number; step: number } {
  return { min, max, step }
}

function isWhole(given: SliderProps): boolean {
  const { min, step } = rangeOf(given)
  return Number.isInteger(min) && Number.isInteger(step)
}

function readSlider(input: unknown): Read<number | null> {
  const read = readNumber(input)
  if (!read.ok || read.value === null) return { ...read, ...(read.ok ? { value: null } : {}) } as Read<null>
  return { ok: true, value: Number(read.value) }
}

/** The nearest place. The last rounding takes away what the sum of doubles adds: 0.1 + 0.2 is 0.3. */
function roundToPlace(answer: number, given: SliderProps): number {
  const { min, step } = rangeOf(given)
  return roundHalfEven(min + roundHalfEven((answer - min) / step, 0) * step, 10)
}

function checkSlider(value: number, given: SliderProps): Fault[] {
  const { min, max, step } = rangeOf(given)
  if (value < min) return [{ code: 'number.too-small', params: { min: formatNumber(min) } }]
  if (value > max) return [{ code: 'number.too-large', params: { max: formatNumber(max) } }]
  const places = (value - min) / step
  if (Math.abs(places - Math.round(places)) < 1e-6) return []
  return [{ code: 'slider.off-step', params: { min: formatNumber(min), step: formatNumber(step) } }]
}
