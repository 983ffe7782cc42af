import { describe, expect, it } from 'vitest'
import { createGate, type GateOptions } from './gate.ts'
import type { WorkKind } from './patience.ts'

/** Visitors by name, in the order in which they came in. They wait as long as it takes, where nothing else is said. */
function createVisits(options: GateOptions) {
  const gate = createGate({ waitMs: 3_600_000, ...options })
  const inside: string[] = []
  const refused: string[] = []
  const leaving = new Map<string, () => void>()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    gate,
    inside,
    refused,
    come: async (
      name: string,
      {
        of = 'a',
        kind = 'doing',
        signal = null,
        caller = '',
      }: { of?: string; kind?: WorkKind; signal?: AbortSignal | null; caller?: string } = {},
    ) => {
      gate.enter({ workplaceId: of, patience: { kind, signal }, caller }).then(
        (leave) => {
          inside.push(name)
          leaving.set(name, leave)
        },
        (error) => refused.push(`${name}: ${error.code ?? error.message}`),
      )
      await settle()
    },
    go: async (name: string) => {
      leaving.get(name)?.()
      await settle()
    },
  }
}

const several = async (come: (name: string) => Promise<void>, count: number, name = '') => {
  for (let index = 1; index <= count; index++) await come(`${name}${index}`)
}

// Of twelve connections nine are ordinary, of which one workplace has seven, and three are kept.
describe('a gate', () => {
  it('gives one workplace a part of the ordinary connections, and leaves others theirs', async () => {
    const { come, inside, gate } = createVisits({ size: 12 })
    await several(come, 20)
    expect(inside).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    await come('other', { of: 'b' })
    expect(inside.at(-1)).toBe('other')
    expect(gate.counts()).toEqual({ held: 8, waiting: 13 })
  })

  it('keeps connections for what is vital, and for operators', async () => {
    const { come, inside } = createVisits({ size: 12 })
    for (const of of ['a', 'b']) await several((name) => come(name, { of }), 10, of)
    expect(inside).toHaveLength(9)
    await come('health', { kind: 'vital' })
    await come('operator', { kind: 'operating' })
    await come('sign-in', { kind: 'vital' })
    expect(inside.slice(9)).toEqual(['health', 'operator', 'sign-in'])
  })

  it('serves workplaces that wait in turn, however many come from one', async () => {
    const { come, go, inside } = createVisits({ size: 4 })
    await several((name) => come(name, { of: 'a' }), 6, 'a')
    await several((name) => come(name, { of: 'b' }), 3, 'b')
    await several((name) => come(name, { of: 'c' }), 2, 'c')
    expect(inside).toEqual(['a1', 'a2', 'b1'])
    for (let index = 0; inside[index] !== undefined; index++) await go(inside[index] ?? '')
    expect(inside.slice(3)).toEqual(['a3', 'b2', 'c1', 'a4', 'b3', 'c2', 'a5', 'a6'])
  })

  it('serves callers of one workplace in turn, however many requests come from one', async () => {
    const { come, go, inside } = createVisits({ size: 4 })
    await several((name) => come(name, { caller: 'greedy' }), 6, 'g')
    await several((name) => come(name, { caller: 'modest' }), 2, 'm')
    expect(inside).toEqual(['g1', 'g2'])
    for (let index = 0; inside[index] !== undefined; index++) await go(inside[index] ?? '')
    expect(inside.slice(2)).toEqual(['g3', 'm1', 'g4', 'm2', 'g5', 'g6'])
  })

  it('lets only some read history at once, and others pass', async () => {
    const { come, inside, go } = createVisits({ size: 12 })
    await several((name) => come(name, { of: name, kind: 'history' }), 5, 'h')
    expect(inside).toEqual(['h1', 'h2', 'h3'])
    await come('quick', { kind: 'reading' })
    expect(inside.at(-1)).toBe('quick')
    await go('h2')
    expect(inside.at(-1)).toBe('h4')
  })

  it.each([
    ['history', 2],
    ['reading', 5],
    ['doing', 7],
    ['job', 3],
  ] as const)('gives one workplace a part of the connections for %s: %i, and others continue', async (kind, most) => {
    const { come, inside } = createVisits({ size: 12 })
    await several((name) => come(name, { kind }), 10)
    expect(inside).toHaveLength(most)
    await come('other', { of: 'b', kind })
    expect(inside.at(-1)).toBe('other')
  })

  it('rejects a call when many calls of its workplace wait, and no others', async () => {
    const { come, refused, inside } = createVisits({ size: 4, longestOfWorkplace: 3, longest: 5 })
    await several((name) => come(name), 7)
    expect(inside).toEqual(['1', '2'])
    expect(refused).toEqual(['6: server.busy', '7: server.busy'])
    await come('b1', { of: 'b' })
    expect(inside).toEqual(['1', '2', 'b1'])
    for (const name of ['b2', 'b3', 'b4']) await come(name, { of: 'b' })
    expect(refused.slice(2)).toEqual(['b4: server.busy'])
    await come('health', { kind: 'vital' })
    expect(inside.at(-1)).toBe('health')
  })

  it('lets nobody wait for ever', async () => {
    const { come, refused, gate } = createVisits({ size: 1, waitMs: 20 })
    await come('1')
    await come('2')
    await expect.poll(() => refused).toEqual(['2: server.busy'])
    expect(gate.counts()).toEqual({ held: 1, waiting: 0 })
  })

  it('forgets who hangs up while waiting', async () => {
    const { come, go, refused, inside, gate } = createVisits({ size: 1 })
    const caller = new AbortController()
    await come('1')
    await come('2', { signal: caller.signal })
    await come('3')
    caller.abort(new Error('hung up'))
    await go('1')
    expect([refused, inside]).toEqual([['2: hung up'], ['1', '3']])
    await come('4', { signal: caller.signal })
    expect(refused).toEqual(['2: hung up', '4: hung up'])
    await go('3')
    expect(gate.counts()).toEqual({ held: 0, waiting: 0 })
  })
})
