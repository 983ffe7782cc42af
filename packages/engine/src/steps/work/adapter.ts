import type { AdapterCall, AdapterError } from '@millrace/bpmn'
import { RaisedError } from '../../outcome.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fail, type Step } from '../../step.ts'
import { evaluate, evaluateCondition } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { setPlain, setVariable } from '../variables/variables.ts'
import { type AdapterAnswer, FileContent, readAnswer, valueAt } from './adapter-answer.ts'
import { textOf } from './read-input.ts'
import type { Service, WorkSource } from './service.ts'

/** The service that asks an external system by an adapter of the workplace, and stores the answer in variables. */
export const adapterService: Service = {
  readRequest: (step, source, instance) => {
    const { key, inputs } = callOf(source)
    const occasion = occasionOf(instance)
    const parameters = inputs.map(({ parameter, value }) => [parameter, textOf(evaluate(step, occasion, value)) ?? ''])
    return { service: 'adapter', adapter: key, parameters: Object.fromEntries(parameters) }
  },
  takeOutput: (step, source, { instance, output }) => {
    const call = callOf(source)
    const answer = readAnswer(output)
    // What may have been carried out is no failure that a model could go on after.
    if (answer.failure?.isUnknown === true) failUnanswered('engine.answer-unknown', answer, instance)
    raiseMapped(step, call, answer, instance)
    if (answer.failure !== null)
      failUnanswered(answer.failure.isFinal ? 'engine.work-refused' : 'engine.work-failed', answer, instance)
    const { place } = occasionOf(instance)
    for (const one of call.outputs) {
      const value = valueAt(answer, one, { instance, step })
      if (value instanceof FileContent) {
        const { bytes, filename, mimeType } = value
        setVariable(step, place, one.variable, { type: 'File', value: bytes, info: { filename, mimeType } })
      } else setPlain(step, place, one.variable, value)
    }
  },
}

function callOf(source: WorkSource): AdapterCall {
  if (source.kind !== 'adapter') throw new Error(`Expected a call of an adapter, but it is a ${source.kind}.`)
  return source
}

function failUnanswered(
  code: 'engine.work-failed' | 'engine.work-refused' | 'engine.answer-unknown',
  { failure, status, code: said }: AdapterAnswer,
  element: ElementInstance,
): never {
  const detail = { ...failure?.detail, ...(status !== null && { statusCode: status }), ...(said !== null && { said }) }
  return fail(code, failure?.message ?? '', { element, detail })
}

/** @throws RaisedError for the first of the errors that the answer fits. */
function raiseMapped(step: Step, call: AdapterCall, answer: AdapterAnswer, instance: ElementInstance): void {
  const found = call.errors.find((error) => isMeant(step, error, answer, instance))
  if (found === undefined) return
  const { id: elementInstanceId, elementId, parentId: scopeId } = instance
  throw new RaisedError(found.errorCode, answer.failure?.message ?? null, { elementInstanceId, elementId, scopeId })
}

/** All that an error says has to hold. */
function isMeant(
  step: Step,
  { status, code, condition }: AdapterError,
  answer: AdapterAnswer,
  instance: ElementInstance,
): boolean {
  if (status !== null && !isListed(status, answer.status)) return false
  if (code !== null && code !== answer.code) return false
  // A code alone is one of a failure: what succeeded may have a member of that name.
  if (status === null && condition === null) return answer.failure !== null
  if (condition === null) return true
  const { body, rows, failure } = answer
  const extra = { status: answer.status, code: answer.code, body, rows, message: failure?.message ?? null }
  return evaluateCondition(step, occasionOf(instance, { extra }), condition)
}

/** Statuses such as `404`, and classes such as `5XX`. */
function isListed(statuses: string, status: number | null): boolean {
  if (status === null) return false
  const listed = statuses.split(',').map((one) => one.trim().toUpperCase())
  return listed.includes(String(status)) || listed.includes(`${Math.floor(status / 100)}XX`)
}
