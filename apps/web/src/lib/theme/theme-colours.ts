import type { ThemeColour, ThemeVariables } from '@millrace/contract'
import { baseTokens, type Scheme } from './base-tokens.ts'
import { contrast, fromOklch, reachContrast, toOklch } from './colour.ts'

/** The minimum contrast of text with its background, such as on a page or a button. */
export const minContrast = 4.5

/**
 * Returns the colours of a theme in one scheme: the given ones, otherwise colours derived from the accent of the other
 * scheme, otherwise the built-in ones. All colours follow from one accent.
 */
export function getThemeColours(variables: ThemeVariables, scheme: Scheme): Record<ThemeColour, string> {
  const own = variables[scheme] ?? {}
  const base = baseTokens[scheme]
  const accent = own.accent ?? deriveAccent(variables, scheme) ?? base['--app-accent']
  const isOwnAccent = accent !== base['--app-accent']
  const [white, ink] = ['#ffffff', '#16191d']
  return {
    accent,
    textOnAccent: own.textOnAccent ?? (contrast(white, accent) >= contrast(ink, accent) ? white : ink),
    text: own.text ?? base['--app-text'],
    secondaryText: own.secondaryText ?? base['--app-text-3'],
    desk: own.desk ?? base['--app-desk'],
    sheet: own.sheet ?? base['--app-sheet'],
    selectedRow: own.selectedRow ?? (isOwnAccent ? soften(accent, scheme) : base['--app-accent-soft']),
  }
}

/** The colours that appear on each colour, and whose contrast with it counts. */
export const pairs = {
  accent: ['textOnAccent'],
  textOnAccent: ['accent'],
  text: ['sheet'],
  secondaryText: ['sheet', 'desk'],
  desk: ['text'],
  sheet: ['text'],
  selectedRow: ['text'],
} as const satisfies Record<ThemeColour, readonly ThemeColour[]>

export interface Legibility {
  /** With the worst of what it is read with. */
  readonly ratio: number
  readonly isEnough: boolean
  /** The nearest colour that is enough, and its ratio; null when this one is. */
  readonly better: { readonly colour: string; readonly ratio: number } | null
}

export function checkLegibility(colours: Readonly<Record<ThemeColour, string>>, name: ThemeColour): Legibility {
  const others = pairs[name].map((other) => colours[other])
  const ratioOf = (colour: string) => Math.min(...others.map((other) => contrast(colour, other)))
  const ratio = ratioOf(colours[name])
  if (ratio >= minContrast) return { ratio, isEnough: true, better: null }
  const colour = reachContrast(colours[name], others, minContrast)
  return { ratio, isEnough: false, better: { colour, ratio: ratioOf(colour) } }
}

function deriveAccent({ light, dark }: ThemeVariables, scheme: Scheme): string | null {
  if (scheme === 'dark')
    return light?.accent === undefined ? null : carryText(fromOklch({ ...toOklch(light.accent), l: 0.545 }))
  return dark?.accent === undefined ? null : carryText(dark.accent)
}

function carryText(accent: string): string {
  return reachContrast(accent, ['#ffffff'], minContrast)
}

function soften(accent: string, scheme: Scheme): string {
  const { c, h } = toOklch(accent)
  return scheme === 'light'
    ? fromOklch({ l: 0.965, c: Math.min(c, 0.018), h })
    : fromOklch({ l: 0.29, c: Math.min(c, 0.035), h })
}
