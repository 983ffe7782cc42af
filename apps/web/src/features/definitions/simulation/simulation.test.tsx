import {
  api,
  type SimulationBasis,
  type SimulationComparison,
  type SimulationDetail,
  type SimulationResult,
} from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { type Answer, answer } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createDefinition } from '../testing/create-definition.ts'
import { listLines } from './downloads.tsx'
import { createDraft } from './draft.ts'

const basis: SimulationBasis = {
  ...{
    from: '2026-06-01T00:00:00.000Z',
    to: '2026-11-28T00:00:00.000Z',
    started: 1_300,
    measured: 1_200,
    tasksFrom: null,
    perWeek: 50,
  },
  duration: { mean: 4_000_000, median: 3_600_000, p95: 9_000_000 },
  hours: { '1': [['09:00', '17:00']] },
  calendars: ['Office'],
  roles: [{ id: 'group:clerks', name: 'Clerks', people: 1.8, tasks: 1_400, elements: ['Check'] }],
  gateways: [
    {
      ...{ id: 'again', name: 'Complete?', isInclusive: false },
      flows: [
        { id: 'repeat', name: 'No', target: 'Check', count: 200, share: 20 },
        { id: 'done', name: 'Yes', target: 'End', count: 800, share: 80 },
      ],
    },
  ],
  notes: [{ elementId: 'late', name: 'Remind', problem: 'no-history' }],
}
const compared = (before: number, after: number, half: number): SimulationComparison => ({
  ...{ before: { mean: before, half }, after: { mean: after, half }, difference: { mean: after - before, half } },
})
const same = compared(50, 50, 1)
const hours = compared(7_200_000, 3_600_000, 600_000)
const checked = { predicted: 95, low: 90, high: 100, actual: 110 }
const result: SimulationResult = {
  ...{ from: '2026-11-28T00:00:00.000Z', to: '2026-12-26T00:00:00.000Z', isCut: false, notes: [] },
  measures: {
    ...{ startedPerWeek: same, endedPerWeek: same, openAtEnd: same, costPerWeek: same, costPerInstance: same },
    ...{ durationMean: hours, durationMedian: hours, durationP95: hours },
  },
  roles: [
    {
      ...{ id: 'group:clerks', name: 'Clerks' },
      measures: {
        ...{ waitMean: hours, waitP95: hours, queue: same, tasksPerWeek: same, costPerWeek: same },
        utilisation: compared(0.8, 0.533, 0.02),
      },
    },
  ],
  elements: [
    {
      ...{ id: 'check', name: 'Check' },
      measures: { countPerWeek: same, tookMean: hours, waitMean: hours, waitP95: hours },
    },
  ],
  check: {
    ...{ from: '2026-10-29T00:00:00.000Z', to: '2026-11-28T00:00:00.000Z' },
    measures: {
      ...{ started: checked, ended: checked },
      ...{ durationMean: { ...checked, actual: 96 }, durationMedian: checked, durationP95: checked },
    },
    elements: [{ id: 'check', name: 'Check', took: { predicted: null, low: null, high: null, actual: 60_000 } }],
  },
}
const detail = (more: Partial<SimulationDetail>): SimulationDetail => ({
  ...{ id: 'simulation-1', name: 'One more clerk', state: 'running', createdAt: '2026-11-28T08:00:00.000Z' },
  ...{ createdBy: { username: 'ada', displayName: 'Ada King' }, endedAt: null, doneRuns: 3, runs: 10, message: '' },
  input: { name: 'One more clerk', days: 180, weeks: 4, runs: 10, arrivals: 100, roles: [], flows: [] },
  result: null,
  ...more,
})

function open(search: string, ...answers: Answer[]) {
  return renderApp(`/processengine/processdefinitions/definition-2?part=simulation${search}`, {
    roles: ['RoleProcessAdmin'],
    answers: [
      answer(api.definitions.get, () => createDefinition()),
      answer(api.simulations.basis, () => basis),
      answer(api.simulations.list, () => ({ items: [detail({ state: 'done' })] })),
      ...answers,
    ],
  })
}

it('starts from measured values, and sends the change of people, hours and routes', async () => {
  const { user, network } = await open(
    '',
    answer(api.simulations.start, () => ({ id: 'simulation-1' })),
    answer(api.simulations.get, () => detail({})),
  )
  await screen.findByText(
    /^1,200 ended instances measured, 50 started per week\. Median duration: 1 h\. .*Mon 09:00–17:00/,
  )
  expect(await findViolations()).toEqual([])
  const people = screen.getByRole('textbox', { name: 'Clerks: People after' })
  expect(people).toHaveProperty('value', '2')
  await user.clear(people)
  await user.type(people, '0')
  const share = screen.getByRole('textbox', { name: 'Complete?, No → Check: Share after' })
  await user.clear(share)
  await user.type(share, '10')
  await user.click(screen.getByRole('button', { name: 'Run simulation' }))
  screen.getByText('Enter a number from 1 to 1000.')
  screen.getByText('Enter shares of “Complete?” that add up to 100. They add up to 90.')
  expect(network.callsTo(api.simulations.start)).toEqual([])
  await user.type(people, '{Backspace}3')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Clerks: Hours after' }), 'Office')
  const other = screen.getByRole('textbox', { name: 'Complete?, Yes → End: Share after' })
  await user.clear(other)
  await user.type(other, '90')
  await user.click(screen.getByRole('button', { name: 'Run simulation' }))
  await screen.findByText('3 of 10 runs')
  expect(network.callsTo(api.simulations.start)[0]?.body).toMatchObject({
    ...{ name: 'Change of Purchase request', days: 180, weeks: 4, runs: 10, arrivals: 100 },
    roles: [
      {
        ...{ id: 'group:clerks', costPerHour: 0, before: { people: 2, hours: 'measured' } },
        after: { people: 3, hours: 'calendar:Office' },
      },
    ],
    flows: [
      { id: 'repeat', share: 10 },
      { id: 'done', share: 90 },
    ],
  })
})

it('says since when tasks are measured, when there are too many of them', async () => {
  await open(
    '',
    answer(api.simulations.basis, () => ({ ...basis, tasksFrom: '2026-09-01T08:00:00.000Z' })),
  )
  await screen.findByText(/more than 200,000 tasks in this period\. Only tasks since 01\/09\/2026.* are measured/)
})

it('shows each measure before and after, and how well the method predicts', async () => {
  await open(
    '&simulation=simulation-1',
    answer(api.simulations.get, () => detail({ state: 'done', result })),
  )
  const table = await screen.findByRole('table', { name: 'By role' })
  const wait = within(table).getByRole('row', { name: /^Average wait/ })
  expect(
    within(wait)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Average waitClerks', '2 h± 10 min', '1 h± 10 min', '−1 h± 10 min'])
  within(table).getByText('80 %')
  const check = screen.getByRole('table', { name: 'Prediction of the last days' })
  const started = within(check).getByRole('row', { name: /^Started/ })
  expect(started.textContent).toBe('Started9590 – 100110−14 %Outside the range')
  expect(await findViolations()).toEqual([])
  expect(listLines(result).filter(([kind]) => kind === 'role')[0]).toEqual([
    ...['role', 'Clerks', 'waitMean', '7200000', '600000', '3600000', '600000', '-3600000', '600000'],
  ])
})

it('says what is missing without history', async () => {
  await open(
    '',
    answer(api.simulations.basis, () => ({ ...basis, measured: 0 })),
  )
  await screen.findByText('No ended instances in this period')
  expect(screen.queryByRole('button', { name: 'Run simulation' })).toBeNull()
})

it('deletes a failed simulation after a question', async () => {
  const removed = vi.fn()
  const { user } = await open(
    '&simulation=simulation-1',
    answer(api.simulations.get, () => detail({ state: 'failed', message: 'It took too long.' })),
    answer(api.simulations.delete, () => void removed()),
  )
  await screen.findByText('It took too long.')
  await user.click(screen.getByRole('button', { name: 'Delete simulation' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete simulation' }))
  await screen.findByRole('button', { name: 'Run simulation' })
  expect(removed).toHaveBeenCalledTimes(1)
})

it('shortens the name of a process to a name that can be saved', () => {
  expect(createDraft(basis, `Change of ${'x'.repeat(255)}`).name).toHaveLength(100)
})
