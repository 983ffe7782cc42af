import { describe, expect, it } from 'vitest'
import { createIdSource } from './new-id.ts'

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids', () => {
  it('are UUIDs of version 7 that rise, whether the clock continues, stands or goes back', () => {
    const times = [0, 0, 5, 5, 5, 4, 1_790_000_000_000, 3, 1_790_000_000_001]
    let asked = 0
    const newId = createIdSource(() => times[asked++] ?? 0)
    const ids = times.map(newId)
    for (const id of ids) expect(id).toMatch(version7)
    expect(ids).toEqual([...new Set(ids)].sort())
  })

  it('begin with the time', () => {
    const newId = createIdSource(() => Date.UTC(2026, 0, 2))
    const time = (id: string) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
    expect([newId(), newId()].map(time)).toEqual([Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 2)])
  })

  it('continue behind one that was created elsewhere, and not before their own', () => {
    let now = 5
    const newId = createIdSource(() => now)
    const own = newId()
    const other = createIdSource(() => 7)
    for (let index = 0; index < 40_000; index++) other()
    const last = other()
    newId.follow(last)
    const next = newId()
    expect(next > last && last > own).toBe(true)
    newId.follow(own)
    const after = newId()
    expect(after > next).toBe(true)
    now = 9
    expect(newId() > after).toBe(true)
    for (const id of [last, next, after]) expect(id).toMatch(version7)
  })
})
