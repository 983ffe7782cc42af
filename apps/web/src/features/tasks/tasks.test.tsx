import { api, type TaskDetail, type TaskEvent } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { touch } from '../../lib/api/touch.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createForm, createPage, createTask, createTaskPermissions, ines, tomasz } from '../../testing/things.ts'

const first = createTask()
const second = createTask({ id: 'task-2', name: 'Release invoice', priority: 95, dueAt: '2020-01-01T08:00:00.000Z' })
const list = answer(api.tasks.assigned, () => createPage([first, second]))
const one = answer(api.tasks.get, ({ params }) => (params.id === 'task-2' ? second : first))
const two = answer(api.tasks.assignedCount, () => ({ total: 2, isCapped: false, isPartial: false }))
const empty = answer(api.tasks.assigned, () => createPage([]))

describe('the list of assigned tasks', () => {
  it('shows each task with its process, priority and due date', async () => {
    await renderApp('/tasks/assigned', { answers: [list, two] })
    const item = await screen.findByRole('link', { name: /Release invoice/ })
    within(item).getByRole('img', { name: 'Urgent' })
    expect(item.textContent).toMatch(/Overdue \d+ d/)
    expect(item.textContent).toContain('Purchase request PR-2026-04817')
    expect(screen.getByRole('status').textContent).toBe('1–2 of 2')
    screen.getByRole('heading', { name: 'No task selected' })
  })

  it('sends search, order and filters to the server and keeps them in the address', async () => {
    const { user, network } = await renderApp('/tasks/assigned?due.before=now&priority=high&sort=-priority', {
      answers: [list],
    })
    await user.type(await screen.findByRole('searchbox', { name: 'Search task or title' }), 'PR-2026')
    await waitFor(() => expect(location.search).toContain('q=PR-2026'))
    await waitFor(() =>
      expect(network.callsTo(api.tasks.assigned).at(-1)?.query).toMatchObject({
        q: 'PR-2026',
        sort: '-priority',
        priority: 'high',
        'due.before': expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    )
    // The view is a tab and not a filter that could be taken away.
    expect(screen.getByRole('link', { name: /^Overdue \d/ }).getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('button', { name: /Remove filter Due/ })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Remove filter Priority is High' }))
    await waitFor(() => expect(location.search).not.toContain('priority='))
  })

  it('takes nonsense in the address as the usual list', async () => {
    const { network } = await renderApp('/tasks/assigned?page=-3&sort=price&priority=huge&view=x', { answers: [list] })
    await screen.findByRole('link', { name: /Release invoice/ })
    expect(network.callsTo(api.tasks.assigned)[0]?.query).toEqual({})
  })

  it('shows a user who has nothing to do where there is something', async () => {
    const counts = {
      assigned: 0,
      assignedOverdue: 0,
      assignedDueToday: 0,
      taskDrafts: 0,
      startDrafts: 0,
      unclaimed: 3,
      unclaimedOverdue: 0,
      unclaimedDueToday: 0,
      news: 0,
      notices: 0,
    }
    await renderApp('/tasks/assigned', { answers: [empty, answer(api.tasks.counts, () => counts)] })
    await screen.findByText('3 tasks in your groups are unclaimed. Claim one, or start a process yourself.')
    screen.getByRole('link', { name: 'Show unclaimed tasks' })
  })

  it('shows a failure in the region that failed', async () => {
    await renderApp('/tasks/assigned', {
      answers: [answer(api.tasks.assigned, () => refuse('internal', 'A fault of the program.'))],
    })
    const region = await screen.findByRole('region', { name: 'Tasks' })
    expect((await within(region).findByRole('alert')).textContent).toContain('Error while fetching tasks')
    screen.getByRole('heading', { level: 1, name: 'Assigned' })
  })

  it('moves with j and k, and the list stays where it is', async () => {
    // A list is asked for again after a while, which a slow machine takes.
    vi.useFakeTimers({ toFake: ['Date'] })
    const { user, network } = await renderApp('/tasks/viewtask/assigned/task-1?sort=name', { answers: [list, one] })
    await screen.findByRole('heading', { level: 2, name: 'Approve purchase request' })
    const asked = network.callsTo(api.tasks.assigned).length
    await user.keyboard('j')
    await screen.findByRole('heading', { level: 2, name: 'Release invoice' })
    expect(location.pathname + location.search).toBe('/tasks/viewtask/assigned/task-2?sort=name')
    expect(network.callsTo(api.tasks.assigned)).toHaveLength(asked)
    await user.keyboard('k')
    await screen.findByRole('heading', { level: 2, name: 'Approve purchase request' })
  })

  it('gives the focus to the title of the task that Enter opens, and back to its row with Escape', async () => {
    const { user } = await renderApp('/tasks/assigned?sort=-created', { answers: [list, one] })
    ;(await screen.findByRole('link', { name: /Release invoice/ })).focus()
    await user.keyboard('{Enter}')
    const title = await screen.findByRole('heading', { level: 2, name: 'Release invoice' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    await user.click(screen.getByRole('tab', { name: 'History' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(location.pathname + location.search).toBe('/tasks/assigned?sort=-created'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Release invoice/ })))
  })

  it.each([
    ['assigned', api.tasks.assigned, 'Assigned'],
    ['unclaimed', api.tasks.unclaimed, 'Unclaimed'],
    ['involvingme', api.tasks.involved, 'All Involved'],
  ] as const)('is led back to from a task on a phone by its own name: %s', async (location, call, name) => {
    const task = createTask()
    await renderApp(`/tasks/viewtask/${location}/task-1`, {
      answers: [answer(call as typeof api.tasks.assigned, () => createPage([task])), answer(api.tasks.get, () => task)],
      width: 360,
    })
    await screen.findByRole('heading', { level: 1, name: task.name })
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name }).getAttribute('href')).toBe(`/tasks/${location}`)
  })

  it('is a page of its own on a phone, and so is the task', async () => {
    const { user } = await renderApp('/tasks/assigned', { answers: [list, one], width: 360 })
    await user.click(await screen.findByRole('link', { name: /Release invoice/ }))
    await screen.findByRole('heading', { level: 1, name: 'Release invoice' })
    expect(screen.queryByRole('region', { name: 'Tasks' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Assigned' }))
    await screen.findByRole('heading', { level: 1, name: 'Assigned' })
  })
})

it('the search of a phone stays while its last letter is taken away', async () => {
  const { user } = await renderApp('/tasks/assigned?q=in', { answers: [list, one], width: 360 })
  const field = await screen.findByRole('searchbox', { name: 'Search task or title' })
  await user.clear(field)
  await waitFor(() => expect(location.search).not.toContain('q='))
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search task or title' }))
})

describe('a task', () => {
  const path = '/tasks/viewtask/assigned/task-1'

  it('is completed with the values of its form', async () => {
    const { user, network } = await renderApp(path, {
      answers: [list, one, answer(api.tasks.complete, () => ({ nextTaskId: null }))],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Fits the budget')
    await user.click(screen.getByRole('button', { name: 'Complete task' }))
    await screen.findByText('Task completed')
    await waitFor(() => expect(location.pathname).toBe('/tasks/assigned'))
    expect(network.callsTo(api.tasks.complete)[0]).toMatchObject({
      params: { id: 'task-1' },
      body: { values: { comment: 'Fits the budget' }, hash: first.form?.document.hash, action: null },
    })
  })

  it('continues with the next one of the list where the user wants it', async () => {
    const { user } = await renderApp(path, {
      answers: [list, one, answer(api.tasks.complete, () => ({ nextTaskId: null }))],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Fits the budget')
    await user.click(screen.getByRole('button', { name: 'More ways to complete' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Complete and open next' }))
    await screen.findByRole('heading', { level: 2, name: 'Release invoice' })
  })

  it.each([
    ['{Control>}{Enter}{/Control}', '/tasks/assigned'],
    ['{Control>}{Shift>}{Enter}{/Shift}{/Control}', '/tasks/viewtask/assigned/task-2'],
  ])('is completed by %s, which leads to %s', async (keys, pathname) => {
    const { user } = await renderApp(path, {
      answers: [list, one, answer(api.tasks.complete, () => ({ nextTaskId: null }))],
    })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), `Fits the budget${keys}`)
    await screen.findByText('Task completed')
    await waitFor(() => expect(location.pathname).toBe(pathname))
  })

  it('whose completion is answered late leaves the user where they have gone meanwhile', async () => {
    let arrive = () => {}
    const late = new Promise<{ nextTaskId: null }>((resolve) => {
      arrive = () => resolve({ nextTaskId: null })
    })
    const { user } = await renderApp(path, { answers: [list, one, answer(api.tasks.complete, () => late)] })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Fits the budget')
    await user.click(screen.getByRole('button', { name: 'Complete task' }))
    await user.click(screen.getByRole('link', { name: /Release invoice/ }))
    await screen.findByRole('heading', { level: 2, name: 'Release invoice' })
    arrive()
    await screen.findByText('Task completed')
    screen.getByRole('heading', { level: 2, name: 'Release invoice' })
    expect(location.pathname).toBe('/tasks/viewtask/assigned/task-2')
  })

  it('has what was typed saved as a draft at once, by its button and by a key, and says so', async () => {
    let revision = 0
    const keep = answer(api.tasks.keepDraft, () => ({ revision: ++revision, savedAt: '2026-11-20T08:00:00.000Z' }))
    const { user, network } = await renderApp(path, { answers: [list, one, keep] })
    const comment = await screen.findByRole('textbox', { name: /Comment/ })
    await user.click(await screen.findByRole('button', { name: 'Save draft' }))
    await screen.findByText('Nothing to save: you have not entered anything.')
    expect(network.callsTo(api.tasks.keepDraft)).toEqual([])
    await user.type(comment, 'Fits')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText('Draft saved')
    expect(network.callsTo(api.tasks.keepDraft).at(-1)?.body).toMatchObject({ values: { comment: 'Fits' } })
    await user.type(comment, ' well')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() =>
      expect(network.callsTo(api.tasks.keepDraft).at(-1)?.body).toMatchObject({ values: { comment: 'Fits well' } }),
    )
    await screen.findByText('Draft saved')
  })

  it('says that the draft is saved that it opened with', async () => {
    const draft = { values: { comment: 'Fits' }, hash: 'hash-1', revision: 3, savedAt: '2026-11-20T08:00:00.000Z' }
    const task = createTask({ form: { ...createForm(), draft } })
    const { user } = await renderApp(path, { answers: [list, answer(api.tasks.get, () => task)] })
    await screen.findByText(/^Restored your draft from/)
    await user.click(await screen.findByRole('button', { name: 'Save draft' }))
    await screen.findByText('Draft saved')
  })

  it('offers a draft that is older than its values, and sends nothing over it before the user has chosen', async () => {
    localStorage.clear()
    const savedAt = '2026-11-20T08:00:00.000Z'
    const draft = { values: { comment: 'Mine' }, hash: 'hash-1', basis: 'one', revision: 3, savedAt }
    const basis = { revision: 'two', changedAt: '2026-11-20T09:30:00.000Z' }
    const task = createTask({ form: { ...createForm(), values: { comment: 'Of a delegate' }, basis, draft } })
    const keep = answer(api.tasks.keepDraft, () => ({ revision: 4, savedAt }))
    const answers = [list, answer(api.tasks.get, () => task), keep, answer(api.tasks.discardDraft, () => undefined)]
    const { user, network } = await renderApp(path, { answers })
    const comment = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await screen.findByText(/^Your draft from 20\/11\/2026.* is older than these values/)
    screen.getByText(/^The values of this form changed on 20\/11\/2026/)
    screen.getByRole('row', { name: 'Comment Mine Of a delegate' })
    expect((await comment()).value).toBe('Of a delegate')
    await user.type(await comment(), '!')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText('Choose first whether to use your draft or to keep the current values.')
    expect(network.callsTo(api.tasks.keepDraft)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Use my draft' }))
    await waitFor(async () => expect((await comment()).value).toBe('Mine'))
    await waitFor(() =>
      expect(network.callsTo(api.tasks.keepDraft).at(-1)?.body).toMatchObject({
        ...{ values: { comment: 'Mine' }, revision: 3, basis: 'two' },
      }),
    )
    expect(network.callsTo(api.tasks.discardDraft)).toEqual([])
  })

  it('shows values that have come since it was opened, and offers both where something was typed', async () => {
    localStorage.clear()
    let [revision, comment] = ['one', 'First']
    const task = () =>
      createTask({ form: { ...createForm(), values: { comment }, basis: { revision, changedAt: null } } })
    const keep = answer(api.tasks.keepDraft, () => ({ revision: 1, savedAt: '2026-11-20T08:00:00.000Z' }))
    const answers = [list, answer(api.tasks.get, task), keep, answer(api.tasks.discardDraft, () => undefined)]
    const { user } = await renderApp(path, { answers })
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    const showValue = (value: string) => waitFor(() => expect(field().value).toBe(value))
    await screen.findByRole('textbox', { name: /Comment/ })
    await showValue('First')
    ;[revision, comment] = ['two', 'Second']
    touch({ touches: ['tasks.get'] })
    await showValue('Second')
    await user.type(field(), ' of mine')
    ;[revision, comment] = ['three', 'Third']
    touch({ touches: ['tasks.get'] })
    await screen.findByRole('row', { name: 'Comment Second of mine Third' })
    expect(field().value).toBe('Second of mine')
    await user.click(screen.getByRole('button', { name: 'Keep the current values' }))
    await showValue('Third')
    expect(screen.queryByText(/is older than these values/)).toBeNull()
  })

  it('that another user completes keeps what was typed, to be read', async () => {
    localStorage.clear()
    let task = createTask({ form: createForm() })
    const keep = answer(api.tasks.keepDraft, () => ({ revision: 1, savedAt: '2026-11-20T08:00:00.000Z' }))
    const { user } = await renderApp(path, { answers: [list, answer(api.tasks.get, () => task), keep] })
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Fits the budget')
    task = createTask({
      ...{ form: null, state: 'completed', endedAt: '2026-11-20T09:30:00.000Z' },
      permissions: createTaskPermissions({ complete: false, seeProcess: true }),
    })
    touch({ touches: ['tasks.get'] })
    await screen.findByText('Your entries are kept.')
    screen.getByText(/^This task was completed 20\/11\/2026/)
    screen.getByText('Fits the budget')
    expect(screen.queryByRole('button', { name: 'Complete task' })).toBeNull()
  })

  it.each([true, false])('without a form shows the data of its process where the user may see it: %s', async (may) => {
    const { document } = createForm()
    const task = createTask({
      ...{ form: { ...createForm(), document: { ...document, data: [], view: [] } } },
      permissions: createTaskPermissions({ complete: true, seeProcess: true }),
    })
    const scope = { id: 's', elementId: null, name: 'Purchase request' }
    const items = [
      { id: 'v1', name: 'amount', type: 'Double', text: '9540', day: null, isCut: false, scope, file: null },
    ]
    const data = () => (may ? { items, isCapped: false } : refuse('right.missing', 'Expected a right.'))
    const answers = [list, answer(api.tasks.get, () => task), answer(api.processes.variables, data)]
    const { network } = await renderApp(path, { answers })
    await screen.findByText('This task has no form. Complete it when the work is done.')
    await waitFor(() => expect(network.callsTo(api.processes.variables)).toHaveLength(1))
    if (may) await screen.findByRole('row', { name: 'amount Double 9540 Process' })
    else await waitFor(() => expect(screen.queryByRole('region', { name: 'Process data' })).toBeNull())
  })

  it('lets an older draft go when the user keeps the current values', async () => {
    localStorage.clear()
    const draft = { values: { comment: 'Mine' }, hash: 'h', revision: 3, savedAt: '2026-11-20T08:00:00.000Z' }
    const basis = { revision: 'two', changedAt: '2026-11-20T09:30:00.000Z' }
    const task = createTask({ form: { ...createForm(), values: { comment: 'Of a delegate' }, basis, draft } })
    const answers = [list, answer(api.tasks.get, () => task), answer(api.tasks.discardDraft, () => undefined)]
    const { user, network } = await renderApp(path, { answers })
    await user.click(await screen.findByRole('button', { name: 'Keep the current values' }))
    await waitFor(() => expect(screen.queryByText(/is older than these values/)).toBeNull())
    expect(network.callsTo(api.tasks.discardDraft)).toHaveLength(1)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Comment/ }).value).toBe('Of a delegate')
  })

  it.each([
    ['the line is cut', () => Promise.reject(new TypeError('Failed to fetch')), /kept in this browser until/],
    ['there are too many', () => refuse('draft.too-many', 'Expected room for a draft.'), /maximum number of drafts/],
    ['somebody else has it', () => refuse('task.not-yours', 'Expected a task that is yours.'), /not assigned to you/],
  ] as const)('says that it was not saved where %s, and keeps what was typed', async (_, refused, shown) => {
    localStorage.clear()
    const { user } = await renderApp(path, { answers: [list, one, answer(api.tasks.keepDraft, refused as never)] })
    const comment = await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await user.type(comment, 'Fits')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    const toast = (await screen.findByText('The draft was not saved')).closest('[role="alert"]') as HTMLElement
    expect(toast.textContent).toMatch(shown)
    expect(comment.value).toBe('Fits')
  })

  it('is not sent while its form has errors', async () => {
    const { user, network } = await renderApp(path, { answers: [list, one] })
    await screen.findByRole('textbox', { name: /Comment/ })
    await user.click(screen.getByRole('button', { name: 'Complete task' }))
    await screen.findByText('This field is required.')
    expect(network.callsTo(api.tasks.complete)).toEqual([])
  })

  it('says what the server refused and keeps the input', async () => {
    const { user } = await renderApp(path, {
      answers: [
        list,
        one,
        answer(api.tasks.complete, () => refuse('process.refused', 'The condition of “Approved?” failed.')),
      ],
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Comment/ })
    await user.type(field, 'Fits the budget')
    await user.click(screen.getByRole('button', { name: 'Complete task' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The condition of “Approved?” failed.')
    expect(field.value).toBe('Fits the budget')
    expect(location.pathname).toBe(path)
  })

  it('has claiming as its one primary action while nobody has it, and its form to read', async () => {
    let task: TaskDetail = createTask({
      state: 'unclaimed',
      assignee: null,
      permissions: createTaskPermissions({ claim: true }),
    })
    const { user } = await renderApp('/tasks/viewtask/unclaimed/task-1', {
      answers: [
        answer(api.tasks.unclaimed, () => createPage([task])),
        answer(api.tasks.get, () => task),
        answer(api.tasks.claim, () => {
          task = createTask()
          return undefined
        }),
      ],
    })
    await screen.findByText('Claim this task to fill in its form.')
    expect(screen.queryByRole('textbox', { name: /Comment/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Complete task' })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Claim' }))
    await screen.findByText('Task claimed')
    const comment = await screen.findByRole('textbox', { name: /Comment/ })
    // Who claims it goes on at its first field.
    await waitFor(() => expect(document.activeElement).toBe(comment))
    screen.getByText('Claimed by you')
    screen.getByRole('button', { name: 'Release' })
  })

  it('takes back the offer to undo the claim when the task is released', async () => {
    let task: TaskDetail = createTask({
      state: 'unclaimed',
      assignee: null,
      permissions: createTaskPermissions({ claim: true }),
    })
    const { user } = await renderApp('/tasks/viewtask/unclaimed/task-1', {
      answers: [
        answer(api.tasks.unclaimed, () => createPage([task])),
        answer(api.tasks.get, () => task),
        answer(api.tasks.claim, () => {
          task = createTask()
          return undefined
        }),
        answer(api.tasks.unclaim, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Claim' }))
    await screen.findByRole('button', { name: 'Undo' })
    await user.click(await screen.findByRole('button', { name: 'Release' }))
    await screen.findByText('Task released')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  it('is given back by a key while somebody types already, which does what the newest message offers', async () => {
    let task: TaskDetail = createTask({
      state: 'unclaimed',
      assignee: null,
      permissions: createTaskPermissions({ claim: true }),
    })
    const { user, network } = await renderApp('/tasks/viewtask/unclaimed/task-1', {
      answers: [
        answer(api.tasks.unclaimed, () => createPage([task])),
        answer(api.tasks.get, () => task),
        answer(api.tasks.claim, () => {
          task = createTask()
          return undefined
        }),
        answer(api.tasks.unclaim, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Claim' }))
    // It stays for five seconds, and for as long as it is pointed at.
    await user.hover(await screen.findByRole('button', { name: 'Undo' }))
    const comment = await screen.findByRole('textbox', { name: /Comment/ })
    await waitFor(() => expect(document.activeElement).toBe(comment))
    await user.keyboard('z')
    expect(network.callsTo(api.tasks.unclaim)).toEqual([])
    await user.keyboard('{Alt>}z{/Alt}')
    await screen.findByText('Task released')
    expect(network.callsTo(api.tasks.unclaim)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    // Nothing is offered any more.
    await user.keyboard('{Alt>}z{/Alt}')
    expect(network.callsTo(api.tasks.unclaim)).toHaveLength(1)
  })

  it('of somebody who is away is taken over, and given back to them by undoing it', async () => {
    const away = createTask({
      assignee: ines,
      inPlaceOf: ines,
      permissions: createTaskPermissions({ claim: true, complete: true, seeProcess: false }),
    })
    let task: TaskDetail = away
    const outcome = { id: 'task-1', isDone: true, code: null, message: null, mark: null }
    const asked: unknown[] = []
    const { user } = await renderApp('/tasks/viewtask/assigned/task-1?tab=diagram', {
      answers: [
        answer(api.tasks.assigned, () => createPage([task])),
        answer(api.tasks.get, () => task),
        answer(api.taskBulk.apply, ({ body }) => {
          asked.push(body)
          task = createTask()
          return [{ ...outcome, mark: 'mark-1' }]
        }),
        answer(api.taskBulk.undo, ({ body }) => {
          asked.push(body)
          task = away
          return [outcome]
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Take over' }))
    await screen.findByText('Task taken over')
    await user.hover(screen.getByRole('button', { name: 'Undo' }))
    // As his own task it has the way into its process, which it had not before.
    await screen.findByRole('tab', { name: 'Diagram' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Task given back')
    await screen.findByRole('button', { name: 'Take over' })
    expect(asked).toEqual([
      { action: { kind: 'claim' }, ids: ['task-1'] },
      { items: [{ id: 'task-1', mark: 'mark-1' }] },
    ])
  })

  it('of somebody who is away says why it is not taken over, and stays', async () => {
    const away = createTask({
      ...{ assignee: ines, inPlaceOf: ines },
      permissions: createTaskPermissions({ claim: true, complete: true }),
    })
    const refused = {
      id: 'task-1',
      isDone: false,
      code: 'task.taken',
      message: 'Expected a task of Ines, but.',
      mark: null,
    }
    const { user } = await renderApp(path, {
      answers: [
        answer(api.tasks.assigned, () => createPage([away])),
        answer(api.tasks.get, () => away),
        answer(api.taskBulk.apply, () => [refused]),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Take over' }))
    await screen.findByText('The task could not be claimed')
    screen.getByRole('heading', { level: 2, name: away.name })
  })

  it('shows nothing of its process to a user who may not see that, and says what it is called', async () => {
    const task = createTask({ permissions: createTaskPermissions({ complete: true, seeProcess: false }) })
    await renderApp('/tasks/viewtask/assigned/task-1?tab=diagram', {
      answers: [answer(api.tasks.assigned, () => createPage([task])), answer(api.tasks.get, () => task)],
    })
    // The form stands in place of the diagram that the address asks for.
    await screen.findByRole('textbox', { name: /Comment/ })
    expect(screen.queryByRole('tab', { name: 'Diagram' })).toBeNull()
    expect(screen.queryByRole('link', { name: task.process?.name ?? '' })).toBeNull()
  })

  it('says who was faster, and shows the task unchanged', async () => {
    let task: TaskDetail = createTask({
      state: 'unclaimed',
      assignee: null,
      permissions: createTaskPermissions({ claim: true }),
    })
    const { user } = await renderApp('/tasks/viewtask/unclaimed/task-1', {
      answers: [
        answer(api.tasks.unclaimed, () => createPage([])),
        answer(api.tasks.get, () => task),
        answer(api.tasks.claim, () => {
          task = createTask({
            assignee: tomasz,
            permissions: createTaskPermissions(),
          })
          return refuse('task.taken', 'Expected a task that nobody has, but Tomasz Wieczorek has claimed it.')
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Claim' }))
    await screen.findByText('Another user has claimed this task. Choose another task.')
    await screen.findByText('This task is assigned to Tomasz Wieczorek. You can only read it.')
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull()
  })

  it('says so when it is not there', async () => {
    await renderApp(path, {
      answers: [list, answer(api.tasks.get, () => refuse('thing.not-found', 'Expected a task, but there is none.'))],
    })
    await screen.findByRole('heading', { name: 'Task not found' })
  })

  it('shows what happened to it', async () => {
    await renderApp(`${path}?tab=history`, {
      answers: [
        list,
        one,
        answer(api.tasks.history, (): TaskEvent[] => [
          {
            id: 'e2',
            at: '2026-11-20T08:00:00.000Z',
            kind: 'assigned',
            by: tomasz,
            to: tomasz,
            inPlaceOf: null,
            value: null,
          },
          {
            id: 'e1',
            at: '2026-11-19T08:00:00.000Z',
            kind: 'due-date-changed',
            by: null,
            to: null,
            inPlaceOf: null,
            value: null,
          },
        ]),
      ],
    })
    const history = await screen.findByRole('list', { name: 'History' })
    expect(
      within(history)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringContaining('Assigned to Tomasz Wieczorek by Tomasz Wieczorek'),
      expect.stringContaining('Due date removed'),
    ])
  })
})
