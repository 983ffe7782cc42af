/** A problem in a DMN file: a sentence, and its element. */
export interface DmnProblem {
  /** Expected …, but …. */
  readonly message: string
  /** The id of the element, or of the nearest parent with an id. */
  readonly elementId: string | null
  /** A part is missing, and counts as null: everything else in the file can be evaluated. */
  readonly isWarning?: true
  /** The line in the file, from 1. Null for a problem that only the compiled model shows. */
  readonly line: number | null
  readonly column: number | null
  /** UTF-16 offsets in the text of the expression, when the problem is in one. */
  readonly from?: number
  readonly to?: number
}
