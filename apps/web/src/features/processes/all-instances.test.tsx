import { api, type InstanceVariable } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { endEchoes } from '../../lib/api/do-once.ts'
import { touch } from '../../lib/api/touch.ts'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createInstance, createPage, modelWithoutDrawing } from '../../testing/things.ts'

const roles = ['RoleProcessAdmin'] as const
const other = createInstance({ id: 'instance-2', title: 'PR-2', businessKey: 'PR-2', state: 'incident' })
const around: Answer[] = [
  answer(api.processes.all, () => createPage([createInstance(), other])),
  answer(api.processes.allCount, () => ({ total: 2, isCapped: false, isPartial: false })),
  answer(api.processes.allFilters, () => ({ processes: [{ key: 'purchase', name: 'Purchase request' }] })),
  answer(api.processes.allVariableNames, () => []),
  answer(api.listViews.list, () => ({ items: [], defaultId: null })),
]

beforeEach(() => localStorage.clear())

describe('the list of every instance', () => {
  const open = (path: string, ...answers: Answer[]) => renderApp(path, { roles, answers: [...around, ...answers] })

  it('leads to the page of operators', async () => {
    await open('/processengine/processes')
    const row = await screen.findByRole('row', { name: /PR-2026-04817/ })
    expect(within(row).getByRole('link').getAttribute('href')).toBe(
      '/processengine/processes/processinstance/instance-1/variables',
    )
  })

  it('says so when it fails, and when there is nothing', async () => {
    const { user, network } = await open(
      '/processengine/processes',
      answer(api.processes.all, () => refuse('internal', 'A fault.')),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching processes')
    network.answer(answer(api.processes.all, () => createPage([])))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No instances yet' })
  })

  it('takes a pasted list of business keys', async () => {
    const { user, network } = await open('/processengine/processes')
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add filter' }))
    await user.click(dialog.getByRole('button', { name: 'Key' }))
    await user.click(dialog.getByRole('textbox', { name: 'Values' }))
    await user.paste('PR-1\n PR-2 \n\nPR-1;PR-3')
    await user.click(dialog.getByRole('button', { name: 'Apply filter' }))
    await waitFor(() => expect(network.callsTo(api.processes.all).at(-1)?.query).toEqual({ key: 'PR-1,PR-2,PR-3' }))
    await screen.findByRole('button', { name: 'Remove filter Key is PR-1, PR-2 or PR-3' })
  })

  it('suspends those that are ticked, and says which it could not', async () => {
    const { user, network } = await open(
      '/processengine/processes',
      answer(api.processes.doToInstances, () => [
        { id: 'instance-1', isDone: true, code: null, message: null },
        { id: 'instance-2', isDone: false, code: 'instance.over', message: 'Expected a running instance.' },
      ]),
    )
    for (const name of [/PR-2026-04817/, /PR-2\b/])
      await user.click(within(await screen.findByRole('row', { name })).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Suspend' }))
    await screen.findByText('1 instance suspended')
    const report = within(await screen.findByRole('dialog', { name: '1 of 2 instances were not changed' }))
    report.getByText('All other instances were changed. Reasons:')
    report.getByRole('link', { name: 'PR-2' })
    expect(network.callsTo(api.processes.doToInstances)[0]?.body).toEqual({
      action: { kind: 'suspend' },
      ids: ['instance-1', 'instance-2'],
    })
  })

  it('says that no instance was changed when all are refused', async () => {
    const { user } = await open(
      '/processengine/processes',
      answer(api.processes.doToInstances, () => [
        { id: 'instance-1', isDone: false, code: 'instance.over', message: 'Expected a running instance.' },
      ]),
    )
    await user.click(within(await screen.findByRole('row', { name: /PR-2026-04817/ })).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Suspend' }))
    const report = within(await screen.findByRole('dialog', { name: '1 of 1 instances were not changed' }))
    report.getByText('No instance was changed. Reasons:')
    expect(report.queryByText('All other instances were changed. Reasons:')).toBeNull()
  })

  it('counts all that match, and has something done to exactly those', async () => {
    const { user, network } = await open(
      '/processengine/processes?state=active',
      answer(api.processes.allCount, () => ({ total: 12_345, isCapped: false, isPartial: false })),
      answer(api.batches.prepare, () => ({ id: 'batch-1', total: 12_300, expiresAt: '2030-01-07T09:00:00.000Z' })),
      answer(api.batches.begin, () => undefined),
    )
    await screen.findByRole('row', { name: /PR-2026-04817/ })
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(await screen.findByRole('button', { name: /12,345/ }))
    await user.click(screen.getByRole('button', { name: 'Suspend' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 12,300 instances?' }))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Audit')
    expect(await findViolations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Start batch' }))
    await screen.findByText('Batch started')
    expect(network.callsTo(api.batches.prepare)[0]?.body).toEqual({
      kind: 'suspend',
      selection: { query: { state: 'active' } },
    })
    expect(network.callsTo(api.batches.begin)[0]?.body).toEqual({ action: { kind: 'suspend' }, reason: 'Audit' })
  })

  it('cancels all that match with the options of one instance, by a button that warns', async () => {
    const { user, network } = await open(
      '/processengine/processes?state=active',
      answer(api.processes.allCount, () => ({ total: 12_345, isCapped: false, isPartial: false })),
      answer(api.batches.prepare, () => ({ id: 'batch-1', total: 12_300, expiresAt: '2030-01-07T09:00:00.000Z' })),
      answer(api.batches.begin, () => undefined),
    )
    await screen.findByRole('row', { name: /PR-2026-04817/ })
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(await screen.findByRole('button', { name: /12,345/ }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 12,300 instances?' }))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Ordered twice')
    await user.click(dialog.getByRole('checkbox', { name: 'Skip listeners' }))
    const start = dialog.getByRole('button', { name: 'Start batch' })
    expect(start.className).toContain('danger')
    await user.click(start)
    await screen.findByText('Batch started')
    expect(network.callsTo(api.batches.begin)[0]?.body).toEqual({
      action: { kind: 'cancel', skipsListeners: true, skipsIoMappings: false, isForced: false },
      reason: 'Ordered twice',
    })
  })

  it('sets a variable of those that are ticked', async () => {
    const { user, network } = await open(
      '/processengine/processes',
      answer(api.batches.prepare, () => ({ id: 'batch-1', total: 1, expiresAt: '2030-01-07T09:00:00.000Z' })),
      answer(api.batches.begin, () => refuse('variable.invalid', 'Expected a whole number.')),
    )
    await user.click(within(await screen.findByRole('row', { name: /PR-2026-04817/ })).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Set variable' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set a variable of 1 instance?' }))
    await user.click(dialog.getByRole('button', { name: 'Start batch' }))
    await dialog.findByText('Enter a name')
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'amount')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'Integer')
    await user.type(dialog.getByRole('textbox', { name: 'Value' }), '7')
    await user.click(dialog.getByRole('button', { name: 'Start batch' }))
    await screen.findByText('The batch was not started')
    expect(network.callsTo(api.batches.begin)[0]?.body).toEqual({
      action: { kind: 'setVariable', name: 'amount', type: 'Integer', text: '7' },
      reason: null,
    })
  })

  it('cancels those that are ticked for a reason, after asking', async () => {
    const { user, network } = await open(
      '/processengine/processes',
      answer(api.processes.doToInstances, () => [{ id: 'instance-1', isDone: true, code: null, message: null }]),
    )
    await user.click(within(await screen.findByRole('row', { name: /PR-2026-04817/ })).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 1 instance?' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Skip listeners' }))
    // An end by force is explained.
    await user.click(dialog.getByRole('checkbox', { name: 'End by force' }))
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel 1 instance' })
    expect(confirm.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Ordered twice')
    expect(await findViolations()).toEqual([])
    await user.click(confirm)
    await screen.findByText('1 instance cancelled')
    expect(network.callsTo(api.processes.doToInstances)[0]?.body).toEqual({
      action: { kind: 'cancel', reason: 'Ordered twice', skipsListeners: true, skipsIoMappings: false, isForced: true },
      ids: ['instance-1'],
    })
  })
})

const amount: InstanceVariable = {
  ...{ id: 'v1', name: 'amount', type: 'Integer', text: '5', isCut: false, day: null },
  scope: { id: 'instance-1', elementId: null, name: 'Purchase request' },
  file: null,
}
const ofInstance: Answer[] = [
  answer(api.processes.instance, () => createInstance()),
  answer(api.processes.variables, () => ({ items: [amount], isCapped: false })),
  answer(api.processes.incidents, () => ({ items: [], isCapped: false })),
  answer(api.processes.activities, () => ({ items: [], isCapped: false })),
  answer(api.processes.history, () => ({ items: [], isCapped: false, next: null })),
  answer(api.processes.diagram, () => ({ xml: modelWithoutDrawing, processKey: 'purchase', elements: [] }) as never),
]
const page = (menu: string) => `/processengine/processes/processinstance/instance-1/${menu}`

describe('an instance as operators have it', () => {
  const open = (menu: string, ...answers: Answer[]) =>
    renderApp(page(menu), { roles, answers: [...ofInstance, ...answers] })

  it('keeps what is typed into a variable while it is read again, and says what does not fit', async () => {
    const { user, network } = await open(
      'variables',
      answer(api.processes.setVariable, () =>
        refuse('variable.invalid', 'Expected a whole number.', [{ where: 'text', message: 'Enter a whole number.' }]),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Edit amount' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit “amount”' }))
    const value = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Value' })
    await user.clear(value)
    await user.type(value, 'six')
    const asked = network.callsTo(api.processes.variables).length
    network.answer(
      answer(api.processes.variables, () => ({ items: [{ ...amount, id: 'v2', text: '7' }], isCapped: false })),
    )
    act(() => touch(api.processes.retryIncident))
    await waitFor(() => expect(network.callsTo(api.processes.variables).length).toBeGreaterThan(asked))
    expect(value.value).toBe('six')
    await user.click(dialog.getByRole('button', { name: 'Save variable' }))
    await waitFor(() => expect(network.callsTo(api.processes.setVariable)).toHaveLength(1))
    expect(network.callsTo(api.processes.setVariable)[0]?.body).toEqual({
      ...{ scopeId: null, name: 'amount', type: 'Integer', text: 'six' },
    })
    await waitFor(() => expect(value.getAttribute('aria-invalid')).toBe('true'))
    network.answer(answer(api.processes.setVariable, () => undefined))
    await user.clear(value)
    await user.type(value, '6')
    await user.click(dialog.getByRole('button', { name: 'Save variable' }))
    await screen.findByText('Variable “amount” saved')
  })

  it('adds a variable and deletes one', async () => {
    const { user, network } = await open(
      'variables',
      answer(api.processes.setVariable, () => undefined),
      answer(api.processes.removeVariable, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Add variable' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a variable' }))
    await user.click(dialog.getByRole('button', { name: 'Save variable' }))
    dialog.getByText('Enter a name.')
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'city')
    await user.type(dialog.getByRole('textbox', { name: 'Value' }), 'Berlin')
    expect(await findViolations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save variable' }))
    await screen.findByText('Variable “city” saved')
    await user.click(screen.getByRole('button', { name: 'Delete amount' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete the variable “amount”?' }))
    await user.click(asked.getByRole('button', { name: 'Delete variable' }))
    await waitFor(() =>
      expect(network.callsTo(api.processes.removeVariable)[0]?.params).toEqual({ id: 'instance-1', variableId: 'v1' }),
    )
  })

  it('is suspended, and says why it could not be', async () => {
    const { user, network } = await open(
      'variables',
      answer(api.processes.doToInstances, () => [
        { id: 'instance-1', isDone: false, code: 'instance.over', message: 'Expected a running instance.' },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Suspend' }))
    await screen.findByText('The instances were not changed')
    network.answer(
      answer(api.processes.doToInstances, () => [{ id: 'instance-1', isDone: true, code: null, message: null }]),
      answer(api.processes.instance, () => createInstance({ state: 'suspended' })),
    )
    // Else the second would be an echo of the first.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Suspend' }).hasAttribute('disabled')).toBe(false))
    endEchoes()
    await user.click(screen.getByRole('button', { name: 'Suspend' }))
    await user.click(await screen.findByRole('button', { name: 'Activate' }))
    await waitFor(() =>
      expect(
        network.callsTo(api.processes.doToInstances).map(({ body }) => (body as { action: object }).action),
      ).toEqual([{ kind: 'suspend' }, { kind: 'suspend' }, { kind: 'activate' }]),
    )
  })

  it('has no way to write variables of an instance that is over', async () => {
    const over = createInstance({
      ...{ state: 'completed', endedAt: '2026-11-20T08:00:00.000Z' },
      permissions: {
        cancel: false,
        retry: false,
        restart: false,
        seeVariables: true,
        seeIncidents: true,
        seeJobs: true,
        seeBatches: true,
      },
    })
    await open(
      'variables',
      answer(api.processes.instance, () => over),
    )
    await screen.findByText('amount')
    expect(screen.queryByRole('button', { name: 'Add variable' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit amount' })).toBeNull()
  })

  it('reports its jobs, external tasks, subscriptions and called instances', async () => {
    const at = '2026-11-19T08:00:00.000Z'
    const { user } = await open(
      'jobs',
      answer(api.jobs.list, () =>
        createPage([
          {
            ...{ id: 'job-1', name: 'Wait', elementId: 'wait', kind: 'timer' as const, state: 'waiting' as const },
            ...{ process: null, instance: null, dueAt: at, retries: 3, priority: 0, lockedBy: null },
            ...{ lockedUntil: null, createdAt: at, error: null, isSuspended: false },
          },
        ]),
      ),
      answer(api.processes.externalTasks, () => ({
        items: [
          {
            ...{ id: 'x1', topic: 'booking', elementId: 'book', elementName: 'Book it', workerId: null },
            ...{ lockedUntil: null, retries: 0, priority: 0, isSuspended: false, createdAt: at },
            ...{ error: 'The office is closed', detail: 'at book.py:7' },
          },
        ],
        isCapped: false,
      })),
      answer(api.processes.setExternalTaskRetries, () => undefined),
      answer(api.processes.subscriptions, () => ({
        items: [{ id: 's1', kind: 'message', name: 'paid', elementId: 'wait', elementName: 'Wait', createdAt: at }],
        isCapped: false,
      })),
      answer(api.processes.related, () => ({
        items: [
          {
            ...{ id: 'instance-9', relation: 'called' as const, title: 'Sub 9', step: 'Call', canOpen: true },
            definition: { id: 'definition-2', key: 'sub', name: 'Sub', version: 1 },
            ...{ startedAt: at, endedAt: null },
          },
        ],
        isCapped: false,
      })),
    )
    expect((await screen.findByRole('link', { name: 'Wait' })).getAttribute('href')).toBe('/processengine/jobs/job-1')
    await user.click(screen.getByRole('tab', { name: /External tasks/ }))
    await screen.findByText('The office is closed')
    await user.click(screen.getByRole('button', { name: 'Show details' }))
    screen.getByText('at book.py:7')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Retry started')
    await user.click(screen.getByRole('tab', { name: /Subscriptions/ }))
    await screen.findByText('paid')
    await user.click(screen.getByRole('tab', { name: /Related instances/ }))
    expect((await screen.findByRole('link', { name: 'Sub 9' })).getAttribute('href')).toBe(
      '/processengine/processes/processinstance/instance-9/variables',
    )
    expect(await findViolations()).toEqual([])
  })
})
