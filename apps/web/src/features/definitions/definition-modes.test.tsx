import { api, type MigrationPlace, type TriedState } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepSelection } from '../../components/moving/selections.ts'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { modelWithoutDrawing } from '../../testing/things.ts'
import { createDefinition } from './testing/create-definition.ts'

const place = (key: string, name: string): MigrationPlace => ({
  ...{ key, elementId: key, name, type: 'userTask', isBody: false, hasTrigger: false },
})
const state = (more: Partial<TriedState>): TriedState => ({
  ...{ count: 33, instanceId: 'instance-1', elements: ['delivery'], isPossible: true, lines: [], problem: null },
  ...{ faults: [], starts: [], ends: [], outcome: null },
  ...more,
})
const blocked = state({
  ...{ count: 41, instanceId: 'instance-2', elements: ['wait'], isPossible: false, problem: 'It cannot.' },
  faults: [{ key: 'wait', failures: ['There is no migration instruction.'] }],
})

function open(search: string, ...answers: Answer[]) {
  return renderApp(`/processengine/processdefinitions/definition-2${search}`, {
    roles: ['RoleProcessAdmin'],
    answers: [
      answer(api.definitions.get, () => createDefinition()),
      answer(api.definitions.elements, () => ({ items: [], isRunningPartial: false, isPastPartial: false })),
      answer(api.processes.definitionDiagram, () => ({ xml: modelWithoutDrawing, processKey: 'purchase' })),
      ...answers,
    ],
  })
}

afterEach(() => sessionStorage.clear())

describe('migrating instances', () => {
  const plan = answer(api.moves.plan, () => ({
    source: [place('delivery', 'Confirm delivery date'), place('wait', 'Reminder')],
    target: [place('delivery', 'Confirm delivery date'), place('remind', 'Remind')],
    suggested: [{ source: 'delivery', target: 'delivery', updatesTrigger: false }],
    faults: [],
  }))

  it('maps elements, says who is blocked, and asks for a typed word before the batch starts', async () => {
    const { user, network } = await open(
      '?mode=migrate',
      plan,
      answer(api.moves.tryMigration, ({ body }) => {
        const { instructions } = body as { instructions: { source: string }[] }
        const states = instructions.some(({ source }) => source === 'wait')
          ? [state({}), { ...blocked, isPossible: true, problem: null, faults: [] }]
          : [state({}), blocked]
        return { states, looked: 74, untried: 0, isPartial: false }
      }),
      answer(api.batches.prepare, () => ({ id: 'batch-1', total: 74, expiresAt: '2026-11-20T08:00:00.000Z' })),
      answer(api.batches.begin, () => undefined),
    )
    const row = () => within(screen.getByRole('row', { name: /Reminder/ }))
    await screen.findByText('41 instances cannot migrate:')
    screen.getByText('33 instances can migrate.')
    screen.getByText('Reminder: There is no migration instruction.')
    row().getByText('Needs target')
    screen.getByText('1 element needs a target')
    expect(await findViolations()).toEqual([])
    await user.selectOptions(row().getByRole('combobox', { name: 'Target of Reminder' }), 'remind')
    await screen.findByText('74 instances can migrate.')
    row().getByText('Edited')
    row().getByText('Other id, same type')
    await user.click(screen.getByRole('button', { name: 'Migrate instances…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Migrate 74 instances to version 1?' }))
    const confirm = dialog.getByRole('button', { name: 'Migrate' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(dialog.getByLabelText(/Reason/), 'New version')
    await user.type(dialog.getByLabelText(/MIGRATE/), 'MIGRATE')
    await user.click(confirm)
    await screen.findByText('Batch started')
    expect(network.callsTo(api.batches.prepare).map(({ body }) => body)).toEqual([
      { kind: 'migrate', selection: { definitionId: 'definition-2' }, definitionId: 'definition-2' },
    ])
    expect(network.callsTo(api.batches.begin)[0]?.body).toMatchObject({
      reason: 'New version',
      action: {
        kind: 'migrate',
        targetId: 'definition-1',
        instructions: [
          { source: 'delivery', target: 'delivery' },
          { source: 'wait', target: 'remind' },
        ],
      },
    })
  })
})

describe('restarting instances', () => {
  it('restarts one at its start point, and opens the new instance', async () => {
    const key = keepSelection({ ids: ['instance-9'] })
    const { user, network } = await open(
      `?mode=restart&selection=${key}`,
      answer(api.moves.tryRestart, () => ({
        states: [state({ count: 1, elements: [], starts: ['fork'] })],
        ...{ looked: 1, untried: 0, isPartial: false },
      })),
      answer(api.moves.restart, () => ({ ids: ['instance-10'] })),
    )
    await screen.findByText('1 selected instance')
    await user.click(await screen.findByRole('button', { name: 'Add start point' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add start point' }))
    await user.selectOptions(dialog.getByLabelText('Element'), 'fork')
    await user.click(dialog.getByRole('button', { name: 'Add start point' }))
    await user.click(screen.getByRole('radio', { name: 'Values at the start' }))
    const restart = screen.getByRole('button', { name: 'Restart instance' })
    await waitFor(() => expect(restart).toHaveProperty('disabled', false))
    await user.click(restart)
    await screen.findByText('Instance restarted')
    expect(network.callsTo(api.moves.restart)[0]?.body).toMatchObject({
      ids: ['instance-9'],
      moves: [{ kind: 'start', at: 'before', id: 'fork' }],
      hasFirstVariables: true,
    })
  })

  it('says that a selection of another tab is not here, and never takes all instances instead', async () => {
    await open('?mode=restart&selection=elsewhere')
    await screen.findByText('The selection no longer exists')
    expect(screen.queryByRole('button', { name: 'Add start point' })).toBeNull()
  })
})

describe('the heat map of a definition', () => {
  it('shows durations in the table, which sorts by them, and the scale', async () => {
    const heat = (elementId: string, name: string, median: number) => ({
      ...{ elementId, name, type: 'userTask', count: 3, median, p95: median * 2, incidents: 0 },
    })
    const { user, network } = await open(
      '',
      answer(api.definitions.elements, () => ({
        items: ['delivery', 'book'].map((elementId) => ({
          ...{ elementId, name: elementId, type: 'userTask', running: 1, incidents: 0, ended: 3, cancelled: 0 },
        })),
        ...{ isRunningPartial: false, isPastPartial: false },
      })),
      answer(api.definitions.heat, () => ({
        items: [heat('delivery', 'delivery', 1_800), heat('book', 'book', 3_600_000)],
        isPartial: true,
      })),
    )
    await user.click(await screen.findByRole('radio', { name: 'Median' }))
    await screen.findByText('Median: 0 s to 1 h')
    const rows = within(screen.getByRole('table', { name: 'Elements' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent?.slice(0, 4))).toEqual(['Elem', 'book', 'deli'])
    screen.getByText('1.8 s')
    screen.getByText('The heat map covers the newest 5,000 ended instances of the period.')
    const { from, to } = (network.callsTo(api.definitions.heat)[0]?.query ?? {}) as { from: string; to: string }
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(30 * 86_400_000)
    expect(await findViolations()).toEqual([])
    const saved = catchFiles()
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await user.click(screen.getByRole('button', { name: 'Download JSON' }))
    const [csv = '', json = ''] = await saved()
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      'elementId,name,type,count,median,p95,incidents',
      'delivery,delivery,userTask,3,1800,3600,0',
      'book,book,userTask,3,3600000,7200000,0',
    ])
    expect(JSON.parse(json)).toMatchObject({
      from,
      to,
      isPartial: true,
      items: [{ elementId: 'delivery' }, { count: 3 }],
    })
  })
})

describe('reports of a definition', () => {
  it('group by week, and say so when there is nothing', async () => {
    const { user, network } = await open(
      '?part=reports',
      answer(api.definitions.report, ({ query }) =>
        query.unit === 'week'
          ? { items: [] }
          : {
              items: [
                {
                  ...{ period: '2026-11-01', started: 1_200, ended: 1_100, cancelled: 3 },
                  ...{ minimum: 400, average: 60_000, median: 3_600_000, p95: 7_200_000, maximum: 86_400_000 },
                },
              ],
            },
      ),
    )
    const row = within(await screen.findByRole('row', { name: /1,200/ }))
    for (const text of ['1,100', '3', '0.4 s', '1 min', '1 h', '2 h', '1 d']) row.getByText(text)
    const saved = catchFiles()
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await user.click(screen.getByRole('button', { name: 'Download JSON' }))
    const [csv = '', json = ''] = await saved()
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'period,started,ended,cancelled,minimum,average,median,p95,maximum',
      '2026-11-01,1200,1100,3,400,60000,3600000,7200000,86400000',
    ])
    expect(JSON.parse(json)).toMatchObject([{ period: '2026-11-01', started: 1_200, maximum: 86_400_000 }])
    await user.click(screen.getByRole('radio', { name: 'Week' }))
    await screen.findByText('No instances started or ended in this period.')
    expect(network.callsTo(api.definitions.report).at(-1)?.query).toMatchObject({ unit: 'week', versions: 'all' })
  })
})

/** Catches the files that the page saves. @returns a function that reads them as text. */
function catchFiles(): () => Promise<string[]> {
  const create = vi.fn<(content: Blob) => string>(() => 'blob:made')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return () => Promise.all(create.mock.calls.map(async ([content]) => (await content.text()).replace(/^\uFEFF/, '')))
}
