import type { DialectRules } from '../../dialects/rules.ts'

/**
 * The parsers for texts in a model. The caller provides them, so that this package depends on no expression language or
 * time notation, and deployment and editor run the same checks: `compile` of `@millrace/expressions`, `checkTimer` and
 * `isRetryCycle` of `@millrace/time`.
 */
export interface TextReaders {
  /** Null: the language does not run here. */
  readonly compile: (language: string, source: string) => ReadText | null
  readonly checkTimer: (kind: TimerKind, text: string, cron: DialectRules['cron']) => ReadTimer
  readonly isRetryCycle: (text: string) => boolean
}

export type TimerKind = 'date' | 'duration' | 'cycle'

export type ReadText =
  | { readonly ok: true; readonly expression: { readonly notices?: readonly TextProblem[] } }
  | { readonly ok: false; readonly problems: readonly TextProblem[] }

export interface TextProblem {
  readonly message: string
  /** UTF-16 positions in the source. */
  readonly from: number
  readonly to: number
}

export type ReadTimer = { readonly ok: true } | { readonly ok: false; readonly message: string }
