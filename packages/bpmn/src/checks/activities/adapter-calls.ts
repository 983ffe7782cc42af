import { listAdapterCalls } from '../../adapter-calls.ts'
import type { AdapterCall } from '../../model.ts'
import { nameElementById } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Checks that calls of adapters are complete. The existence of the adapter is checked at deployment. */
export function* checkAdapterCalls({ model }: ModelIndex): Iterable<Finding> {
  for (const { elementId, call } of listAdapterCalls(model))
    for (const expected of listFaults(call))
      yield { code: 'activity.adapter', elementId, message: expected(nameElementById(model, elementId)) }
}

type Sentence = (name: string) => string

function* listFaults({ key, inputs, outputs, errors }: AdapterCall): Iterable<Sentence> {
  if (key === '') yield (name) => `Expected ${name} to say which adapter it asks, but it names none. Choose one.`
  const doubled = inputs.find(({ parameter }, at) => inputs.findIndex((one) => one.parameter === parameter) < at)
  if (doubled !== undefined)
    yield (name) =>
      `Expected one value for each parameter of the adapter of ${name}, but “${doubled.parameter}” has two. Remove one.`
  if (outputs.some(({ variable }) => variable === ''))
    yield (name) => `Expected each output of ${name} to have a variable, but one has none. Name it.`
  const wrong = outputs.find(({ path }) => !pathPattern.test(path))
  if (wrong !== undefined)
    yield (name) =>
      `Expected the path of an output of ${name} to be names with dots between them, such as rows.0.city, but it is “${wrong.path.slice(0, 80)}”. Correct it.`
  if (errors.some(({ errorCode }) => errorCode === ''))
    yield (name) => `Expected each error of ${name} to have the code of an error of BPMN, but one has none. Name it.`
  if (errors.some(({ status, code, condition }) => status === null && code === null && condition === null))
    yield (name) =>
      `Expected each error of ${name} to say by which status, code or condition it is told, but one says nothing. Add one.`
  const strange = errors.find(({ status }) => status !== null && !statusPattern.test(status))
  if (strange !== undefined)
    yield (name) =>
      `Expected the status of an error of ${name} to be like 404 or 5XX, with commas between several, but it is “${(strange.status ?? '').slice(0, 80)}”. Correct it.`
}

const pathPattern = /^(?:[^.\s]+(?:\.[^.\s]+)*)?$/
const statusPattern = /^[1-5](?:\d\d|XX)(?:\s*,\s*[1-5](?:\d\d|XX))*$/i
