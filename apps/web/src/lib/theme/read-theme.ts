import {
  type ThemeColours,
  type ThemeVariables,
  themeColours,
  themeDensities,
  themeFonts,
  themeRadii,
} from '@millrace/contract'

/**
 * Reads the variables of a theme, which may come from any source. Unknown variables and invalid values are left out.
 */
export function readTheme(text: string | null): ThemeVariables {
  const json = parse(text)
  return {
    ...pick('light', readColours(json.light)),
    ...pick('dark', readColours(json.dark)),
    ...pick('radius', choose(themeRadii, json.radius)),
    ...pick('density', choose(themeDensities, json.density)),
    ...pick('font', choose(themeFonts, json.font)),
  }
}

/** Returns a colour of six hexadecimal digits in lower case; null for anything else. */
export function readColour(value: unknown): string | null {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text ?? '{}')
    return typeof json === 'object' && json !== null ? { ...json } : {}
  } catch {
    return {}
  }
}

function readColours(value: unknown): ThemeColours | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given: Readonly<Record<string, unknown>> = { ...value }
  const known = themeColours.flatMap((name) => {
    const colour = readColour(given[name])
    return colour === null ? [] : [[name, colour]]
  })
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

function choose<const T extends readonly (string | number)[]>(choices: T, value: unknown): T[number] | undefined {
  return choices.find((choice) => choice === value)
}

function pick<K extends string, V>(name: K, value: V | undefined): { [Name in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [Name in K]?: V })
}
