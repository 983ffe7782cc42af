import { describe, expect, it } from 'vitest'
import type { Statement } from './batch.ts'
import { createLookUps } from './look-ups.ts'

const at = (place: string): Statement => ({ name: 'set_place', text: 'set', values: [place] })
const ask = (name: string): Statement => ({ name, text: name, values: [] })

/** Round trips that are answered when a test says so: each statement by its own name. */
function createTrips({ atOnce = 1 } = {}) {
  const trips: { names: string[]; answer: () => void; fail: (error: Error) => void }[] = []
  const { ask: lookUp } = createLookUps({
    atOnce,
    most: 3,
    send: (statements) =>
      new Promise((resolve, reject) =>
        trips.push({
          names: statements.map(({ name, values }) => [name, ...values].join(' ')),
          answer: () => resolve(statements.map(({ name }) => [[name]])),
          fail: reject,
        }),
      ),
  })
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { trips, lookUp, settle }
}

describe('look-ups', () => {
  it('are sent without waiting for others when alone, and together when others ask meanwhile', async () => {
    const { trips, lookUp, settle } = createTrips()
    const first = lookUp(at('north'), [ask('a')])
    await settle()
    const rest = ['b', 'c', 'd', 'e'].map((name) =>
      lookUp(at(name === 'd' ? 'south' : 'north'), [ask(name), ask(`${name}2`)]),
    )
    expect(trips.map(({ names }) => names)).toEqual([['set_place north', 'a']])
    trips[0]?.answer()
    expect(await first).toEqual([[['a']]])
    await settle()
    expect(trips[1]?.names).toEqual(['set_place north', 'b', 'b2', 'c', 'c2', 'set_place south', 'd', 'd2'])
    trips[1]?.answer()
    await settle()
    trips[2]?.answer()
    expect(await Promise.all(rest)).toEqual(['b', 'c', 'd', 'e'].map((name) => [[[name]], [[`${name}2`]]]))
  })

  it('that are asked in one turn of the loop go together from the first, in as many round trips as they need', async () => {
    const { trips, lookUp, settle } = createTrips({ atOnce: 2 })
    const all = ['a', 'b', 'c', 'd'].map((name) => lookUp(at('north'), [ask(name)]))
    await settle()
    expect(trips.map(({ names }) => names)).toEqual([
      ['set_place north', 'a', 'b', 'c'],
      ['set_place north', 'd'],
    ])
    for (const { answer } of trips) answer()
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'].map((name) => [[[name]]]))
  })

  it('of one name are asked once for all who wait, by the last of them, and again for a caller that comes later', async () => {
    const { trips, lookUp, settle } = createTrips()
    const first = lookUp(at('north'), [ask('who')], 'who')
    await settle()
    const waiting = [lookUp(at('north'), [ask('who')], 'who'), lookUp(at('north'), [ask('who at last')], 'who')]
    const other = lookUp(at('north'), [ask('what')], 'what')
    expect(trips.map(({ names }) => names)).toEqual([['set_place north', 'who']])
    trips[0]?.answer()
    expect(await first).toEqual([[['who']]])
    await settle()
    expect(trips[1]?.names).toEqual(['set_place north', 'who at last', 'what'])
    const late = lookUp(at('north'), [ask('who')], 'who')
    trips[1]?.answer()
    expect(await Promise.all([...waiting, other])).toEqual([[[['who at last']]], [[['who at last']]], [[['what']]]])
    await settle()
    trips[2]?.answer()
    expect(await late).toEqual([[['who']]])
  })

  it('that fail together are asked again one by one', async () => {
    const { trips, lookUp, settle } = createTrips()
    const first = lookUp(at('north'), [ask('a')])
    await settle()
    const good = lookUp(at('north'), [ask('good')])
    const bad = lookUp(at('north'), [ask('bad')])
    const refused = expect(bad).rejects.toThrow('wrong')
    trips[0]?.answer()
    await first
    await settle()
    trips[1]?.fail(new Error('wrong'))
    await settle()
    expect(trips[2]?.names).toEqual(['set_place north', 'good'])
    trips[2]?.answer()
    expect(await good).toEqual([[['good']]])
    await settle()
    trips[3]?.fail(new Error('wrong'))
    await refused
  })

  it('fail all when the database is away', async () => {
    const { trips, lookUp, settle } = createTrips()
    const first = lookUp(at('north'), [ask('a')])
    await settle()
    const others = [lookUp(at('north'), [ask('b')]), lookUp(at('north'), [ask('c')])]
    const refused = others.map((other) => expect(other).rejects.toThrow('refused'))
    trips[0]?.answer()
    await first
    await settle()
    trips[1]?.fail(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    await Promise.all(refused)
    expect(trips).toHaveLength(2)
  })
})
