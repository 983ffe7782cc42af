import { describe, expect, it } from 'vitest'
import { createMeter, OutOfAllowance, unmetered } from './meter.ts'

describe('a meter', () => {
  it('allows as many units as it has, and says how many were used', () => {
    const meter = createMeter(10, 'work')
    meter.charge(4)
    meter.charge(6)
    expect(meter.used).toBe(10)
  })

  it('throws when more is used, and from then on each time', () => {
    const meter = createMeter(10, 'inline')
    meter.charge(10)
    expect(() => meter.charge(1)).toThrow(OutOfAllowance)
    expect(() => meter.charge(0)).toThrow(OutOfAllowance)
  })

  it('names the limit and what it allows', () => {
    const meter = createMeter(5, 'work')
    const charge = () => meter.charge(6)
    expect(charge).toThrow(expect.objectContaining({ limit: 'work', most: 5 }))
    expect(charge).toThrow('Expected at most 5 units of work, but there are more.')
  })

  it('of no limit allows everything', () => {
    expect(() => unmetered.charge(1e12)).not.toThrow()
  })
})
