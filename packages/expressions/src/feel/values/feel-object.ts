/** The kinds of FEEL values, by the names that the standard gives their types (DMN 1.5, 10.3.2). */
export type FeelKind =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'date'
  | 'time'
  | 'date and time'
  | 'days and time duration'
  | 'years and months duration'
  | 'range'
  | 'function'
  | 'list'
  | 'context'

/**
 * The base class of values for which JavaScript has no type, so that one `instanceof` distinguishes them from contexts.
 */
export abstract class FeelObject {
  abstract readonly kind: FeelKind
}
