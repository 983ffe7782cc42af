import { type Activity, api, type Incident, type InstanceEvent } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createInstance, createPage, modelWithoutDrawing } from '../../testing/things.ts'

describe('the list of what the user started', () => {
  it('shows where each instance stands', async () => {
    await renderApp('/processes/startedbyme', {
      answers: [answer(api.processes.startedByMe, () => createPage([createInstance({ state: 'suspended' })]))],
    })
    const row = await screen.findByRole('row', { name: /Purchase request/ })
    within(row).getByText('Suspended')
    within(row).getByText('Confirm delivery date')
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/processes/processinstance/instance-1/timeline')
  })

  it('shows the way to start something when there is nothing', async () => {
    await renderApp('/processes/startedbyme', {
      answers: [answer(api.processes.startedByMe, () => createPage([]))],
    })
    await screen.findByRole('heading', { name: 'No processes started by you' })
    screen.getAllByRole('link', { name: 'Start process' })
  })

  it('shows a failure with its cause', async () => {
    await renderApp('/processes/startedbyme', {
      answers: [answer(api.processes.startedByMe, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching processes')
  })
})

const activity = (more: Partial<Activity>): Activity => ({
  id: 'a1',
  parentId: null,
  elementId: 'received',
  name: 'Request received',
  type: 'startEvent',
  state: 'completed',
  startedAt: '2026-11-19T08:00:00.000Z',
  endedAt: '2026-11-19T08:00:00.000Z',
  assignee: null,
  taskId: null,
  calledInstanceId: null,
  ...more,
})

const event = (more: Partial<InstanceEvent>): InstanceEvent => ({
  id: 'e1',
  at: '2026-11-19T08:00:00.000Z',
  kind: 'started',
  by: null,
  to: null,
  elementId: null,
  name: null,
  text: null,
  ...more,
})

const incident: Incident = {
  id: 'incident-1',
  type: 'failedJob',
  message: '“${sap.ask()}” at delivery failed: Expected an answer within 30 s, but there was none.',
  at: '2026-11-21T08:00:00.000Z',
  elementId: 'delivery',
  elementName: 'Confirm delivery date',
  activityId: 'a2',
  jobId: 'job-1',
  detail: 'GatewayTimeout: 504',
  note: null,
  causeId: null,
  canRetry: true,
}

const parts: Answer[] = [
  answer(api.processes.instance, () => createInstance()),
  answer(api.processes.activities, () => ({
    items: [
      activity({}),
      activity({
        id: 'a2',
        elementId: 'delivery',
        name: 'Confirm delivery date',
        type: 'userTask',
        state: 'active',
        endedAt: null,
      }),
    ],
    isCapped: false,
  })),
  answer(api.processes.history, () => ({
    items: [
      event({
        id: 'e3',
        kind: 'task-assigned',
        elementId: 'delivery',
        name: 'Confirm delivery date',
        by: { username: 'ines.duarte', displayName: 'Ines Duarte' },
        to: { username: 'tomasz.wieczorek', displayName: 'Tomasz Wieczorek' },
      }),
      event({ id: 'e2', kind: 'variable-set', name: 'amount', text: '8140.00' }),
      event({ id: 'e1', kind: 'started' }),
    ],
    isCapped: false,
    next: null,
  })),
  answer(api.processes.variables, () => ({
    items: [
      {
        id: 'v1',
        name: 'amount',
        type: 'Double',
        text: '8140.00',
        isCut: false,
        day: null,
        scope: { id: 'instance-1', elementId: null, name: 'Purchase request' },
        file: null,
      },
      {
        id: 'v3',
        name: 'neededBy',
        type: 'Date',
        text: '2026-10-12T11:00:00.000Z',
        isCut: false,
        day: '2026-10-13',
        scope: { id: 'instance-1', elementId: null, name: 'Purchase request' },
        file: null,
      },
      {
        id: 'v2',
        name: 'erpRequest',
        type: 'Json',
        text: '{"vendor":',
        isCut: true,
        day: null,
        scope: { id: 'a2', elementId: 'delivery', name: 'Confirm delivery date' },
        file: null,
      },
    ],
    isCapped: false,
  })),
  answer(api.processes.incidents, () => ({ items: [], isCapped: false })),
  answer(api.processes.diagram, () => ({
    xml: modelWithoutDrawing,
    processKey: 'purchase',
    isSuspended: false,
    elements: [{ elementId: 'delivery', active: 1, completed: 0, cancelled: 0, incidents: 0 }],
    takenFlows: [],
  })),
]
const path = '/processengine/processes/processinstance/instance-1/variables'
const roles = ['RoleProcessAdmin'] as const

describe('the page of an instance', () => {
  it('shows what it went through, its data and its steps', async () => {
    await renderApp(path, { roles, answers: parts })
    await screen.findByRole('heading', { level: 1, name: 'PR-2026-04817' })
    await screen.findAllByRole('button', { name: 'Request received' })
    within(await screen.findByRole('row', { name: /amount/ })).getByText('8140.00')
    within(await screen.findByRole('row', { name: /neededBy/ })).getByText('13/10/2026')
    await screen.findByText('This process has no diagram')
    const steps = screen.getByRole('table', { name: 'Steps of the process and their state' })
    within(within(steps).getByRole('row', { name: /Confirm delivery date/ })).getByText('Active')
    within(steps).getByRole('row', { name: 'Parallel gateway Parallel gateway Not reached' })
  })

  it('shows of a step that is selected what belongs to it alone, in the tree, the variables and the history', async () => {
    const { user } = await renderApp(path, { roles, answers: parts })
    const steps = await screen.findByRole('table', { name: 'Steps of the process and their state' })
    await user.click(within(steps).getByRole('button', { name: 'Confirm delivery date' }))
    const inBoth = screen
      .getAllByRole('button', { name: 'Confirm delivery date' })
      .map((button) => button.getAttribute('aria-pressed'))
    expect(inBoth).toEqual(['true', 'true'])
    expect(screen.getAllByRole('button', { name: 'Request received' })).toHaveLength(1)
    screen.getByRole('row', { name: /erpRequest/ })
    expect(screen.queryByRole('row', { name: /amount/ })).toBeNull()
    await user.click(screen.getByRole('tab', { name: /History 3/ }))
    const events = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem')
    expect(events.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Task Confirm delivery date'),
    ])
    await user.click(screen.getAllByRole('button', { name: 'Show all steps' })[0] as HTMLElement)
    screen.getByRole('row', { name: /amount/ })
    expect(within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem')).toHaveLength(3)
  })

  it('stays where it was scrolled to when another tab of it is opened; another page begins at its top', async () => {
    const { user } = await renderApp(path, {
      roles,
      answers: [...parts, answer(api.processes.startedByMe, () => createPage([]))],
      width: 360,
    })
    const sheet = screen.getByRole('main')
    sheet.scrollTop = 300
    await user.click(await screen.findByRole('tab', { name: /^Incidents/ }))
    await waitFor(() => expect(location.pathname).toBe(path.replace('variables', 'incidents')))
    await screen.findByText('No open incidents.')
    expect(sheet.scrollTop).toBe(300)
    await user.click(screen.getByRole('link', { name: 'Instances' }))
    await waitFor(() => expect(location.pathname).toBe('/processengine/processes'))
    await waitFor(() => expect(sheet.scrollTop).toBe(0))
  })

  it('gives the focus to the region when the way back to all steps no longer exists', async () => {
    const { user } = await renderApp(path, { roles, answers: parts })
    const steps = await screen.findByRole('table', { name: 'Steps of the process and their state' })
    const select = () => user.click(within(steps).getByRole('button', { name: 'Parallel gateway' }))
    const tree = screen.getByRole('tabpanel', { name: 'Activity tree' })
    const data = screen.getByRole('tabpanel', { name: /^Variables/ })
    await select()
    within(tree).getByText('This step has no history yet.')
    await user.click(within(tree).getAllByRole('button', { name: 'Show all steps' })[0] as HTMLElement)
    expect(document.activeElement).toBe(tree)
    await select()
    await user.click(within(data).getByRole('button', { name: 'Show all' }))
    expect(document.activeElement).toBe(data)
  })

  it('shows every incident to a user who asks for them, whatever step is selected', async () => {
    const other = { ...incident, id: 'incident-2', elementId: 'received', elementName: 'Request received' }
    const { user } = await renderApp(path, {
      roles,
      answers: [
        ...parts,
        answer(api.processes.instance, () => createInstance({ counts: { variables: 1, incidents: 2 } })),
        answer(api.processes.incidents, () => ({ items: [incident, other], isCapped: false })),
      ],
    })
    await screen.findByText('1 more incident')
    await user.click((await screen.findAllByRole('button', { name: 'Request received' }))[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Show incidents' }))
    const panel = within(await screen.findByRole('tabpanel', { name: /^Incidents/ }))
    expect(panel.getAllByRole('listitem')).toHaveLength(2)
  })

  it('says what happened and who did it, the newest first', async () => {
    const { user } = await renderApp(path, { roles, answers: parts })
    await user.click(await screen.findByRole('tab', { name: /History 3/ }))
    const events = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem')
    expect(events[0]?.textContent).toContain('Task Confirm delivery date assigned to Tomasz Wieczorek by Ines Duarte')
    expect(events[1]?.textContent).toContain('amount set 8140.00')
    expect(events[2]?.textContent).toContain('Purchase request started')
    expect(location.search).toBe('?side=history')
  })

  it('fetches the whole of a long value when it is opened', async () => {
    const { user } = await renderApp(path, {
      roles,
      answers: [...parts, answer(api.processes.variable, () => ({ text: '{"vendor":"100482"}' }))],
    })
    await user.click(await screen.findByRole('button', { name: 'Show the value of erpRequest' }))
    const dialog = await screen.findByRole('dialog', { name: 'Value of erpRequest' })
    expect((await within(dialog).findByText(/100482/)).textContent).toBe('{\n  "vendor": "100482"\n}')
  })

  it('shows an incident and retries', async () => {
    let incidents = [incident]
    const { user, network } = await renderApp(path, {
      roles,
      answers: [
        ...parts,
        answer(api.processes.instance, () =>
          createInstance({
            state: incidents.length > 0 ? 'incident' : 'active',
            counts: { variables: 2, incidents: incidents.length },
          }),
        ),
        answer(api.processes.incidents, () => ({ items: incidents, isCapped: false })),
        answer(api.processes.retryIncident, () => {
          incidents = []
          return undefined
        }),
      ],
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('“Confirm delivery date” has failed')
    expect(alert.textContent).toContain('failed: expected an answer within 30 s, but there was none.')
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await screen.findByText('Retry started')
    await waitFor(() => expect(screen.queryByText('“Confirm delivery date” has failed')).toBeNull())
    expect(network.callsTo(api.processes.retryIncident)[0]?.params).toEqual({
      id: 'instance-1',
      incidentId: 'incident-1',
    })
  })

  it('is cancelled with a reason, after a question', async () => {
    let hasEnded = false
    const { user, network } = await renderApp(path, {
      roles,
      answers: [
        ...parts,
        answer(api.processes.instance, () =>
          hasEnded
            ? createInstance({
                state: 'cancelled',
                endedAt: '2026-11-21T08:00:00.000Z',
                reason: 'Ordered twice',
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
            : createInstance(),
        ),
        answer(api.processes.doToInstances, () => {
          hasEnded = true
          return [{ id: 'instance-1', isDone: true, code: null, message: null }]
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel instance' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel “PR-2026-04817”?' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Ordered twice')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel instance' }))
    await screen.findByText('Instance cancelled')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel instance' })).toBeNull())
    expect(network.callsTo(api.processes.doToInstances)[0]?.body).toEqual({
      action: {
        kind: 'cancel',
        reason: 'Ordered twice',
        skipsListeners: false,
        skipsIoMappings: false,
        isForced: false,
      },
      ids: ['instance-1'],
    })
    screen.getByText('Ordered twice')
  })

  it('says so when it is not there', async () => {
    await renderApp(path, {
      roles,
      answers: [answer(api.processes.instance, () => refuse('thing.not-found', 'Expected an instance, but …'))],
    })
    await screen.findByRole('heading', { name: 'Instance not found' })
  })

  it('keeps the rest of the page when one part fails', async () => {
    await renderApp(path, {
      roles,
      answers: [...parts, answer(api.processes.variables, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the variables')
    expect(await screen.findAllByRole('button', { name: 'Request received' })).toHaveLength(2)
  })
})
