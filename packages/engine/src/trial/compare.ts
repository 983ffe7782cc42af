import { type TypedValue, toJson, toPlain } from '../state/value.ts'
import type { TrialResult } from './result.ts'

/** The expected result of a trial. Null or missing values may be anything. */
export interface TrialExpectation {
  /** The visited elements of the process itself, in order. */
  readonly path: readonly string[] | null
  readonly variables: readonly { readonly name: string; readonly value: TypedValue }[]
  readonly status: TrialResult['status'] | null
}

/** Finds the first difference from the expected result, as a sentence; null when there is none. */
export function findDifference(result: TrialResult, expected: TrialExpectation): string | null {
  if (result.failure !== null) {
    const { step, message, element } = result.failure
    // A step finds nothing because the process went another way: that says more.
    if (isElsewhere(result, expected)) return findOtherPath(result, expected)
    return `Step ${step + 1}${element === null ? '' : `, at “${element}”,`} failed: ${message}`
  }
  return (
    findOtherPath(result, expected) ??
    findOtherStatus(result, expected) ??
    expected.variables.map((variable) => findOtherValue(result, variable)).find((one) => one !== null) ??
    null
  )
}

function isElsewhere(result: TrialResult, { path: expected }: TrialExpectation): boolean {
  return expected !== null && listOwn(result).some((element, index) => element !== expected[index])
}

function listOwn({ path }: TrialResult): string[] {
  return path.flatMap(({ process, element }) => (process === null ? [element] : []))
}

function findOtherPath(result: TrialResult, { path: expected }: TrialExpectation): string | null {
  if (expected === null) return null
  const actual = listOwn(result)
  const at = actual.findIndex((element, index) => element !== expected[index])
  const place = at === -1 ? actual.length : at
  if (place === expected.length && place === actual.length) return null
  const before = place === 0 ? 'at the start' : `after “${actual[place - 1]}”`
  const [wanted, found] = [expected[place], actual[place]].map((one) => (one === undefined ? null : `“${one}”`))
  if (wanted === null) return `Expected the path to end ${before}, but it continued to ${found}.`
  return `Expected the path to go to ${wanted} ${before}, but it ${found === null ? 'ended there' : `went to ${found}`}.`
}

function findOtherStatus({ status }: TrialResult, { status: expected }: TrialExpectation): string | null {
  if (expected === null || expected === status) return null
  return `Expected the process to be ${words[expected]} at the end, but it is ${words[status]}.`
}

const words: Readonly<Record<TrialResult['status'], string>> = {
  new: 'not started',
  running: 'still running',
  completed: 'completed',
  terminated: 'terminated',
  deleted: 'deleted',
}

function findOtherValue(
  { variables }: TrialResult,
  { name, value }: TrialExpectation['variables'][number],
): string | null {
  const found = variables.find((one) => one.name === name && one.element === null)
  const wanted = toJson(toPlain(value))
  if (found === undefined)
    return `Expected ${name} to be ${shorten(wanted)} at the end, but this variable does not exist.`
  const actual = toJson(toPlain(found.value))
  return actual === wanted
    ? null
    : `Expected ${name} to be ${shorten(wanted)} at the end, but it is ${shorten(actual)}.`
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`
}
