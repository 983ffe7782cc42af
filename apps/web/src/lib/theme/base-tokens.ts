export type Scheme = 'light' | 'dark'

/**
 * The tokens that a theme sets, with the values of the built-in theme. A test compares them with `styles/tokens.css`.
 */
export const baseTokens = {
  light: {
    '--app-accent': '#006d7d',
    '--app-accent-hover': '#005967',
    '--app-accent-text': '#005967',
    '--app-accent-soft': '#e6f4f7',
    '--app-accent-line': '#90d0de',
    '--app-on-accent': '#ffffff',
    '--app-desk': '#f4f5f7',
    '--app-sheet': '#ffffff',
    '--app-raised': '#ffffff',
    '--app-subtle': '#f8f9fa',
    '--app-hover': '#f1f3f5',
    '--app-press': '#e7eaed',
    '--app-text': '#16191d',
    '--app-text-2': '#474f59',
    '--app-text-3': '#5f6873',
    '--app-line': '#e4e7ea',
    '--app-line-2': '#cdd3d9',
    '--app-control': '#8a939e',
  },
  dark: {
    '--app-accent': '#007e90',
    '--app-accent-hover': '#006d7d',
    '--app-accent-text': '#7fcfde',
    '--app-accent-soft': '#10303a',
    '--app-accent-line': '#1f6673',
    '--app-on-accent': '#ffffff',
    '--app-desk': '#0e1114',
    '--app-sheet': '#15191d',
    '--app-raised': '#1c2126',
    '--app-subtle': '#191e22',
    '--app-hover': '#20262c',
    '--app-press': '#2a3138',
    '--app-text': '#e8ebee',
    '--app-text-2': '#b4bcc5',
    '--app-text-3': '#929ca7',
    '--app-line': '#272d33',
    '--app-line-2': '#39424b',
    '--app-control': '#626d79',
  },
} as const

export type ColourTokens = { readonly [Name in keyof (typeof baseTokens)['light']]: string }
