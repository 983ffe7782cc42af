import { describe, expect, it } from 'vitest'
import { compileOk, createScope } from './test-feel.ts'

/** Half past ten in the evening of 12 October, in Greenwich. */
const now = new Date('2026-10-12T22:30:00.000Z')
const evaluate = (source: string, zone: string, variables = {}) =>
  compileOk(source).evaluate({ ...createScope(variables), now, zone })

describe('the zone of a scope', () => {
  it.each([
    ['Pacific/Auckland', '2026-10-13', '2026-10-12T11:00:00.000Z'],
    ['Europe/Berlin', '2026-10-13', '2026-10-12T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-10-13', '2026-10-12T18:15:00.000Z'],
    ['America/Los_Angeles', '2026-10-12', '2026-10-12T07:00:00.000Z'],
    ['UTC', '2026-10-12', '2026-10-12T00:00:00.000Z'],
  ])('%s says what day an instant and today are', (zone, day, midnight) => {
    expect(evaluate('today()', zone)).toBe(day)
    expect(evaluate('date(now())', zone)).toBe(day)
    expect(evaluate('date(due)', zone, { due: new Date(midnight) })).toBe(day)
    expect(evaluate('due', zone, { due: new Date(midnight) })).toEqual(new Date(midnight))
  })

  it('keeps days whole over a change of the clock', () => {
    const due = new Date('2026-10-12T22:00:00.000Z')
    expect(evaluate('due + duration("P1M")', 'Europe/Berlin', { due })).toEqual(new Date('2026-11-12T23:00:00.000Z'))
    const before = new Date('2018-11-03T03:00:00.000Z')
    expect(evaluate('date(due) + duration("P1D")', 'America/Sao_Paulo', { due: before })).toBe('2018-11-04')
  })

  it('is Greenwich where nobody knows it', () => {
    expect(evaluate('today()', 'Middle/Earth')).toBe('2026-10-12')
  })
})
