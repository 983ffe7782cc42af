import { api, type Comment, type TaskCandidate } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { touch } from '../../lib/api/touch.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, createTask, createTaskPermissions, ines, tomasz } from '../../testing/things.ts'

const path = '/tasks/viewtask/assigned/task-1'
const mine = createTask({
  permissions: createTaskPermissions({ unclaim: true, complete: true, delegate: true, plan: true }),
})
const list = answer(api.tasks.assigned, () => createPage([mine]))
const one = (task = mine) => answer(api.tasks.get, () => task)
const people = answer(api.tasks.findCandidates, () => [
  { kind: 'user', key: 'tomasz', name: 'Tomasz Wieczorek', state: 'fine', away: null } as const,
])

describe('a task of the user', () => {
  it('is delegated to somebody, with a note', async () => {
    const { user, network } = await renderApp(path, {
      answers: [list, one(), people, answer(api.tasks.delegate, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: 'Delegate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delegate “Approve purchase request”' })
    await user.click(within(dialog).getByRole('button', { name: 'Delegate' }))

    expect(network.callsTo(api.tasks.delegate)).toEqual([])
    await user.click(within(dialog).getByRole('combobox', { name: 'User' }))
    await user.click(await screen.findByRole('option', { name: /Tomasz Wieczorek/ }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Check the supplier')
    await user.click(within(dialog).getByRole('button', { name: 'Delegate' }))
    await screen.findByText('Delegated to Tomasz Wieczorek')
    expect(network.callsTo(api.tasks.delegate)[0]).toMatchObject({
      params: { id: 'task-1' },
      body: { username: 'tomasz', note: 'Check the supplier' },
    })
  })

  it('is delegated to whoever the pointer was pressed on, though the search is answered before it is let go', async () => {
    const found = (username: string, name: string) =>
      ({ kind: 'user', key: username, name, state: 'fine', away: null }) as const
    const searched = Promise.withResolvers<undefined>()
    const { user, network } = await renderApp(path, {
      answers: [
        list,
        one(),
        answer(api.tasks.findCandidates, async ({ query }) => {
          if (!query.q) return [found('ann', 'Ann Ames'), found('tomasz', 'Tomasz Wieczorek')]
          await searched.promise
          return [found('tomasz', 'Tomasz Wieczorek')]
        }),
        answer(api.tasks.delegate, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delegate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delegate “Approve purchase request”' })
    const field = within(dialog).getByRole('combobox', { name: 'User' })
    await user.click(field)
    await screen.findByRole('option', { name: /Ann Ames/ })
    await user.type(field, 'toma')
    expect(screen.queryByRole('option', { name: /Ann Ames/ })).toBeNull()
    const option = screen.getByRole('option', { name: /Tomasz Wieczorek/ })
    await user.pointer({ target: option, keys: '[MouseLeft>]' })
    searched.resolve(undefined)
    await waitFor(() => expect(network.callsTo(api.tasks.findCandidates)).toHaveLength(2))
    await user.pointer({ target: option, keys: '[/MouseLeft]' })
    await user.click(within(dialog).getByRole('button', { name: 'Delegate' }))
    await screen.findByText('Delegated to Tomasz Wieczorek')
  })

  it('that somebody else completes keeps the open dialog, with what was typed, and reports it', async () => {
    let isGone = false
    const { user, network } = await renderApp(path, {
      answers: [
        list,
        people,
        answer(api.tasks.get, () => (isGone ? refuse('thing.not-found', 'Expected a task, but there is none.') : mine)),
        answer(api.tasks.delegate, () => refuse('thing.not-found', 'Expected a task, but there is none.')),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delegate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delegate “Approve purchase request”' })
    await user.click(within(dialog).getByRole('combobox', { name: 'User' }))
    await user.click(await screen.findByRole('option', { name: /Tomasz Wieczorek/ }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Check the supplier')
    isGone = true
    touch(api.tasks.claim)
    await within(dialog).findByText('The task is no longer available to you')
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Check the supplier')
    await user.click(within(dialog).getByRole('button', { name: 'Delegate' }))
    await within(dialog).findByText('The task could not be delegated')
    expect(network.callsTo(api.tasks.delegate)).toHaveLength(1)
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Check the supplier')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: 'Task not found' })
  })

  it('keeps what somebody else has set while the dialog about dates was open', async () => {
    let now = mine
    const { user, network } = await renderApp(path, {
      answers: [list, answer(api.tasks.get, () => now), answer(api.tasks.plan, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Set dates and priority' }))
    const dialog = await screen.findByRole('dialog', { name: /Dates and priority of/ })
    now = { ...mine, dueAt: '2031-05-01T08:00:00.000Z' }
    touch(api.tasks.claim)
    await waitFor(() => expect(network.callsTo(api.tasks.get)).toHaveLength(2))
    await user.click(within(dialog).getByLabelText('Priority', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: 'Urgent' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save dates and priority' }))
    await waitFor(() => expect(network.callsTo(api.tasks.plan)).toMatchObject([{ body: { priority: 95 } }]))
    expect(network.callsTo(api.tasks.plan)[0]?.body).toEqual({ priority: 95 })
  })

  it('has its priority set, and nothing that was not touched', async () => {
    const { user, network } = await renderApp(path, {
      answers: [list, one(), answer(api.tasks.plan, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Set dates and priority' }))
    const dialog = await screen.findByRole('dialog', { name: /Dates and priority of/ })
    await user.click(within(dialog).getByLabelText('Priority', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: 'Urgent' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save dates and priority' }))
    await screen.findByText('Dates and priority saved')
    expect(network.callsTo(api.tasks.plan)[0]?.body).toEqual({ priority: 95 })
  })

  it('has its priority set beside a due date that the field cannot show', async () => {
    const { user, network } = await renderApp(path, {
      answers: [list, one({ ...mine, dueAt: '+010000-06-01T00:00:00.000Z' }), answer(api.tasks.plan, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Set dates and priority' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Dates and priority of/ }))
    await user.click(dialog.getByLabelText('Priority', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: 'Urgent' }))
    expect(dialog.queryByText('Enter a day and a time as DD/MM/YYYY hh:mm.')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save dates and priority' }))
    await screen.findByText('Dates and priority saved')
    expect(network.callsTo(api.tasks.plan)[0]?.body).toEqual({ priority: 95 })
  })

  it('takes a due date as DD/MM/YYYY hh:mm, and saves nothing while it is invalid', async () => {
    const { user, network } = await renderApp(path, {
      answers: [list, one(), answer(api.tasks.plan, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Set dates and priority' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Dates and priority of/ }))
    const due = dialog.getByRole('textbox', { name: 'Due' })
    await user.clear(due)
    await user.type(due, '05/13/2031 10:00{Enter}')
    await dialog.findByText('Enter a day and a time as DD/MM/YYYY hh:mm.')
    await user.clear(due)
    await user.type(due, '13/05/2031 10:00{Enter}')
    await screen.findByText('Dates and priority saved')
    expect(network.callsTo(api.tasks.plan).map(({ body }) => body)).toEqual([
      { dueAt: new Date('2031-05-13T10:00').toISOString() },
    ])
  })

  it('offers nothing that the user may not do', async () => {
    await renderApp(path, {
      answers: [list, one(createTask({ permissions: createTaskPermissions() }))],
    })
    await screen.findByRole('heading', { level: 2, name: 'Approve purchase request' })
    expect(screen.queryByRole('button', { name: 'Delegate' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  })

  it('that was delegated to them says whose it is, and is given back', async () => {
    const delegated = createTask({ state: 'delegated', delegation: 'pending', owner: tomasz })
    const { user } = await renderApp(path, {
      answers: [list, one(delegated), answer(api.tasks.complete, () => ({ nextTaskId: null }))],
    })
    await screen.findByText(
      `${tomasz.displayName} delegated this task to you. When you have finished, the task goes back to ${tomasz.displayName}.`,
    )
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Fits')
    await user.click(screen.getByRole('button', { name: 'Give back' }))
    await screen.findByText('Task given back')
    expect(screen.queryByText('Task completed')).toBeNull()
  })
})

describe('a task of the user’s own', () => {
  it('is created from the list', async () => {
    const { user, network } = await renderApp('/tasks/assigned', {
      answers: [list, people, answer(api.tasks.create, () => ({ id: 'task-9' }))],
    })
    await user.click(await screen.findByRole('button', { name: 'New task' }))
    const dialog = await screen.findByRole('dialog', { name: 'New task' })
    await user.click(within(dialog).getByRole('button', { name: 'Create task' }))
    await within(dialog).findByText('Enter a name.')
    expect(network.callsTo(api.tasks.create)).toEqual([])
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Call the supplier')
    await user.type(within(dialog).getByRole('textbox', { name: 'Follow-up' }), '32/01/2031 10:00')
    await user.click(within(dialog).getByRole('button', { name: 'Create task' }))
    await within(dialog).findByText('Enter a day and a time as DD/MM/YYYY hh:mm.')
    expect(network.callsTo(api.tasks.create)).toEqual([])
    await user.clear(within(dialog).getByRole('textbox', { name: 'Follow-up' }))
    await user.click(within(dialog).getByRole('button', { name: 'Create task' }))
    await screen.findByText('Task created')
    expect(network.callsTo(api.tasks.create)[0]?.body).toMatchObject({
      ...{ name: 'Call the supplier', parentTaskId: null, dueAt: null, followUpAt: null },
    })
  })

  it('keeps its dialog, with what was entered, when Escape closes a calendar in it', async () => {
    const { user } = await renderApp('/tasks/assigned', { answers: [list, people] })
    await user.click(await screen.findByRole('button', { name: 'New task' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New task' }))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Call the supplier')
    const openCalendar = async () => {
      await user.click(dialog.getByRole('button', { name: 'Choose a day for Due' }))
      const calendar = await screen.findByRole('dialog', { name: 'Choose a day for Due' })
      await waitFor(() => expect(calendar.contains(document.activeElement)).toBe(true))
      return within(calendar)
    }
    const closeCalendar = async () => {
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a day for Due' })).toBeNull())
      screen.getByRole('dialog', { name: 'New task' })
      expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Call the supplier')
    }
    const byDay = await openCalendar()
    const day = await byDay.findByRole('button', { name: /^15 / })
    day.focus()
    await closeCalendar()
    // The button that had the focus no longer exists in the list of months.
    const byMonth = await openCalendar()
    await user.click(await byMonth.findByRole('button', { name: /^[A-Z][a-z]+ \d{4}$/ }))
    await byMonth.findByRole('button', { name: /^\d{4}$/ })
    await closeCalendar()
    await openCalendar()
    await closeCalendar()
  })

  it('is claimed by whom its owner says: some are taken away, others added', async () => {
    const owned = createTask({ permissions: createTaskPermissions({ share: true }) })
    let candidates: TaskCandidate[] = [
      { kind: 'group', key: 'office', name: 'Office', state: 'fine', away: null },
      { kind: 'user', key: 'ben', name: 'Ben', state: 'disabled', away: null },
    ]
    const { user, network } = await renderApp(path, {
      answers: [
        list,
        one(owned),
        people,
        answer(api.tasks.reach, () => ({ obstacle: null, assignee: null, candidates })),
        answer(api.tasks.removeCandidate, ({ params }) => {
          candidates = candidates.filter(({ key }) => key !== params.key)
          return undefined
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit candidates' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Candidates of “/ }))
    const items = within(await dialog.findByRole('list', { name: 'Candidates' }))
    await user.click(items.getByRole('button', { name: /Ben/ }))
    await waitFor(() =>
      expect(items.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Office']),
    )
    expect(network.callsTo(api.tasks.removeCandidate).map(({ params }) => params)).toEqual([
      { id: 'task-1', kind: 'user', key: 'ben' },
    ])
    dialog.getByRole('button', { name: 'Add candidate' })
  })

  it('says how many parts of it are open, what it is a part of, and who else looks at it', async () => {
    await renderApp(path, {
      answers: [
        list,
        one(),
        answer(api.comments.counts, () => ({ comments: 3, files: 0 })),
        answer(api.tasks.subtasks, () => ({
          parent: { id: 'whole', name: 'Move' },
          open: 2,
          items: [{ id: 'part-1', name: 'Pack', assignee: tomasz, dueAt: null }],
        })),
        answer(api.tasks.viewers, () => [tomasz]),
      ],
    })
    await screen.findByText('2 sub-tasks are open. They stay open when this task is completed.')
    screen.getByRole('link', { name: 'Pack' })
    expect(screen.getByRole('link', { name: 'Move' }).getAttribute('href')).toBe('/tasks/viewtask/involvingme/whole')
    await screen.findByRole('tab', { name: 'Comments 3' })
    screen.getByRole('tab', { name: 'Files' })
    await screen.findByText(`Also open at ${tomasz.displayName}`)
  })
})

describe('comments of a task', () => {
  const comment = (more: Partial<Comment> = {}): Comment => ({
    ...{ id: 'comment-1', by: tomasz, at: '2026-11-20T08:00:00.000Z', editedAt: null },
    ...{
      message: 'Ask @[ines.duarte] first',
      mentions: [ines],
      task: { id: 'task-1', name: 'Approve' },
      canChange: false,
    },
    ...more,
  })
  const page = (items: Comment[]) => answer(api.comments.list, () => ({ total: items.length, items, hasMore: false }))

  it('show who wrote them and whom they mention, by name', async () => {
    await renderApp(`${path}?tab=comments`, { answers: [list, one(), page([comment()])] })
    const items = await screen.findByRole('list', { name: 'Comments' })
    expect(items.textContent).toContain(tomasz.displayName)
    expect(items.textContent).toContain(`Ask @${ines.displayName} first`)
    expect(within(items).queryByRole('button', { name: 'Edit comment' })).toBeNull()
  })

  it('are written with a mention that is chosen by the keyboard', async () => {
    const { user, network } = await renderApp(`${path}?tab=comments`, {
      answers: [
        list,
        one(),
        page([]),
        answer(api.comments.findReaders, () => [tomasz]),
        answer(api.comments.add, () => ({ id: 'comment-2' })),
      ],
    })
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
    await user.click(field)
    await user.keyboard('Ask @ines, then @tom')
    await screen.findByRole('option', { name: new RegExp(tomasz.displayName) })
    await user.keyboard('asz')
    expect(field.value).toBe('Ask @ines, then @tomasz')
    await user.keyboard('{Enter}')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(network.callsTo(api.comments.add)[0]?.body).toEqual({ message: `Ask @ines, then @[${tomasz.username}]` }),
    )
  })

  it('stay in the field when they are refused', async () => {
    const { user } = await renderApp(`${path}?tab=comments`, {
      answers: [list, one(), page([]), answer(api.comments.add, () => refuse('internal', 'A fault of the program.'))],
    })
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
    await user.type(field, 'Important')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    await screen.findByText('The comment could not be added')
    expect(field.value).toBe('Important')
  })

  it('of the user’s own are changed and deleted, the latter after a question', async () => {
    const { user, network } = await renderApp(`${path}?tab=comments`, {
      answers: [
        list,
        one(),
        page([comment({ by: ines, canChange: true, message: 'Frist' })]),
        answer(api.comments.change, () => undefined),
        answer(api.comments.remove, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit comment' }))
    const field = screen.getByRole('textbox', { name: 'Edit comment' })
    await user.clear(field)
    await user.type(field, 'First')
    await user.click(screen.getByRole('button', { name: 'Save comment' }))
    await waitFor(() => expect(network.callsTo(api.comments.change)[0]?.body).toEqual({ message: 'First' }))
    await user.click(await screen.findByRole('button', { name: 'Delete comment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete this comment?' })
    expect(network.callsTo(api.comments.remove)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Delete comment' }))
    await waitFor(() => expect(network.callsTo(api.comments.remove)).toHaveLength(1))
  })
})

describe('files of a task', () => {
  it('are listed with who attached them, and links are checked before they are sent', async () => {
    const file = {
      description: null,
      by: tomasz,
      at: '2026-11-20T08:00:00.000Z',
      task: null,
      field: null,
      canDelete: false,
    }
    const { user, network } = await renderApp(`${path}?tab=files`, {
      answers: [
        list,
        one(),
        answer(api.comments.files, () => [{ ...file, id: 'file-1', name: 'letter.pdf', size: 2_000, url: null }]),
        answer(api.comments.attach, () => ({ id: 'file-2' })),
      ],
    })
    await screen.findByRole('button', { name: 'Download letter.pdf' })
    await user.click(screen.getByRole('button', { name: 'Attach link' }))
    const dialog = await screen.findByRole('dialog', { name: 'Attach a link' })
    await user.type(within(dialog).getByRole('textbox', { name: /Address/ }), 'javascript:alert(1)')
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'The plan')
    await user.click(within(dialog).getByRole('button', { name: 'Attach link' }))
    await within(dialog).findByText('Enter an address that begins with http:// or https://.')
    expect(network.callsTo(api.comments.attach)).toEqual([])
    await user.clear(within(dialog).getByRole('textbox', { name: /Address/ }))
    await user.type(within(dialog).getByRole('textbox', { name: /Address/ }), 'https://example.org/plan')
    await user.click(within(dialog).getByRole('button', { name: 'Attach link' }))
    await waitFor(() =>
      expect(network.callsTo(api.comments.attach)[0]?.body).toEqual({
        url: 'https://example.org/plan',
        name: 'The plan',
      }),
    )
  })
})
