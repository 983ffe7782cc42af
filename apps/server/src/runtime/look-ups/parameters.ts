import type { ParameterType } from '@millrace/contract'

/** The values of an adapter's parameters, by name. A missing value counts as empty. */
export type Parameters = Readonly<Record<string, string>>

/** The values of a request, with the types of those that are not texts. */
export interface TypedParameters {
  readonly parameters: Parameters
  readonly types: readonly { readonly name: string; readonly type: ParameterType }[]
}

const places = /\{([A-Za-z][A-Za-z0-9_]{0,49})\}/g

/** Returns the value of a parameter, or an empty text. Names such as `constructor` have no special meaning. */
export function getParameter(parameters: Parameters, name: string): string {
  return Object.hasOwn(parameters, name) ? (parameters[name] ?? '') : ''
}

/** Lists the parameters in texts, each once. */
export function listPlacesIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(places)].map(([, name = '']) => name)))]
}

/** Replaces each parameter of a text by the result of a function. */
export function replacePlaces(text: string, replace: (name: string, at: number) => string): string {
  return text.replaceAll(places, (_, name: string, at: number) => replace(name, at))
}

/** Replaces the parameters of a text by their values, without escaping. */
export function fillPlaces(text: string, parameters: Parameters): string {
  return replacePlaces(text, (name) => getParameter(parameters, name))
}

/** Returns the parameter of a text that consists only of it; null for any other text. */
export function onlyPlace(text: string): string | null {
  return /^\{([A-Za-z][A-Za-z0-9_]{0,49})\}$/.exec(text.trim())?.[1] ?? null
}

const jsonTypes: ReadonlySet<ParameterType> = new Set(['integer', 'number', 'boolean', 'list', 'object', 'any'])

/**
 * Returns the value of a parameter by its type: a number or a list instead of its JSON text. An empty text is null,
 * unless the type is a text.
 */
export function typedValue({ parameters, types }: TypedParameters, name: string): unknown {
  const value = getParameter(parameters, name)
  const type = types.find((one) => one.name === name)?.type ?? 'text'
  if (!jsonTypes.has(type)) return value
  if (value === '') return null
  try {
    return JSON.parse(value)
  } catch {
    // A text, for a value of any type.
    return value
  }
}
