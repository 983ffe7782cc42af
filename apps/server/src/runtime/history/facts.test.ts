import { describe, expect, it } from 'vitest'
import { readFact } from './facts.ts'

const job = {
  ...{ elementId: 'a', executionId: 'e', dueAt: null, retries: 3, priority: 0, isExclusive: true, isSuspended: false },
  ...{ createdAt: '2026-03-02T10:00:00.000Z', made: null, failedElementId: null, outcome: 'done' },
}
const kindOf = (kind: string) => {
  const fact = readFact({ kind: 'job-ended', data: { ...job, kind } })
  return fact?.kind === 'job-ended' ? fact.data.kind : null
}

describe('a fact of history', () => {
  it('is of a job of a kind that there is', () => {
    expect(['before', 'runs', 'timer', 'start', 'delivery', 'work'].map(kindOf)).toEqual([
      ...['before', 'runs', 'timer', 'start', 'delivery', 'work'],
    ])
    expect(kindOf('message-timer')).toBeNull()
  })

  it('calls a delivery so, which an earlier version called by what is delivered', () => {
    expect([kindOf('message'), kindOf('signal')]).toEqual(['delivery', 'delivery'])
  })

  it('of a task says by a known word what was done', () => {
    expect(readFact({ kind: 'task-changed', data: { operation: 'Claim', assignee: 'ada' } })).toMatchObject({
      data: { operation: 'Claim', assignee: 'ada' },
    })
    expect(readFact({ kind: 'task-changed', data: { operation: 'Steal' } })).toBeNull()
  })
})
