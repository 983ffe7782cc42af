import { api, type DefinitionDetail, type DefinitionElement, type ProcessRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, modelWithoutDrawing } from '../../testing/things.ts'
import { createDefinition } from './testing/create-definition.ts'

const roles = ['RoleProcessAdmin'] as const
const deployed = { deployedAt: '2026-11-18T14:31:00.000Z', deployedBy: { username: 'ada', displayName: 'Ada King' } }
const row: ProcessRow = {
  ...deployed,
  id: 'definition-2',
  key: 'purchase',
  name: 'Purchase request',
  version: 2,
  tenantId: null,
  running: 1_000,
  incidents: 3,
  isSuspended: true,
}
const element = (more: Partial<DefinitionElement>): DefinitionElement => ({
  elementId: 'delivery',
  name: 'Confirm delivery date',
  type: 'userTask',
  running: 4,
  incidents: 0,
  ended: 12_345,
  cancelled: 2,
  ...more,
})
const one = (more: Partial<DefinitionDetail> = {}) => answer(api.definitions.get, () => createDefinition(more))
const diagram = answer(api.processes.definitionDiagram, () => ({ xml: modelWithoutDrawing, processKey: 'purchase' }))
const elements = answer(api.definitions.elements, () => ({
  items: [element({}), element({ elementId: 'book', name: 'Book', running: 1, incidents: 1, ended: 0, cancelled: 0 })],
  isRunningPartial: false,
  isPastPartial: true,
}))
const list = answer(api.definitions.list, () => createPage([row]))
const parts = [list, diagram, elements]
const open = (more: Partial<DefinitionDetail> = {}, answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/processengine/processdefinitions/definition-2', {
    roles,
    answers: [one(more), ...parts, ...(answers.answers ?? [])],
  })
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((one) =>
      within(one)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

afterEach(() => vi.useRealTimers())

describe('the definitions', () => {
  it('are listed with their newest version and what runs of all versions', async () => {
    await renderApp('/processengine/processdefinitions', { roles, answers: [list] })
    const shown = await screen.findByRole('row', { name: /Purchase request/ })
    expect(
      within(shown)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Purchase request', 'purchase', '2', '1,000+', '3', expect.stringMatching(/^18\/11/), 'Suspended'])
    expect(within(shown).getByRole('link').getAttribute('href')).toBe('/processengine/processdefinitions/definition-2')
    expect(await findViolations()).toEqual([])
  })

  it('lead to the deployments where there is none', async () => {
    await renderApp('/processengine/processdefinitions', {
      roles,
      answers: [answer(api.definitions.list, () => createPage([]))],
    })
    await screen.findByRole('heading', { name: 'No processes are deployed yet' })
    expect(screen.getByRole('link', { name: 'Show deployments' }).getAttribute('href')).toBe(
      '/processengine/deployment',
    )
  })

  it('show a failure with its cause', async () => {
    await renderApp('/processengine/processdefinitions', {
      roles,
      answers: [answer(api.definitions.list, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching process definitions')
  })
})

describe('a definition', () => {
  it('shows elements, versions and facts', async () => {
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Purchase request' })
    const table = await screen.findByRole('table', { name: 'Elements' })
    expect(cellsOf(table)).toEqual([
      ['Book', '1', '1', '0', '0'],
      ['Confirm delivery date', '4', '0', '12,345', '2'],
    ])
    screen.getByText(/^Completed and cancelled elements are counted over the newest 1,000 running/)
    const aside = screen.getByRole('complementary', { name: 'Facts' })
    const [second, first] = within(aside).getAllByRole('listitem')
    expect(second?.textContent).toContain('Version 21 incident')
    expect(first?.textContent).toContain('None running')
    expect(
      within(second ?? aside)
        .getByRole('link')
        .getAttribute('aria-current'),
    ).toBe('page')
    expect(within(aside).getByRole('link', { name: 'Purchasing' }).getAttribute('href')).toBe(
      '/processengine/deployment/deployment-1',
    )
    expect(await findViolations()).toEqual([])
  })

  it('that no longer exists leads back to the list', async () => {
    await renderApp('/processengine/processdefinitions/definition-2', {
      roles,
      answers: [answer(api.definitions.get, () => refuse('thing.not-found', 'Gone.')), list],
    })
    await screen.findByRole('heading', { name: 'Version not found' })
  })

  it('is suspended with all versions and instances', async () => {
    const { user, network } = await open({}, { answers: [answer(api.definitions.suspend, () => undefined)] })
    await user.click(await screen.findByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend “Purchase request”?' })
    await user.click(within(dialog).getByRole('radio', { name: 'All versions' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Suspend running instances too' }))
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }))
    await screen.findByText('Process suspended')
    expect(network.callsTo(api.definitions.suspend)[0]?.body).toEqual({
      isSuspended: true,
      includesInstances: true,
      allVersions: true,
      at: null,
    })
  })

  it('shows a planned change until its date', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const plan = {
      ...{ id: 'plan-1', definitionId: 'definition-2', at: new Date('2031-05-01T08:00').toISOString() },
      ...{ isSuspended: true, includesInstances: true, allVersions: false },
    }
    const { network } = await open({ planned: [plan] })
    await screen.findByText(/01\/05\/2031/)
    network.answer(answer(api.definitions.get, () => createDefinition({ isSuspended: true })))
    await vi.advanceTimersByTimeAsync(30_000)
    await screen.findByRole('button', { name: 'Activate' })
    expect(screen.queryByText(/01\/05\/2031/)).toBeNull()
  })

  it('is suspended at a date, shows that, and takes it back', async () => {
    const at = new Date('2031-05-01T08:00').toISOString()
    let planned: DefinitionDetail['planned'] = []
    const plan = { id: 'plan-1', definitionId: 'definition-2', at, isSuspended: true, includesInstances: true }
    const { user, network } = await open(
      {},
      {
        answers: [
          answer(api.definitions.get, () => createDefinition({ planned })),
          answer(api.definitions.suspend, () => {
            planned = [{ ...plan, allVersions: false }]
            return undefined
          }),
          answer(api.definitions.cancelSuspension, () => {
            planned = []
            return undefined
          }),
        ],
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Suspend' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend “Purchase request”?' }))
    await user.click(dialog.getByRole('radio', { name: 'At a date' }))
    await user.click(dialog.getByRole('button', { name: 'Suspend' }))
    await dialog.findByText('Enter a date and a time.')
    await user.type(dialog.getByLabelText('Date and time'), '1/5/2031 8:00')
    await user.click(dialog.getByRole('button', { name: 'Suspend' }))
    await screen.findByText(/^Planned for/)
    expect(network.callsTo(api.definitions.suspend)[0]?.body).toMatchObject({ at, allVersions: false })
    await screen.findByText(/Suspends on .*: This version with its instances/)
    await user.click(screen.getByRole('button', { name: /^Cancel plan: Suspends on/ }))
    await screen.findByText('Planned change cancelled')
    await waitFor(() => expect(screen.queryByText('Planned changes')).toBeNull())
    expect(network.callsTo(api.definitions.cancelSuspension)[0]?.params).toEqual({
      id: 'definition-2',
      planId: 'plan-1',
    })
  })

  it('is deleted after its key was typed, and says what goes with it', async () => {
    const { user, network } = await open({}, { answers: [answer(api.definitions.delete, () => undefined)] })
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete version' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete version 2 of “Purchase request”?' })
    within(dialog).getByText('5 running instances are deleted with their history.')
    within(dialog).getByText('The history of 12 ended instances is deleted.')
    within(dialog).getByText(/Version 1 is then the newest again/)
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete version' })
    expect(button.disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox'), 'purchase')
    await user.click(button)
    await screen.findByRole('heading', { level: 1, name: 'Definitions' })
    expect(network.callsTo(api.definitions.delete)[0]?.query).toEqual({ cascade: 'true' })
  })

  it('has a time to live, which no text but a whole number changes', async () => {
    const { user, network } = await open({}, { answers: [answer(api.definitions.setTimeToLive, () => undefined)] })
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = await screen.findByRole('dialog')
    const box = within(dialog).getByRole('textbox', { name: 'Days' })
    await user.type(box, '-3')
    await user.click(within(dialog).getByRole('button', { name: 'Save time to live' }))
    expect(network.callsTo(api.definitions.setTimeToLive)).toEqual([])
    await user.clear(box)
    await user.type(box, '180')
    await user.click(within(dialog).getByRole('button', { name: 'Save time to live' }))
    await waitFor(() => expect(network.callsTo(api.definitions.setTimeToLive)[0]?.body).toEqual({ days: 180 }))
  })

  it('has job definitions, whose jobs are suspended', async () => {
    const { user, network } = await open({}, { answers: [answer(api.definitions.suspendJobs, () => undefined)] })
    await user.click(await screen.findByRole('tab', { name: /^Job definitions/ }))
    await user.click(await screen.findByRole('button', { name: 'Actions of Book' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend jobs' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend the jobs of “Book”?' })
    await user.click(within(dialog).getByRole('button', { name: 'Suspend jobs' }))
    await waitFor(() =>
      expect(network.callsTo(api.definitions.suspendJobs)[0]?.body).toEqual({ isSuspended: true, includesJobs: true }),
    )
  })

  it('says what it calls and what calls it', async () => {
    const called = { id: 'definition-9', key: 'supplier', name: 'Supplier registration', version: 4 }
    const callers = answer(api.definitions.callers, () => ({
      calls: [
        { elementId: 'call', elementName: 'Register', calledKey: 'supplier', called },
        { elementId: 'other', elementName: null, calledKey: '${which}', called: null },
      ],
      calledBy: [],
      isPartial: false,
    }))
    const { user } = await open({}, { answers: [callers] })
    await user.click(await screen.findByRole('tab', { name: 'Calls' }))
    expect(cellsOf(await screen.findByRole('table', { name: 'Called processes' }))).toEqual([
      ['Register', 'Supplier registration', 'supplier'],
      ['other', 'Not deployed, or selected by an expression', '${which}'],
    ])
    screen.getByText('No process calls this process in its newest version.')
  })
})
