import { describe, expect, it } from 'vitest'
import { topicsOf } from './topics.ts'

const changed = (people: number) => ({
  workplaceId: 'w',
  roots: new Set(['r1']),
  tasks: new Set<string>(),
  people: new Set(Array.from({ length: people }, (_, index) => `u:user-${index}`)),
})

describe('a commit', () => {
  it('is signalled to each user and group that it concerns, and to nobody else', () => {
    const people = new Set(['u:ann', 'g:clerks', 's:ben', 'n:eve'])
    expect(topicsOf({ ...changed(0), people }).toSorted()).toEqual([
      'live/w/g:clerks',
      'live/w/n:eve',
      'live/w/r:r1',
      'live/w/s:ben',
      'live/w/u:ann',
    ])
  })

  it('is signalled to everybody only where it concerns more than 200', () => {
    expect(topicsOf(changed(200))).toHaveLength(201)
    expect(topicsOf(changed(200))).not.toContain('live/w/all')
    expect(topicsOf(changed(201))).toEqual(['live/w/r:r1', 'live/w/all'])
  })
})
