import type { BodyField } from '@millrace/contract'
import { fillPlaces, listPlacesIn, onlyPlace, type TypedParameters, typedValue } from '../parameters.ts'
import type { BodyWriter } from './body.ts'

/** A body of URL-encoded fields, as browsers send forms. */
export const formBody: BodyWriter = {
  places: ({ fields }) => listPlacesIn(fields.map(({ value }) => value)),
  filePlaces: () => [],
  fill: ({ fields, types }, parameters) => {
    if (fields.length === 0) return null
    const content = new URLSearchParams(fields.flatMap((field) => fillField(field, { parameters, types }))).toString()
    return { content, type: 'application/x-www-form-urlencoded', shown: content }
  },
  fault: () => null,
}

/**
 * Returns the pairs of a field: one for each entry of a list, none for a parameter without a value, otherwise one.
 */
export function fillField({ name, value }: BodyField, given: TypedParameters): [string, string][] {
  const place = onlyPlace(value)
  const list = place === null ? null : typedValue(given, place)
  if (Array.isArray(list)) return list.map((one) => [name, textOf(one)])
  const filled = fillPlaces(value, given.parameters)
  return filled === '' && value.includes('{') ? [] : [[name, filled]]
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
