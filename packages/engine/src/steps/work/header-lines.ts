import type { Field } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { fail, type Step } from '../../step.ts'
import { evaluate } from '../expressions/evaluate.ts'
import { nameElementOf } from '../expressions/name-place.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { readHeaderLines, textOf } from './read-input.ts'
import type { WorkSource } from './service.ts'

/**
 * Returns the headers that a field lists, one in each line. Each line is evaluated separately, so that a value with a
 * line break cannot add another header. If the whole field is one expression, its result is read line by line.
 */
export function readHeaderField(
  step: Step,
  source: WorkSource,
  name: string,
  instance: ElementInstance,
): Record<string, string> {
  const field = source.kind === 'builtIn' ? source.fields.find((one) => one.name === name) : undefined
  if (field === undefined) return {}
  const occasion = occasionOf(instance)
  const lines = linesOf(field).map((text) => textOf(evaluate(step, occasion, { ...field.value, text })) ?? '')
  const isWhole = lines.length === 1 && !/:/.test(outsideExpressions(field.value.text))
  const broken = isWhole ? undefined : lines.find((line) => /[\r\n]/.test(line))
  if (broken !== undefined)
    fail(
      'engine.value-invalid',
      `Expected each header of ${nameElementOf(step, instance.instanceId, instance.elementId)} in one line, but “${broken.slice(0, broken.indexOf(':'))}” has a line break in its value.`,
      { element: instance },
    )
  return readHeaderLines(lines.join('\n'))
}

/** Splits a text into lines. A line break within an expression ends no line. */
function linesOf({ value: { text } }: Field): string[] {
  const lines: string[] = []
  let open = ''
  for (const [index, part] of splitExpressions(text).entries()) {
    const pieces = isExpression(index) ? [part] : part.split(/[\r\n]/)
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      lines.push(open + piece)
      open = ''
    }
    open += last
  }
  return [...lines, open].filter((line) => line !== '')
}

function outsideExpressions(text: string): string {
  return splitExpressions(text)
    .filter((_, index) => !isExpression(index))
    .join('')
}

/** What stands outside of expressions and what inside, by turns. A regular expression would look for each end again. */
function splitExpressions(text: string): string[] {
  const parts: string[] = []
  let at = 0
  for (const { index } of text.matchAll(/[$#]\{/g)) {
    if (index < at) continue
    const end = text.indexOf('}', index)
    if (end === -1) break
    parts.push(text.slice(at, index), text.slice(index, end + 1))
    at = end + 1
  }
  return [...parts, text.slice(at)]
}

function isExpression(index: number): boolean {
  return index % 2 === 1
}
