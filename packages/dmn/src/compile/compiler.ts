import { ANY, type Compiled, type ExpressionProblem, type FeelType } from '@millrace/expressions'
import type { DmnProblem } from '../problems.ts'
import type { ModelTypes } from './types.ts'

/** The mode of evaluation. `camunda`: as Camunda 7 where it differs from the standard. */
export type Mode = 'camunda' | 'standard'

/** Compiles an expression in a language other than FEEL, such as `juel` or `javascript`. */
export type CompileForeign = (language: string, source: string) => Compiled

/** The state that is shared by the functions that compile the expressions of one model. */
export interface Compiler {
  readonly mode: Mode
  readonly types: ModelTypes
  readonly defaultLanguage: string | null
  readonly compileForeign: CompileForeign | undefined
  /** Whether texts are compiled immediately, to report all problems; otherwise each at its first use. */
  readonly isThorough: boolean
  report(problem: DmnProblem): void
}

/**
 * Returns the type of a reference. An undeclared type is reported and treated as Any. In mode `camunda` only types of
 * the model count, because Camunda has its own conversions for others.
 */
export function typeOf(typeRef: string | null, elementId: string | null, compiler: Compiler): FeelType {
  if (compiler.mode === 'camunda')
    return typeRef && compiler.types.isDeclared(typeRef) ? compiler.types.get(typeRef) : ANY
  if (typeRef !== null && !compiler.types.find(typeRef)) {
    const message = `Expected the name of a type, but “${typeRef}” is none.`
    compiler.report({ message, elementId, line: null, column: null })
  }
  return compiler.types.get(typeRef)
}

export function toDmnProblem({ message, from, to }: ExpressionProblem, elementId: string | null): DmnProblem {
  return { message, elementId, line: null, column: null, from, to }
}
