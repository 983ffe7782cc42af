/**
 * A property of a node type: how it is read from a document, and what the designer's panel needs to edit it. A node
 * only has the given properties; defaults are defined where they are used.
 */
export interface Property<T> {
  readonly kind: PropertyKind
  readonly isRequired: boolean
  /** For `choice`: what may be chosen. */
  readonly choices?: readonly string[]
  read(raw: unknown): PropertyRead<T>
}

export type PropertyKind =
  | 'text'
  | 'code'
  | 'flag'
  | 'integer'
  | 'quantity'
  | 'choice'
  | 'day'
  | 'clock'
  | 'instant'
  | 'options'
  | 'words'
  | 'texts'
  | 'html'
  | 'picture'
  | 'condition'
  | 'expression'
  | 'value'

/** The result of reading a property. `expected` completes the sentence "Expected …, but found …". */
export type PropertyRead<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly expected: string }

export type PropertySpecs = Readonly<Record<string, Property<unknown>>>

/** The properties of a node as its type's own code sees them. */
export type PropsOf<S extends PropertySpecs> = {
  readonly [K in keyof S]?: S[K] extends Property<infer T> ? T : never
}

/** The properties of a node whose type is not known. */
export type Props = Readonly<Record<string, unknown>>

/** An option of a field with several. */
export interface Option {
  readonly value: string
  readonly label: string
  /** Values of the other field for which this option is offered; any value when missing. */
  readonly when?: readonly string[]
}

/** A condition: `true`, `false`, or FEEL after `=`. */
export type Condition = boolean | `=${string}`
