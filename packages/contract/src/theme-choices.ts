/** The built-in theme, which cannot be changed. */
export const builtInTheme = { code: 'theme-default', name: 'Default' } as const

/** The colours that a theme sets, for each of light and dark. */
export const themeColours = ['accent', 'textOnAccent', 'text', 'secondaryText', 'desk', 'sheet', 'selectedRow'] as const

export type ThemeColour = (typeof themeColours)[number]

/** The radii of controls in pixels that a theme can choose. Other corners are derived from it. */
export const themeRadii = [2, 6, 10] as const

export const themeDensities = ['compact', 'default', 'relaxed'] as const

/** Font families that the product or every system has: none is loaded from elsewhere. */
export const themeFonts = ['inter', 'system', 'arial', 'verdana', 'georgia'] as const

/** A theme's own choices, read from its JSON text. Colours are `#rrggbb` in lower case. */
export interface ThemeVariables {
  readonly light?: ThemeColours | undefined
  readonly dark?: ThemeColours | undefined
  readonly radius?: (typeof themeRadii)[number] | undefined
  readonly density?: (typeof themeDensities)[number] | undefined
  readonly font?: (typeof themeFonts)[number] | undefined
}

export type ThemeColours = { readonly [Name in ThemeColour]?: string | undefined }
