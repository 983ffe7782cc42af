import { fillPlaces, listPlacesIn, onlyPlace, type TypedParameters, typedValue } from '../parameters.ts'
import type { BodyWriter } from './body.ts'

/** A body of JSON. Parameters are in its texts; a text that is one parameter becomes a value of its type. */
export const jsonBody: BodyWriter = {
  places: ({ body }) => listPlacesIn(listTexts(read(body))),
  filePlaces: () => [],
  fill: ({ body, types }, parameters) => {
    const template = read(body)
    if (template === undefined) return null
    const content = JSON.stringify(fillTexts(template, { parameters, types }))
    return { content, type: 'application/json', shown: content }
  },
  fault: ({ body }) =>
    body.trim() !== '' && read(body) === undefined
      ? { where: 'body', message: 'Expected JSON as the body, but it cannot be read.' }
      : null,
}

/** Parses a template; undefined when it is empty or not JSON. */
function read(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fillTexts(value: unknown, given: TypedParameters): unknown {
  if (typeof value === 'string') return fillText(value, given)
  if (Array.isArray(value)) return value.map((one) => fillTexts(one, given))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillTexts(one, given)]))
}

/** A text that is one place for a value of a type gets the value itself: a number, a list. */
function fillText(text: string, given: TypedParameters): unknown {
  const name = onlyPlace(text)
  return name === null || text !== `{${name}}` ? fillPlaces(text, given.parameters) : typedValue(given, name)
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
