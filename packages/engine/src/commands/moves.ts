import type { PlainVariable } from '../outcome.ts'

/** One line of a modification of the tokens of an instance. */
export type Move = StartMove | CancelMove

/** A move that starts a token at an element that no token has reached. */
export interface StartMove {
  readonly kind: 'start'
  /**
   * `before` an element: it is entered. `after` it: its only flow is taken. `flow`: that flow is taken. `all`: a
   * multi-instance activity starts with all its runs; `before` it adds one run.
   */
  readonly at: 'before' | 'all' | 'after' | 'flow'
  /** Key of the element, or of the flow. */
  readonly id: string
  /**
   * The scope in which the element starts, if the scope is open several times: an element instance, or the process
   * instance.
   */
  readonly ancestorId: string | null
  /** Set where it begins, or in the scope around. */
  readonly variables: readonly (PlainVariable & { readonly isLocal: boolean })[]
}

export type CancelMove =
  /** One element instance with all that is inside it, or the token that waits for a job before or after an element. */
  | { readonly kind: 'cancel'; readonly by: 'element' | 'token'; readonly id: string }
  /** All open instances of an element. `isOfBefore`: only those that existed before the first line. */
  | { readonly kind: 'cancel'; readonly by: 'key'; readonly id: string; readonly isOfBefore: boolean }
