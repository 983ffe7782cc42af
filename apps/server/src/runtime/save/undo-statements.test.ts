import { applyEvent, createState, type Event, noRows, type Variable } from '@millrace/engine'
import { expect, it } from 'vitest'
import { undoStatements } from './undo-statements.ts'

const at = new Date('2026-01-01T00:00:00Z')
const change = { workplaceId: 'w', userId: 'ada', at, revision: 1, isAlone: true }
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const variable = (n: number, value: number, revision: number): Variable => ({
  id: idOf(n),
  instanceId: idOf(0),
  scopeId: idOf(0),
  name: `v${n}`,
  value: { type: 'Integer', value, info: {} },
  revision,
  createdAt: at.toISOString(),
})
const set = (row: Variable): Event => ({
  type: 'variableSet',
  variable: row,
  isNew: row.revision === 0,
  at: at.toISOString(),
  elementInstanceId: null,
})

/** The names of the statements for a run with these events, on an instance that has one variable. */
function namesFor(events: readonly Event[]): readonly string[] {
  const state = createState({ rootId: idOf(0), ...noRows, variables: [variable(1, 0, 0)] })
  for (const event of events) applyEvent(state, event)
  return undoStatements(state, events, change).map(({ name }) => name)
}

it('keeps how a change with many events in few rows is undone', () => {
  expect(namesFor(Array.from({ length: 20_000 }, (_, n) => set(variable(1, n + 1, n + 1))))).toEqual([
    'instance_undo_keep',
  ])
})

it('keeps no undo of a change of many rows', () => {
  expect(namesFor(Array.from({ length: 20_000 }, (_, n) => set(variable(n + 2, 1, 0))))).toEqual([
    'instance_undo_forget',
  ])
})
