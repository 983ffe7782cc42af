import { describe, expect, it } from 'vitest'
import { findWindow } from './clean-up-window.ts'

const find = (now: string, from: string, until: string, zone = 'UTC') => {
  const window = findWindow(new Date(now), zone, from, until)
  return window && [window.from.toISOString(), window.until.toISOString(), window.isOpen]
}

describe('the window of the clean-up', () => {
  it('is the open one, else the next one', () => {
    expect(find('2026-11-29T00:30:00Z', '01:00', '05:00')).toEqual([
      '2026-11-29T01:00:00.000Z',
      '2026-11-29T05:00:00.000Z',
      false,
    ])
    expect(find('2026-11-29T01:00:00Z', '01:00', '05:00')?.[2]).toBe(true)
    expect(find('2026-11-29T05:00:00Z', '01:00', '05:00')).toEqual([
      '2026-11-30T01:00:00.000Z',
      '2026-11-30T05:00:00.000Z',
      false,
    ])
  })

  it('goes over midnight, by the time of its zone', () => {
    const night = ['2026-11-28T22:00:00.000Z', '2026-11-29T02:00:00.000Z', true]
    expect(find('2026-11-28T23:30:00Z', '23:00', '03:00', 'Europe/Berlin')).toEqual(night)
    expect(find('2026-11-29T01:59:00Z', '23:00', '03:00', 'Europe/Berlin')).toEqual(night)
  })

  it('is as long as the clock says when that is changed', () => {
    expect(find('2026-03-29T00:30:00Z', '01:00', '05:00', 'Europe/Berlin')).toEqual([
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T03:00:00.000Z',
      true,
    ])
  })

  it('is none without both times', () => {
    expect(find('2026-11-29T00:30:00Z', '', '05:00')).toBeNull()
    expect(find('2026-11-29T00:30:00Z', '01:00', '01:00')).toBeNull()
  })
})
