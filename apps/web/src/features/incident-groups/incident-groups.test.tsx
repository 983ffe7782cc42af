import { api, type GroupedIncident, type IncidentBatch, type IncidentGroupDetail } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { touch } from '../../lib/api/touch.ts'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage } from '../../testing/things.ts'

const roles = ['RoleProcessAdmin'] as const
const createGroup = (more: Partial<IncidentGroupDetail> = {}): IncidentGroupDetail => ({
  id: 'group-1',
  message: 'SAP did not answer within 30 s (HTTP 504)',
  type: 'failedJob',
  process: { key: 'purchase', name: 'Purchase request', definitionId: 'definition-12' },
  elementId: 'order',
  elementName: 'Create order',
  place: 'Create order · Purchase request',
  count: 128,
  firstAt: '2026-11-18T08:14:00.000Z',
  lastAt: '2026-11-18T10:41:00.000Z',
  since: { definitionId: 'definition-12', version: 12, deployedAt: '2026-11-17T14:31:00.000Z' },
  owner: null,
  state: 'open',
  snoozedUntil: null,
  note: null,
  revision: 3,
  batch: null,
  ...more,
})
const createBatch = (more: Partial<IncidentBatch> = {}): IncidentBatch => ({
  id: 'batch-1',
  state: 'done',
  total: 128,
  done: 127,
  failed: 1,
  again: 2,
  createdAt: '2026-11-18T11:00:00.000Z',
  endedAt: '2026-11-18T11:01:00.000Z',
  ...more,
})
const incident: GroupedIncident = {
  id: 'incident-1',
  at: '2026-11-18T10:41:00.000Z',
  message: 'SAP did not answer within 31 s (HTTP 504)',
  detail: 'at Connector.send',
  instance: { id: 'instance-1', title: 'PR-2026-04817', businessKey: null, startedAt: '2026-11-18T08:00:00.000Z' },
  version: 12,
  canRetry: true,
  canComplete: false,
  idempotencyKey: null,
}
const incidents = answer(api.incidentGroups.incidents, () => ({ items: [incident], next: null }))
const list = answer(api.incidentGroups.list, () => createPage([createGroup()]))
const open = (more: Partial<IncidentGroupDetail>, ...answers: ReturnType<typeof answer>[]) =>
  renderApp('/processengine/processFailure/group-1', {
    roles,
    answers: [answer(api.incidentGroups.get, () => createGroup(more)), incidents, list, ...answers],
  })

describe('a cause that somebody looks at', () => {
  it('shows its incidents anew, because their steps run on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { network } = await open({})
    await screen.findByRole('link', { name: 'PR-2026-04817' })
    network.answer(answer(api.incidentGroups.incidents, () => ({ items: [], next: null })))
    await vi.advanceTimersByTimeAsync(15_000)
    await screen.findByText('This cause has no open incidents.')
  })
})

describe('process errors', () => {
  it('are listed by cause, with place, numbers and state', async () => {
    await renderApp('/processengine/processFailure', { roles, answers: [list] })
    const row = await screen.findByRole('row', { name: /SAP did not answer/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'SAP did not answer within 30 s (HTTP 504)',
      'Create order · Purchase request',
      '128',
      expect.stringMatching(/^18\/11/),
      expect.stringMatching(/^18\/11/),
      expect.stringMatching(/^17\/11/),
      '',
      'Open',
    ])
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/processengine/processFailure/group-1')
    expect(await findViolations()).toEqual([])
  })

  it('say that there is none', async () => {
    await renderApp('/processengine/processFailure', {
      roles,
      answers: [answer(api.incidentGroups.list, () => createPage([]))],
    })
    await screen.findByRole('heading', { name: 'No open incidents' })
  })

  it('show a failure with its cause', async () => {
    await renderApp('/processengine/processFailure', {
      roles,
      answers: [answer(api.incidentGroups.list, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching process errors')
  })
})

describe('a cause', () => {
  it('leads to its incidents, with stack trace, of which one is retried', async () => {
    const { user, network } = await open(
      {},
      answer(api.incidentGroups.retry, () => undefined),
    )
    const table = await screen.findByRole('table', { name: 'Incidents' })
    expect(within(table).getByRole('link', { name: 'PR-2026-04817' }).getAttribute('href')).toBe(
      '/processengine/processes/processinstance/instance-1/incidents',
    )
    await user.click(within(table).getByRole('button', { name: 'Show stack trace' }))
    within(table).getByText('at Connector.send')
    within(table).getByText('SAP did not answer within 31 s (HTTP 504)')
    expect(await findViolations()).toEqual([])
    await user.click(within(table).getByRole('button', { name: 'Retry PR-2026-04817' }))
    await screen.findByText('The step is retried')
    expect(network.callsTo(api.incidentGroups.retry)[0]?.params).toEqual({ id: 'incident-1' })
  })

  it('that no longer exists leads back to the list', async () => {
    await renderApp('/processengine/processFailure/group-1', {
      roles,
      answers: [answer(api.incidentGroups.get, () => refuse('thing.not-found', 'Gone.')), incidents, list],
    })
    await screen.findByRole('heading', { name: 'Cause not found' })
  })

  it('is retried as a whole, after a question', async () => {
    const { user, network } = await open(
      {},
      answer(api.incidentGroups.retryAll, () => createBatch({ state: 'waiting', done: 0, failed: 0 })),
    )
    await user.click(await screen.findByRole('button', { name: 'Retry all 128 incidents' }))
    const dialog = await screen.findByRole('dialog', { name: 'Retry all 128 incidents?' })
    await user.click(within(dialog).getByRole('button', { name: 'Retry all 128 incidents' }))
    await waitFor(() => expect(network.callsTo(api.incidentGroups.retryAll)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the result of each incident of a retry of all', async () => {
    const batch = createBatch()
    const { user } = await open(
      { batch },
      answer(api.batches.items, () => ({
        items: [
          {
            position: 7,
            subject: 'incident' as const,
            subjectId: 'incident-7',
            name: 'PR-2026-04808',
            state: 'failed' as const,
            code: 'incident.over',
            message: 'Expected an open incident, but it is gone.',
            now: null,
          },
        ],
        isMore: false,
      })),
    )
    const panel = await screen.findByRole('region', { name: 'Retry of all incidents' })
    within(panel).getByText('127 retried, 1 failed, 0 remaining · 2 incidents of this cause since the retry started')
    await user.click(within(panel).getByRole('button', { name: 'Results' }))
    const table = await within(panel).findByRole('table', { name: 'Results' })
    expect(within(table).getByRole('row', { name: /PR-2026-04808/ }).textContent).toContain(
      'No open incident was found',
    )
  })

  it('is snoozed until its next incident, as it was read', async () => {
    const { user, network } = await open(
      {},
      answer(api.incidentGroups.save, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Snooze' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Until the next incident' }))
    await screen.findByText('Cause snoozed')
    expect(network.callsTo(api.incidentGroups.save)[0]?.body).toEqual({ revision: 3, snooze: 'next' })
  })

  it('keeps the note that is being written when another user has changed it', async () => {
    const { user } = await open(
      {},
      answer(api.incidentGroups.save, () => refuse('thing.changed', 'Expected it as it was, but Ada changed it.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Add note' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add note' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Reported')
    await user.click(within(dialog).getByRole('button', { name: 'Save note' }))
    await within(dialog).findByRole('alert')
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Reported')
  })

  it('keeps the note that is being written when the cause is deleted', async () => {
    const { user, network } = await open({})
    await user.click(await screen.findByRole('button', { name: 'Add note' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add note' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Reported')
    network.answer(answer(api.incidentGroups.get, () => refuse('thing.not-found', 'Gone.')))
    touch(api.incidentGroups.retry)
    await screen.findByRole('heading', { name: 'Cause not found', hidden: true })
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Reported')
    expect(dialog.isConnected).toBe(true)
  })

  it('forgets a refused completion when its dialog is closed', async () => {
    const { user } = await open(
      {},
      answer(api.incidentGroups.incidents, () => ({ items: [{ ...incident, canComplete: true }], next: null })),
      answer(api.incidentGroups.complete, () => refuse('incident.over', 'Expected an open incident.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Mark as done' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Mark as done' }))
    await within(dialog).findByRole('alert')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Mark as done' }))
    expect(within(await screen.findByRole('dialog')).queryByRole('alert')).toBeNull()
  })

  it('keeps the entered results when another user settles the call, and reports the refusal', async () => {
    const { user, network } = await open(
      {},
      answer(api.incidentGroups.incidents, () => ({ items: [{ ...incident, canComplete: true }], next: null })),
      answer(api.incidentGroups.complete, () => refuse('incident.over', 'Expected an open incident.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Mark as done' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Add result' }))
    const variable = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Variable' })
    await user.type(variable, 'orderId')
    network.answer(answer(api.incidentGroups.incidents, () => ({ items: [], next: null })))
    touch(api.incidentGroups.complete)
    await screen.findByText('This cause has no open incidents.')
    await user.click(within(dialog).getByRole('button', { name: 'Mark as done' }))
    await within(dialog).findByRole('alert')
    expect([variable.isConnected, variable.value]).toEqual([true, 'orderId'])
  })

  it('settles a call with the result that somebody has found, and shows the key to look for', async () => {
    const { user, network } = await open(
      {},
      answer(api.incidentGroups.incidents, () => ({
        items: [{ ...incident, canComplete: true, idempotencyKey: 'a-key-of-the-call' }],
        next: null,
      })),
      answer(api.incidentGroups.complete, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Mark as done' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/Idempotency key of the call/)
    await user.click(dialog.getByRole('button', { name: 'Add result' }))
    await user.type(dialog.getByRole('textbox', { name: 'Variable' }), 'orderId')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'Long')
    await user.type(dialog.getByRole('textbox', { name: 'Value' }), '4711')
    await user.click(dialog.getByRole('button', { name: 'Mark as done' }))
    await waitFor(() =>
      expect(network.callsTo(api.incidentGroups.complete)[0]?.body).toEqual({
        variables: [{ name: 'orderId', type: 'Long', text: '4711' }],
      }),
    )
  })
})
