import type { ThemeVariables } from '@millrace/contract'
import { baseTokens, type ColourTokens, type Scheme } from './base-tokens.ts'
import { fromOklch, isDark, mix, reachContrast, toOklch } from './colour.ts'
import { getThemeColours, minContrast } from './theme-colours.ts'

export type Tokens = Readonly<Record<`--app-${string}`, string>>

/**
 * Returns all tokens of a theme for one colour scheme, so that a part of a page can have another theme than the page.
 */
export function resolveTheme(variables: ThemeVariables, scheme: Scheme): Tokens {
  return {
    ...resolveColours(variables, scheme),
    ...corners[variables.radius ?? 6],
    '--app-font': fonts[variables.font ?? 'inter'],
  }
}

/**
 * Returns the style sheet of a theme, light and dark. It only contains names and values of this module, and colours of
 * six digits from the theme.
 */
export function writeStyleSheet(variables: ThemeVariables): string {
  const rules = (['light', 'dark'] as const).map(
    (scheme) => `[data-mantine-color-scheme="${scheme}"]{${writeTokens(resolveTheme(variables, scheme))}}`,
  )
  const density = variables.density ?? 'default'
  // A user's own choice of another density goes before the theme's.
  if (density !== 'default') rules.push(`[data-density="default"]{${writeTokens(densities[density])}}`)
  return rules.join('\n')
}

function writeTokens(tokens: Tokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

/** Pixels of the corners by that of controls: badges, controls, cards, dialogs, banners. */
const corners = {
  2: roundCorners(2, 2, 3, 4, 2),
  6: roundCorners(4, 6, 10, 12, 8),
  10: roundCorners(6, 10, 14, 16, 12),
} as const satisfies Record<NonNullable<ThemeVariables['radius']>, Tokens>

function roundCorners(small: number, medium: number, large: number, dialog: number, banner: number): Tokens {
  return {
    '--app-r-s': `${small}px`,
    '--app-r': `${medium}px`,
    '--app-r-l': `${large}px`,
    '--app-r-xl': `${dialog}px`,
    '--app-banner-r': `${banner}px`,
  }
}

const densities = {
  compact: { '--app-row-h': '32px', '--app-control-h': '28px' },
  relaxed: { '--app-row-h': '48px', '--app-control-h': '36px' },
} as const satisfies Partial<Record<NonNullable<ThemeVariables['density']>, Tokens>>

/** Inter comes with the product; all others are taken from the machine. */
const fonts = {
  inter: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  system: 'system-ui, sans-serif',
  arial: 'Arial, Helvetica, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  georgia: "Georgia, 'Times New Roman', serif",
} as const satisfies Record<NonNullable<ThemeVariables['font']>, string>

function resolveColours(variables: ThemeVariables, scheme: Scheme): ColourTokens {
  const base = baseTokens[scheme]
  const { accent, textOnAccent, text, secondaryText, desk, sheet, selectedRow } = getThemeColours(variables, scheme)
  const isBaseText = text === base['--app-text'] && secondaryText === base['--app-text-3']
  return {
    ...base,
    ...(accent === base['--app-accent'] ? {} : shadeAccent(accent, { scheme, textOnAccent, sheet, selectedRow })),
    '--app-accent': accent,
    '--app-on-accent': textOnAccent,
    '--app-accent-soft': selectedRow,
    ...(sheet === base['--app-sheet'] && text === base['--app-text'] ? {} : shadeSheet(sheet, text)),
    '--app-desk': desk,
    '--app-sheet': sheet,
    '--app-text': text,
    '--app-text-2': isBaseText ? base['--app-text-2'] : mix(text, secondaryText, 0.6),
    '--app-text-3': secondaryText,
  }
}

function shadeAccent(
  accent: string,
  around: { scheme: Scheme; textOnAccent: string; sheet: string; selectedRow: string },
) {
  const { scheme, textOnAccent, sheet, selectedRow } = around
  const { l, c, h } = toOklch(accent)
  const isLight = scheme === 'light'
  const step = isLight ? 0.06 : 0.05
  const text = fromOklch({ l: isLight ? l - 0.06 : 0.8, c: isLight ? c : Math.min(c, 0.09), h })
  return {
    // Away from the text on it, so that it stays as legible.
    '--app-accent-hover': fromOklch({ l: isDark(textOnAccent) ? l + step : l - step, c, h }),
    '--app-accent-text': reachContrast(text, [sheet, selectedRow], minContrast),
    '--app-accent-line': fromOklch({ l: isLight ? 0.82 : 0.47, c: Math.min(c, 0.08), h }),
  }
}

/** The grounds and lines on a sheet, between it and its text: as far from each other as the built-in ones are. */
function shadeSheet(sheet: string, text: string) {
  const shares = isDark(sheet) ? darkShares : lightShares
  const shade = (share: number) => mix(sheet, text, share)
  return {
    '--app-raised': shade(shares.raised),
    '--app-subtle': shade(shares.subtle),
    '--app-hover': shade(shares.hover),
    '--app-press': shade(shares.press),
    '--app-line': shade(shares.line),
    '--app-line-2': shade(shares.line2),
    // The border of an input is what shows that there is one: 3 to 1.
    '--app-control': reachContrast(shade(shares.control), [sheet], 3),
  }
}

const lightShares = { raised: 0, subtle: 0.03, hover: 0.055, press: 0.095, line: 0.105, line2: 0.19, control: 0.49 }
const darkShares = { raised: 0.035, subtle: 0.02, hover: 0.06, press: 0.11, line: 0.085, line2: 0.18, control: 0.38 }
