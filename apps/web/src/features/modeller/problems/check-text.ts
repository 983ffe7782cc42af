import { type Dialect, expressionText } from '@millrace/bpmn'
import { compile } from '@millrace/expressions'

/** The fault of a text that may contain an expression: a sentence and its position. Null: no fault. */
export interface TextFinding {
  readonly message: string
  /** UTF-16 positions in the text as it was given. */
  readonly from: number
}

/** Checks a text as the deployment would, in the language that its form suggests in a dialect. */
export function checkText(dialect: Dialect, given: string): TextFinding | null {
  const { language, text } = expressionText(dialect, given)
  if (language === 'literal') return null
  const compiled = compile(language, text)
  if (compiled === null || compiled.ok) return null
  const [first] = compiled.problems
  if (first === undefined) return null
  const before = Math.max(0, given.indexOf(text))
  return { message: first.message, from: before + first.from }
}
