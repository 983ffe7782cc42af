/** Returns whether a code point belongs to a set. */
export type CharacterTest = (code: number) => boolean

/** A set of characters, and the cost of a test of a character, in instructions. */
export interface CharacterSet {
  readonly test: CharacterTest
  readonly weight: number
}

/** The syntax tree of a regular expression. */
export type Pattern =
  | ({ readonly kind: 'character' } & CharacterSet)
  | { readonly kind: 'anchor'; readonly anchor: Anchor }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: Pattern }
  | { readonly kind: 'reference'; readonly index: number }
  | {
      readonly kind: 'repeat'
      readonly body: Pattern
      readonly min: number
      readonly max: number
      readonly isLazy: boolean
    }

export type Anchor = 'start' | 'end' | 'line start' | 'line end' | 'word edge' | 'no word edge'

/** The flags of XPath: s, m, i, x and q. */
export interface Flags {
  readonly dotMatchesAll: boolean
  readonly isMultiline: boolean
  readonly ignoresCase: boolean
  readonly ignoresSpace: boolean
  readonly isLiteral: boolean
}

/** Reads flags; null for an unknown letter. */
export function readFlags(letters: string): Flags | null {
  if (!/^[smixq]*$/.test(letters)) return null
  return {
    dotMatchesAll: letters.includes('s'),
    isMultiline: letters.includes('m'),
    ignoresCase: letters.includes('i'),
    ignoresSpace: letters.includes('x'),
    isLiteral: letters.includes('q'),
  }
}
