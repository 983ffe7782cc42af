import { createState, noRows, type Variable } from '@millrace/engine'
import { countTurns } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { stateOf } from './state-of.ts'

function rowsWith(count: number) {
  const variables = Array.from(
    { length: count },
    (_, n): Variable => ({
      id: `id ${n}`,
      instanceId: 'instance',
      scopeId: n % 2 === 0 ? 'instance' : 'task',
      name: `v${n}`,
      revision: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      value: { type: 'String', value: 'four', info: null },
    }),
  )
  return { ...noRows, rootId: 'instance', isComplete: false, variables }
}

it('indexes many rows over several turns, with the same result', async () => {
  const rows = rowsWith(10_000)
  let state = createState(rowsWith(0))
  const turns = await countTurns(async () => {
    state = await stateOf(rows)
  })
  expect(turns).toBeGreaterThanOrEqual(6)
  const whole = createState(rows)
  for (const { variables } of [state, whole]) expect(variables.all()).toEqual(rows.variables)
  expect(state.variables.ownedBy('task')).toEqual(whole.variables.ownedBy('task'))
  expect(state.variables.inGroup('task v9999')).toEqual([rows.variables[9999]])
  expect([state.variables.size, state.variables.sizeOfAll]).toEqual([10_000, 40_000])
  expect(state.variables.changes()).toEqual({ inserted: [], updated: [], deleted: [] })
})

it('indexes few rows in one turn', async () => {
  expect(await countTurns(() => stateOf(rowsWith(2000)))).toBe(0)
})
