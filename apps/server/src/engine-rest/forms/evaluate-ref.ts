import type { ExpressionText, Form } from '@millrace/bpmn'
import type { TypedValue } from '@millrace/engine'
import { evaluateTexts, type TextAnswer } from '../../runtime/threads/evaluate-texts.ts'
import type { Call } from '../http/call.ts'
import { RestRefusal } from '../http/rest-refusal.ts'
import type { FormRef } from './deployed-form.ts'

/** Returns whether a part of a reference is an expression, which every task evaluates with its own variables. */
export function isEvaluated(text: string): boolean {
  return /[$#]\{/.test(text)
}

/**
 * Evaluates the reference to a form, as Camunda does when it reads a task.
 *
 * @param readVariables called only when the reference contains an expression.
 * @throws RestRefusal for an expression that fails, and for a version that is not a whole number.
 */
export async function evaluateRef(
  { runtime, actor }: Pick<Call, 'runtime' | 'actor'>,
  form: Pick<Form, 'ref'> | null,
  readVariables: () => Promise<ReadonlyMap<string, TypedValue>>,
): Promise<FormRef | null> {
  const ref = form?.ref ?? null
  if (ref === null) return null
  const texts = [ref.key, ref.version].filter((text): text is ExpressionText => text !== null && isEvaluated(text.text))
  const variables = texts.length === 0 ? new Map<string, TypedValue>() : await readVariables()
  const occasion = { texts, variables, now: runtime.clock(), zone: runtime.zone, userId: null }
  const answerOf = await evaluateTexts(runtime, actor.workplaceId, occasion)
  const readPart = (text: ExpressionText) => (isEvaluated(text.text) ? readAnswer(text, answerOf(text)) : text.text)
  const key = String(readPart(ref.key))
  return { key, binding: ref.binding, version: ref.version === null ? null : readVersion(readPart(ref.version)) }
}

function readAnswer(text: ExpressionText, answer: TextAnswer): unknown {
  if (answer.ok) return answer.value
  const message = `The expression “${text.text}” of a form reference failed: ${answer.message}`
  throw new RestRefusal(400, 'ProcessEngineException', message, 0)
}

function readVersion(value: unknown): number {
  if (/^\d{1,9}$/.test(String(value))) return Number(value)
  const message = `Expected the version of a form reference to be a whole number, but it is “${String(value).slice(0, 100)}”.`
  throw new RestRefusal(400, 'ProcessEngineException', message, 0)
}
