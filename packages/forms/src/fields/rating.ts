import { integer } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Read } from '../values/day.ts'
import { roundHalfEven } from '../values/round.ts'
import type { FieldDefinition } from './field-definition.ts'
import { textOfVariable } from './text.ts'

const props = {
  /** The maximum number of stars; 5 when missing. */
  max: integer(2, 10),
}

/** A field for a number of stars, from one. The variable is a `Long`. */
export const rating: FieldDefinition<typeof props, number> = {
  props,
  read: readRating,
  round: (answer) => roundHalfEven(answer, 0),
  present: (value, { max = 5 }) => `${value} / ${max}`,
  check: () => [],
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: textOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'Long', value }],
}

function readRating(input: unknown, { max = 5 }: PropsOf<typeof props>): Read<number | null> {
  if (input === null || input === undefined || input === '') return { ok: true, value: null }
  const stars = typeof input === 'string' && /^\d{1,2}$/.test(input) ? Number(input) : input
  return typeof stars === 'number' && Number.isInteger(stars) && stars >= 1 && stars <= max
    ? { ok: true, value: stars }
    : { ok: false, fault: { code: 'rating.invalid', params: { max } } }
}
