/** Returns whether a code point belongs to a set of characters. */
export type CharacterTest = (code: number) => boolean

/** A position between characters that a regular expression can match. */
export type Boundary = 'start' | 'end' | 'line-start' | 'line-end' | 'last-line-end' | 'word' | 'no-word'

/** The tree of a regular expression. */
export type Pattern =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'boundary'; readonly boundary: Boundary }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: Pattern }
  | Repeat

export interface Repeat {
  readonly kind: 'repeat'
  readonly body: Pattern
  readonly fewest: number
  /** Infinity when unlimited. */
  readonly most: number
  readonly isGreedy: boolean
}

export interface RegexFlags {
  readonly ignoresCase: boolean
  readonly dotMatchesAll: boolean
  readonly isMultiline: boolean
}
