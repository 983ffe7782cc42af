import {
  type Activity,
  api,
  type EvaluatedDecisionRow,
  type Incident,
  type IncidentGroupDetail,
  type PastValue,
} from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { touch } from '../../lib/api/touch.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createInstance, modelWithoutDrawing } from '../../testing/things.ts'

const at = '2026-11-19T08:00:00.000Z'
const incident: Incident = {
  ...{ id: 'incident-1', type: 'failedJob', message: 'Broken', at, elementId: 'book', elementName: 'Book it' },
  ...{ activityId: null, jobId: 'job-1', detail: 'GatewayTimeout: 504', note: null, causeId: 'cause-1' },
  canRetry: true,
}
const cause: IncidentGroupDetail = {
  ...{ id: 'cause-1', message: 'Broken', type: 'failedJob', elementId: 'book', elementName: 'Book it' },
  process: { key: 'trip', name: 'Trip', definitionId: 'd-1' },
  ...{ place: 'Book it · Trip', count: 12, firstAt: at, lastAt: at, since: null, state: 'open', snoozedUntil: null },
  owner: { username: 'ines.duarte', displayName: 'Ines Duarte' },
  ...{ note: 'Known since Monday.', revision: 3, batch: null },
}
const decision: EvaluatedDecisionRow = {
  ...{ id: 'e:0', evaluationId: 'e', at, elementId: 'book', elementName: 'Book it', activityId: null },
  ...{ key: 'discount', name: 'Discount', hitPolicy: 'COLLECT', aggregation: 'SUM' },
  inputs: [{ name: 'Customer', text: 'gold' }],
  rules: [{ id: 'r3', order: 3, outputs: [{ name: 'Percent', text: '10' }] }],
  result: '10',
}
const createActivity = (more: Partial<Activity>): Activity => ({
  ...{ id: 'a', parentId: null, elementId: 'check', name: null, type: 'userTask', state: 'active', startedAt: at },
  ...{ endedAt: null, assignee: null, taskId: null, calledInstanceId: null },
  ...more,
})
const past = (more: Partial<PastValue>): PastValue => ({
  ...{
    id: 'p1',
    at,
    type: 'Integer',
    text: '1',
    isCut: false,
    day: null,
    isRemoved: false,
    elementName: null,
    file: null,
  },
  ...more,
})

function open(menu: string, ...answers: Answer[]) {
  const of = {
    seeVariables: true,
    seeIncidents: true,
    seeJobs: true,
    seeBatches: true,
    cancel: true,
    retry: true,
    restart: false,
  }
  return renderApp(`/processengine/processes/processinstance/instance-1/${menu}`, {
    roles: ['RoleProcessAdmin'],
    answers: [
      answer(api.processes.instance, () => createInstance({ permissions: of, counts: { variables: 1, incidents: 0 } })),
      answer(api.processes.activities, () => ({ items: [], isCapped: false })),
      answer(api.processes.history, () => ({ items: [], isCapped: false, next: null })),
      answer(api.processes.diagram, () => ({
        ...{ xml: modelWithoutDrawing, processKey: 'trip', isSuspended: false, elements: [], takenFlows: [] },
      })),
      answer(api.processes.incidents, () => ({ items: [incident], isCapped: false })),
      answer(api.processes.variables, () => ({
        items: [
          {
            ...{ id: 'v1', name: 'amount', type: 'Integer', text: '2', isCut: false, day: null },
            scope: { id: 'instance-1', elementId: null, name: 'Trip' },
            file: null,
          },
        ],
        isCapped: false,
      })),
      ...answers,
    ],
  })
}

describe('an incident on the page of operators', () => {
  it('shows its cause with owner and note, which can be put off', async () => {
    const { user, network } = await open(
      'incidents',
      answer(api.incidentGroups.get, () => cause),
      answer(api.incidentGroups.save, () => undefined),
    )
    const region = within(await screen.findByRole('region', { name: 'Cause' }))
    region.getByText('Ines Duarte')
    region.getByText('Known since Monday.')
    expect(region.getByRole('link', { name: '12 open incidents have this cause' }).getAttribute('href')).toBe(
      '/processengine/processFailure/cause-1',
    )
    await user.click(region.getByRole('button', { name: 'Snooze' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Until the next incident' }))
    await screen.findByText('Cause snoozed')
    expect(network.callsTo(api.incidentGroups.save).map(({ body }) => body)).toEqual([{ revision: 3, snooze: 'next' }])
  })

  it('says that the cause no longer exists, and keeps the stack trace', async () => {
    await open(
      'incidents',
      answer(api.incidentGroups.get, () => refuse('thing.not-found', 'Expected a cause, but there is none.')),
    )
    await screen.findByText('This cause was deleted.')
    screen.getByText('GatewayTimeout: 504')
  })

  it('is retried at a date, and refuses none', async () => {
    const { user, network } = await open(
      'incidents',
      answer(api.incidentGroups.get, () => cause),
      answer(api.processes.retryIncident, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Actions of the incident of Book it' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Retry at a date' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'When is “Book it” retried?' }))
    await user.click(dialog.getByRole('button', { name: 'Set retry' }))
    await dialog.findByText('Enter a date and a time.')
    await user.type(dialog.getByLabelText('Date and time'), '31/02/2031 08:00')
    await user.click(dialog.getByRole('button', { name: 'Set retry' }))
    await dialog.findByText('Enter a day and a time as DD/MM/YYYY hh:mm.')
    expect(network.callsTo(api.processes.retryIncident)).toEqual([])
    await user.clear(dialog.getByLabelText('Date and time'))
    await user.type(dialog.getByLabelText('Date and time'), '01/05/2031 08:00')
    await user.click(dialog.getByRole('button', { name: 'Set retry' }))
    await screen.findByText('Retry planned')
    expect(network.callsTo(api.processes.retryIncident).map(({ query }) => query)).toEqual([
      { dueAt: new Date('2031-05-01T08:00').toISOString() },
    ])
  })

  it('gets a note, and keeps what was typed when that fails', async () => {
    let note: string | null = null
    let isBroken = true
    const { user } = await open(
      'incidents',
      answer(api.incidentGroups.get, () => cause),
      answer(api.processes.incidents, () => ({ items: [{ ...incident, note }], isCapped: false })),
      answer(api.processes.annotateIncident, ({ body }) => {
        if (isBroken) return refuse('internal', 'A fault of the program.')
        note = (body as { note: string }).note
        return undefined
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Actions of the incident of Book it' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add note' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Note on this incident' }))
    await user.type(dialog.getByLabelText('Note'), 'Gateway is down')
    await user.click(dialog.getByRole('button', { name: 'Save note' }))
    await dialog.findByText('The note was not saved')
    isBroken = false
    await user.click(dialog.getByRole('button', { name: 'Save note' }))
    await screen.findByText('Note: Gateway is down')
  })
})

describe('what an operator enters about an incident', () => {
  const cases = [
    { item: 'Add note', dialog: 'Note on this incident', label: 'Note', text: 'Gateway is down' },
    { item: 'Retry at a date', dialog: 'When is “Book it” retried?', label: 'Date and time', text: '01/05/2031 08:00' },
    { button: 'Edit note', dialog: 'Edit note', label: 'Note', text: 'Known since Monday. Again.' },
  ]

  it.each(cases)('stays when the incident ends: $dialog', async ({ item, button, dialog: title, label, text }) => {
    const { user, network } = await open(
      'incidents',
      answer(api.incidentGroups.get, () => cause),
    )
    await screen.findByText('Known since Monday.')
    if (button === undefined) {
      await user.click(screen.getByRole('button', { name: 'Actions of the incident of Book it' }))
      await user.click(await screen.findByRole('menuitem', { name: item ?? '' }))
    } else await user.click(screen.getByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog', { name: title })
    const input = within(dialog).getByLabelText<HTMLInputElement>(label)
    await user.clear(input)
    await user.type(input, text)
    network.answer(answer(api.processes.incidents, () => ({ items: [], isCapped: false })))
    touch(api.processes.retryIncident)
    await screen.findByText('No open incidents.')
    expect(dialog.isConnected).toBe(true)
    expect(input.value).toBe(text)
  })
})

describe('variables on the page of operators', () => {
  it('report the values that they had', async () => {
    const { user, network } = await open(
      'variables',
      answer(api.processes.variableHistory, ({ query }) =>
        query.after === undefined
          ? {
              items: [past({ id: 'p3', isRemoved: true, text: null }), past({ text: '2', elementName: 'Count' })],
              next: 'p1',
            }
          : { items: [past({ id: 'p0', text: 'first' })], next: null },
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'History of amount' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'History of “amount”' }))
    await dialog.findByText('Deleted')
    dialog.getByRole('row', { name: /Integer 2 Count/ })
    await user.click(dialog.getByRole('button', { name: 'Show older values' }))
    await dialog.findByText('first')
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Show older values' })).toBeNull())
    expect(network.callsTo(api.processes.variableHistory)[1]?.query).toEqual({ after: 'p1' })
  })
})

describe('an earlier file of a variable on the page of operators', () => {
  it('is shown by name and size, and downloaded', async () => {
    const file = { name: 'old.pdf', type: 'application/pdf', encoding: null, size: 14 }
    const { user, network } = await open(
      'variables',
      answer(api.processes.variableHistory, () => ({
        items: [past({ id: 'p7', type: 'File', text: null, file })],
        next: null,
      })),
      answer(api.processes.variableContent, () => refuse('thing.not-found', 'The file was deleted.')),
    )
    await user.click(await screen.findByRole('button', { name: 'History of amount' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'History of “amount”' }))
    await dialog.findByText('old.pdf')
    await user.click(dialog.getByRole('button', { name: /^Download old\.pdf of / }))
    await screen.findByText('The file “old.pdf” could not be downloaded')
    const [asked] = network.callsTo(api.processes.variableContent)
    expect(asked?.query).toEqual({ value: 'p7' })
  })
})

describe('a file variable on the page of operators', () => {
  const file = { name: 'paper.pdf', type: 'application/pdf', encoding: null, size: 14 }
  const contract = {
    ...{ id: 'v2', name: 'contract', type: 'File', text: null, isCut: false, day: null, file },
    scope: { id: 'instance-1', elementId: null, name: 'Trip' },
  }
  const listed = answer(api.processes.variables, () => ({ items: [contract], isCapped: false }))
  const chosen = new File(['a;b'], 'rows.csv', { type: 'text/csv' })

  it('is uploaded with its type and encoding', async () => {
    const { user, network } = await open(
      'variables',
      listed,
      answer(api.processes.setFileVariable, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Upload file' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload a file as a variable' }))
    await user.click(dialog.getByRole('button', { name: 'Upload file' }))
    await dialog.findByText('Choose a file.')
    dialog.getByText('Enter a name.')
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    await user.upload(input, chosen)
    await waitFor(() =>
      expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'MIME type' }).value).toBe('text/csv'),
    )
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'rows')
    await user.type(dialog.getByRole('textbox', { name: 'MIME type' }), ';charset=utf-8')
    await user.click(dialog.getByRole('button', { name: 'Upload file' }))
    await dialog.findByText('Enter a MIME type such as application/pdf.')
    expect(network.callsTo(api.processes.setFileVariable)).toEqual([])
    await user.clear(dialog.getByRole('textbox', { name: 'MIME type' }))
    await user.type(dialog.getByRole('textbox', { name: 'MIME type' }), 'text/csv')
    await user.type(dialog.getByRole('textbox', { name: 'Encoding' }), 'UTF-8')
    await user.click(dialog.getByRole('button', { name: 'Upload file' }))
    await screen.findByText('File “rows.csv” uploaded as “rows”')
    const [sent] = network.callsTo(api.processes.setFileVariable)
    const body = sent?.body as FormData
    expect(['name', 'scopeId', 'mimeType', 'encoding'].map((field) => body.get(field))).toEqual([
      ...['rows', '', 'text/csv', 'UTF-8'],
    ])
    expect((body.get('file') as File).name).toBe('rows.csv')
  })

  it('is shown by name and size, and keeps what was entered when its replacement fails', async () => {
    const { user } = await open(
      'variables',
      listed,
      answer(api.processes.setFileVariable, () => refuse('file.infected', 'The virus scan found a threat.')),
    )
    await screen.findByRole('row', { name: /contract File paper\.pdf/ })
    screen.getByRole('button', { name: 'Download the file of contract' })
    await user.click(screen.getByRole('button', { name: 'Replace the file of contract' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the file of “contract”' }))
    dialog.getByText(/^The file replaces “paper\.pdf”/)
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, chosen)
    await user.click(dialog.getByRole('button', { name: 'Upload file' }))
    await dialog.findByText('The file was not uploaded')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'MIME type' }).value).toBe('text/csv')
  })
})

describe('a message on the page of operators', () => {
  const subscription = {
    ...{ id: 's1', kind: 'message', name: 'paid', elementId: 'wait', elementName: 'Wait for payment', createdAt: at },
  }
  const signal = { ...subscription, id: 's2', kind: 'signal', name: 'alarm', elementId: 'see', elementName: 'See' }
  const listed = answer(api.processes.subscriptions, () => ({ items: [subscription, signal], isCapped: false }))

  it('is tried, and delivered with its variables', async () => {
    const { user, network } = await open(
      'subscriptions',
      listed,
      answer(api.processes.tryMessage, () => ({
        ...{ problem: null, outcome: 'completed', others: 2 },
        ends: [{ elementId: 'wait', name: 'Wait for payment' }],
        starts: [{ elementId: 'ship', name: null }],
      })),
      answer(api.processes.deliverMessage, () => undefined),
    )
    const [button, ...more] = await screen.findAllByRole('button', { name: /^Deliver message to/ })
    expect(more).toEqual([])
    await user.click(button as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Deliver a message to “Wait for payment”' }))
    dialog.getByText('paid')
    await dialog.findByText('Wait for payment ends.')
    dialog.getByText('ship starts.')
    dialog.getByText('Then the instance ends.')
    dialog.getByText('2 other executions wait for a message with this name. They do not receive this message.')
    await user.click(dialog.getByRole('button', { name: 'Add variable' }))
    const deliver = dialog.getByRole<HTMLButtonElement>('button', { name: 'Deliver message' })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'Integer')
    await user.type(dialog.getByRole('textbox', { name: 'Value' }), '21')
    // A value without a name would be left out.
    dialog.getByText('Enter a name.')
    expect(deliver.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'amount')
    await dialog.findByText('Sets amount.')
    await waitFor(() => expect(deliver.disabled).toBe(false))
    await user.click(deliver)
    await screen.findByText('Message “paid” delivered')
    const [sent] = network.callsTo(api.processes.deliverMessage)
    expect([sent?.params, sent?.body]).toEqual([
      { id: 'instance-1', subscriptionId: 's1' },
      { variables: [{ name: 'amount', type: 'Integer', text: '21' }] },
    ])
  })

  it('is not delivered when a step would fail, and its dialog stays when the instance continues', async () => {
    const { user, network } = await open(
      'subscriptions',
      listed,
      answer(api.processes.tryMessage, () => ({
        ...{ problem: 'Expected a variable “amount”.', starts: [], ends: [], outcome: null, others: 0 },
      })),
    )
    await user.click(await screen.findByRole('button', { name: 'Deliver message to Wait for payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Deliver a message to “Wait for payment”' })
    await within(dialog).findByText('A step of the process fails: Expected a variable “amount”.')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Deliver message' }).disabled).toBe(true)
    network.answer(answer(api.processes.subscriptions, () => ({ items: [], isCapped: false })))
    touch(api.processes.deliverMessage)
    await screen.findByText('The instance waits for no message, signal or condition.')
    expect(dialog.isConnected).toBe(true)
  })
})

describe('a new variable', () => {
  it('stays in its dialog when another operator ends the instance, and the refusal appears in the dialog', async () => {
    const { user, network } = await open(
      'variables',
      answer(api.processes.setVariable, () =>
        refuse('instance.over', 'Expected a running instance, but it has ended.'),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'Add variable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a variable' })
    const [name, value] = [/^Name/, 'Value'].map((label) =>
      within(dialog).getByRole<HTMLInputElement>('textbox', { name: label }),
    )
    await user.type(name as HTMLInputElement, 'note')
    await user.type(value as HTMLInputElement, 'from Olga')
    const ended = { state: 'cancelled', endedAt: at, reason: 'Nothing else helps' } as const
    const none = { cancel: false, retry: false, restart: true, seeVariables: true, seeIncidents: true }
    network.answer(
      answer(api.processes.instance, () =>
        createInstance({ ...ended, permissions: { ...none, seeJobs: true, seeBatches: true } }),
      ),
      answer(api.processes.variables, () => ({ items: [], isCapped: false })),
    )
    touch(api.processes.doToInstances)
    await screen.findByText('Nothing else helps')
    await user.click(within(dialog).getByRole('button', { name: 'Save variable' }))
    await within(dialog).findByText('The instance has already ended. Your entries are kept.')
    expect(dialog.isConnected).toBe(true)
    expect([name?.value, value?.value]).toEqual(['note', 'from Olga'])
  })
})

it('the tasks of an instance lead to their pages, and comments and files are beside them', async () => {
  const { user } = await open(
    'tasks',
    answer(api.comments.list, () => ({ total: 0, items: [], hasMore: false })),
    answer(api.comments.files, () => []),
    answer(api.processes.activities, () => ({
      items: [
        createActivity({ id: 'a1', name: 'Check it', taskId: 'task-1' }),
        createActivity({ id: 'a2', name: 'Was checked', taskId: 'task-2', endedAt: at }),
      ],
      // Steps that have ended were left out, and no open ones.
      isCapped: true,
    })),
  )
  const list = await screen.findByRole('list', { name: 'Tasks' })
  expect(screen.queryByText(/^Only the first/)).toBeNull()
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/processengine/tasks/task-1'])
  within(list).getByText('Unassigned')
  await user.click(screen.getByRole('tab', { name: 'Comments' }))
  await screen.findByRole('textbox', { name: 'Write a comment' })
  await user.click(screen.getByRole('tab', { name: 'Files' }))
  await screen.findByRole('button', { name: 'Attach link' })
})

describe('undoing a change', () => {
  it('stays in its dialog when another operator ends the instance, and the refusal appears in the dialog', async () => {
    const change = { what: 'variables', at, elements: [], ends: 0, variables: ['amount'], removes: 0 } as const
    const by = { id: 'u1', username: 'olga', displayName: 'Olga' }
    const { user, network } = await open(
      'variables',
      answer(api.processes.undoable, () => ({ change: { ...change, by } }) as never),
      answer(api.processes.undo, () => refuse('instance.over', 'Expected a running instance, but it has ended.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const dialog = await screen.findByRole('dialog')
    const permissions = { cancel: false, retry: false, restart: true, seeVariables: true, seeIncidents: true }
    network.answer(
      answer(api.processes.instance, () =>
        createInstance({
          ...({ state: 'cancelled', endedAt: at, reason: 'Nothing else helps' } as const),
          permissions: { ...permissions, seeJobs: true, seeBatches: true },
        }),
      ),
    )
    touch(api.processes.doToInstances)
    await screen.findByText('Nothing else helps')
    await user.click(within(dialog).getByRole('button', { name: /^Undo/ }))
    await within(dialog).findByRole('alert')
    within(dialog).getByText(/amount/)
  })
})

describe('decisions of an instance', () => {
  it('show what they were given, which rules fired and what came of it', async () => {
    await open(
      'decisions',
      answer(api.processes.decisions, () => ({
        items: [decision, { ...decision, id: 'e:1', name: 'Total', hitPolicy: null, rules: [], result: null }],
        isCapped: false,
      })),
    )
    const [first, second] = within(await screen.findByRole('list', { name: 'Decisions' })).getAllByText(
      /Discount|Total/,
    )
    expect(first?.closest('li')?.textContent).toContain('Hit policy COLLECT SUM')
    within(screen.getByRole('table', { name: 'Discount: Rules that fired' })).getByRole('row', {
      name: /Rule 3 Percent 10/,
    })
    expect(second?.closest('li')?.textContent).toContain('no value')
    expect(second?.closest('li')?.textContent).not.toContain('Rules that fired')
  })

  it('say so when there are none, or fail', async () => {
    let isBroken = true
    const { user } = await open(
      'decisions',
      answer(api.processes.decisions, () =>
        isBroken ? refuse('internal', 'A fault of the program.') : { items: [], isCapped: false },
      ),
    )
    const alert = within(await screen.findByRole('alert'))
    isBroken = false
    await user.click(alert.getByRole('button', { name: 'Retry' }))
    await screen.findByText('This instance has not evaluated a decision.')
  })
})
