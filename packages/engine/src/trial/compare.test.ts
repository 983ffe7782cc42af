import { describe, expect, it } from 'vitest'
import { fromPlain } from '../state/value.ts'
import { findDifference, type TrialExpectation } from './compare.ts'
import type { TrialResult } from './result.ts'

const visit = (element: string, process: string | null = null) => ({
  process,
  element,
  step: 0,
  at: '2026-03-02T10:00:00.000Z',
  isCancelled: false,
})
const result: TrialResult = {
  clock: '2026-03-02T10:00:00.000Z',
  status: 'completed',
  failure: null,
  waiting: [],
  incidents: [],
  path: [visit('start'), visit('call'), visit('inside', 'inner'), visit('end')],
  passed: [],
  tokens: [],
  variables: [
    { name: 'amount', value: fromPlain(20), element: null },
    { name: 'amount', value: fromPlain(1), element: 'call' },
    { name: 'list', value: fromPlain([1, 'a']), element: null },
  ],
  sent: [],
  shown: null,
}
const differenceOf = (expected: Partial<TrialExpectation>, changed: Partial<TrialResult> = {}) =>
  findDifference({ ...result, ...changed }, { path: null, variables: [], status: null, ...expected })

describe('what a trial is expected to come to', () => {
  it('is met by its path, its variables and its end, whatever else there is', () => {
    const variables = [
      { name: 'amount', value: { type: 'Long', value: 20, info: null } },
      { name: 'list', value: fromPlain([1, 'a']) },
    ]
    expect(differenceOf({ path: ['start', 'call', 'end'], status: 'completed', variables })).toBeNull()
    expect(differenceOf({})).toBeNull()
  })

  it.each([
    [['start', 'ask', 'end'], 'Expected the path to go to “ask” after “start”, but it went to “call”.'],
    [['start', 'call'], 'Expected the path to end after “call”, but it continued to “end”.'],
    [['start', 'call', 'end', 'more'], 'Expected the path to go to “more” after “end”, but it ended there.'],
    [['other'], 'Expected the path to go to “other” at the start, but it went to “start”.'],
  ])('says where the path is another than %j', (path, sentence) => {
    expect(differenceOf({ path })).toBe(sentence)
  })

  it('says what has another value, or none', () => {
    expect(differenceOf({ variables: [{ name: 'amount', value: fromPlain(21) }] })).toBe(
      'Expected amount to be 21 at the end, but it is 20.',
    )
    expect(differenceOf({ variables: [{ name: 'gone', value: fromPlain('x') }] })).toBe(
      'Expected gone to be "x" at the end, but this variable does not exist.',
    )
  })

  it('says how it ended, and which step could not be done, unless it went another way', () => {
    expect(differenceOf({ status: 'running' })).toBe(
      'Expected the process to be still running at the end, but it is completed.',
    )
    const failure = { step: 1, code: 'trial.not-waiting', message: 'Nothing waits.', element: 'ask' } as const
    expect(differenceOf({ status: 'running' }, { failure })).toBe('Step 2, at “ask”, failed: Nothing waits.')
    expect(differenceOf({ path: ['start', 'ask'] }, { failure })).toBe(
      'Expected the path to go to “ask” after “start”, but it went to “call”.',
    )
  })
})
