import type { Allowance } from './meter.ts'

/**
 * A language of expressions. `compile*` functions parse once, at deployment; `evaluate` runs many times and never
 * parses.
 */
export type Language = 'feel' | 'uel' | 'javascript'

/**
 * Everything that an expression may see and do, provided by the caller for one evaluation. Values are plain: string,
 * number, bigint (whole numbers beyond 2^53), boolean, null, `Date` (an instant), `Uint8Array`, arrays and objects of
 * these. `undefined` means: no such variable.
 */
export interface Scope {
  get(name: string): unknown
  /** The type of a variable as it is stored, where the caller knows types of numbers. */
  typeOf?(name: string): string | undefined
  /** Writes the variable in the scope that has it, or in the outermost scope when it is new. */
  set(name: string, value: unknown): void
  /** Writes into the innermost scope. */
  setLocal(name: string, value: unknown): void
  remove(name: string): void
  /** Names of every variable that can be seen. May be costly: ask only when the language needs it. */
  names(): Iterable<string>
  /**
   * Objects such as `execution` and `task`, which the language shows to the expression by name: made when one is used.
   */
  readonly objects: Readonly<Record<string, () => HostObject>>
  /** The instant at which this step happens. Expressions never read the machine's clock. */
  readonly now: Date
  /** IANA name of the time zone in which local times are meant. UTC when left out. */
  readonly zone?: string
  /** The user who caused the step, when a user did. */
  readonly userId: string | null
  readonly allowance: Allowance
}

/** An object of the engine as an expression sees it: a white list of properties and methods. */
export interface HostObject {
  readonly properties: Readonly<Record<string, () => unknown>>
  readonly methods: Readonly<Record<string, (...args: unknown[]) => unknown>>
}

export interface Expression {
  readonly source: string
  readonly language: Language
  /** Free variable names, for loading and for diagnostics. Empty when they cannot be known (scripts). */
  readonly variables: readonly string[]
  /** The members of variables that are read. Only for languages that can determine them, and on request. */
  readonly reads?: readonly Read[]
  /**
   * Problems of functions that no engine knows. The expression can be compiled; it fails, or yields null, when it
   * reaches such a function.
   */
  readonly notices?: readonly ExpressionProblem[]
  /** Returns the type of a numeric result from the types of the variables; null when the text does not determine it. */
  readonly numberType?: (typeOf: (name: string) => string | undefined) => string | null
  /** @throws ExpressionError when evaluation fails. */
  evaluate(scope: Scope): unknown
}

/** A path that an expression reads: `items.price` is `['items', 'price']`, in every item of a list on the path. */
export interface Read {
  readonly path: readonly string[]
  /** `rows`: only the number and order of the items of a list, not their content. */
  readonly of: 'value' | 'rows'
}

export type Compiled = { ok: true; expression: Expression } | { ok: false; problems: ExpressionProblem[] }

/** A fault found when compiling. Offsets are UTF-16 positions in the source. */
export interface ExpressionProblem {
  /** A sentence: expected …, but …. */
  message: string
  from: number
  to: number
}

/** An evaluation that failed: which expression, where, and the values it saw. */
export class ExpressionError extends Error {
  readonly source: string
  readonly from: number | undefined
  readonly to: number | undefined

  constructor(message: string, at: { source: string; from?: number; to?: number }) {
    super(message)
    this.name = 'ExpressionError'
    this.source = at.source
    this.from = at.from
    this.to = at.to
  }
}
