import { describe, expect, it } from 'vitest'
import type { Job, JobRow, Subscription } from '../rows.ts'
import type { ElementData } from './element-data.ts'
import { noNotes } from './job-data.ts'
import { storedElementData, storedJobData, storedSubscriptionData } from './stored-data.ts'

const element = { id: 'e', instanceId: 'i', parentId: 'i', elementId: 'task', state: 'active', loop: null } as const
const rest = { tokenId: 't', executionId: 't', flowId: null, openChildren: 0, startedAt: '2026-03-02T10:00:00.000Z' }
const elementWith = (data: ElementData | null) => ({ ...element, ...rest, data })

const jobRow: JobRow = {
  id: 'j',
  instanceId: 'i',
  elementInstanceId: 'e',
  elementId: 'task',
  dueAt: null,
  retries: 3,
  priority: 0,
  isExclusive: true,
  isSuspended: false,
  error: null,
  createdAt: '2026-03-02T10:00:00.000Z',
}

/** As PostgreSQL gives it back. */
const written = (encoded: object | null): unknown => JSON.parse(JSON.stringify(encoded))

describe('what an element instance remembers', () => {
  const remembered: readonly ElementData[] = [
    { kind: 'fired', elementId: 'asked', definition: null },
    { kind: 'fired', elementId: null, definition: 1 },
    { kind: 'run', index: 0 },
    { kind: 'taking', flowId: null },
    { kind: 'throwing', thrown: 2, cancels: true, handlers: 1, later: ['s'] },
    { kind: 'handling', conductor: { id: 'e2', scopeId: 'i' } },
    { kind: 'undoing', conductor: null, handlers: 0, later: [] },
    { kind: 'gathering', phase: 'resetting', counts: { activationCount: 2, a: 1 } },
    { kind: 'leaving', before: null, abandons: false },
    { kind: 'leaving', before: { kind: 'run', index: 7 }, abandons: true },
  ]

  it.each(remembered)('comes back from its row: $kind', (data) => {
    expect(storedElementData.decode(written(storedElementData.encode(elementWith(data))), element)).toEqual(data)
  })

  it('is nothing in a row that has nothing', () => {
    expect(storedElementData.encode(elementWith(null))).toBeNull()
    expect(storedElementData.decode(null, element)).toBeNull()
  })

  it.each([
    [{ kind: 'sleeping' }, 'a kind that is one of fired, run, taking'],
    [{ kind: 'run' }, 'a whole number at element instance e.index'],
    [{ kind: 'run', index: 1, colour: 'red' }, 'only index'],
    ['run', 'an object'],
  ])('of a row that nobody here has written is refused: %j', (stored, sentence) => {
    expect(() => storedElementData.decode(stored, element)).toThrow(sentence)
  })
})

describe('what a job carries', () => {
  const jobs: readonly Job[] = [
    { ...jobRow, kind: 'before', data: noNotes },
    { ...jobRow, kind: 'after', data: { made: { priority: 5, dueAt: null }, failedElementId: 'mail' } },
    {
      ...jobRow,
      kind: 'timer',
      data: { index: 1, cycle: 'R3/PT1H', endDate: null, calendar: 'work', isFollowed: true, ...noNotes },
    },
    {
      ...jobRow,
      kind: 'delivery',
      data: {
        subscriptionId: 's',
        businessKey: 'order 7',
        thrower: { instanceId: 'i', elementId: 'throw' },
        variables: [
          { name: 'many', value: { type: 'Long', value: 12345678901234567890n, info: null } },
          { name: 'file', value: { type: 'File', value: new Uint8Array([0, 255, 7]), info: { filename: 'a.bin' } } },
          { name: 'none', value: { type: 'Null', value: null, info: null } },
        ],
        ...noNotes,
      },
    },
    {
      ...jobRow,
      kind: 'work',
      data: {
        request: {
          service: 'http',
          method: 'GET',
          url: 'http://localhost/',
          headers: { accept: 'text/plain' },
          body: null,
          timeoutInMilliseconds: null,
          followsRedirects: false,
        },
        settings: { requestBody: null, prefix: 'p' },
        definition: null,
        ...noNotes,
      },
    },
  ]

  it.each(jobs)('comes back from its row: $kind', (job) => {
    expect(storedJobData.decode(written(storedJobData.encode(job)), job)).toEqual(job.data)
  })

  it('takes no room when there is nothing to keep', () => {
    expect(storedJobData.encode({ ...jobRow, kind: 'before', data: noNotes })).toBeNull()
  })

  it('of a kind that is not known is refused', () => {
    expect(() => storedJobData.decode(null, { id: 'j', kind: 'sweep' })).toThrow(
      'Expected a job of a kind of before, after, runs, timer, timeout, start, delivery, work, suspension at job j, but the row has "sweep"',
    )
  })
})

describe('what a subscription carries', () => {
  const row = {
    id: 's',
    instanceId: 'i',
    elementInstanceId: 'e',
    elementId: 'task',
    executionId: 't',
    name: null,
    createdAt: '2026-03-02T10:00:00.000Z',
  }
  const subscriptions: readonly Subscription[] = [
    { ...row, kind: 'message', data: { index: null } },
    { ...row, kind: 'signal', data: { index: 1 } },
    { ...row, kind: 'conditional', data: { index: 0, variableName: 'go', variableEvents: ['delete'] } },
    { ...row, kind: 'variable', data: { index: 0, change: 'update-create' } },
    { ...row, kind: 'compensate', data: { activityId: 'pay', keptId: null } },
  ]

  it.each(subscriptions)('comes back from its row: $kind', (subscription) => {
    const stored = written(storedSubscriptionData.encode(subscription))
    expect(storedSubscriptionData.decode(stored, subscription)).toEqual(subscription.data)
  })
})
