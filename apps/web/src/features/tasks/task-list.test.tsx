import { api } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, createTask, createTaskPermissions, tomasz } from '../../testing/things.ts'

const rows = ['Check bank details', 'Release invoice', 'Approve request'].map((name, index) =>
  createTask({ id: `task-${index + 1}`, name }),
)
const absent = createTask({
  id: 'task-9',
  name: 'Sign contract',
  assignee: tomasz,
  inPlaceOf: tomasz,
  permissions: createTaskPermissions({ claim: true, complete: true, delegate: true, plan: true }),
})
const list = answer(api.tasks.assigned, () => createPage([...rows, absent]))
const filters = answer(api.tasks.filters, () => ({ processes: [], groups: [] }))
const one = answer(api.tasks.get, ({ params }) => (params.id === 'task-9' ? absent : (rows[0] as typeof absent)))
const parts = answer(api.tasks.subtasks, () => ({ parent: null, open: 0, items: [] }))
const viewers = answer(api.tasks.viewers, () => [])
const comments = answer(api.comments.list, () => ({ total: 0, items: [], hasMore: false }))
const people = answer(api.tasks.findCandidates, () => [
  {
    ...({ kind: 'user', key: 'rosa', name: 'Rosa Keller', state: 'fine' } as const),
    away: { until: new Date(2030, 6, 15).toISOString(), substitute: tomasz, processes: null },
  },
])
const done = (id: string) => ({ id, isDone: true, code: null, message: null, mark: null })
const apply = answer(api.taskBulk.apply, ({ body }) => (body as { ids: string[] }).ids.map(done))
const open = (path: string, ...answers: ReturnType<typeof answer>[]) =>
  renderApp(path, { answers: [list, filters, one, parts, viewers, comments, people, ...answers] })

beforeEach(() => localStorage.clear())

describe('the list beside the open task', () => {
  it('selects rows by mouse and keys, and does one thing to all of them', async () => {
    const { user, network } = await open('/tasks/assigned', apply)
    await user.click(await screen.findByRole('checkbox', { name: 'Select Check bank details' }))
    screen.getByRole('link', { name: /Release invoice/ }).focus()
    await user.keyboard('x')
    const bar = within(await screen.findByRole('region', { name: 'Actions on the selected rows' }))
    expect(bar.getByRole('status').textContent).toBe('2 selected')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await bar.findByText('3 selected')
    expect(await findViolations()).toEqual([])
    await user.click(bar.getByRole('button', { name: 'Reassign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reassign the selected tasks' }))
    await user.click(dialog.getByRole('combobox', { name: 'User' }))
    await user.click(await screen.findByRole('option', { name: /Rosa Keller/ }))
    dialog.getByText(`Away until 14/07/2030, substitute ${tomasz.displayName}`)
    await user.click(dialog.getByRole('button', { name: 'Reassign tasks' }))
    await screen.findByText('3 tasks changed')
    expect(network.callsTo(api.taskBulk.apply)[0]?.body).toEqual({
      action: { kind: 'assign', username: 'rosa' },
      ids: ['task-1', 'task-2', 'task-3'],
    })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Actions on the selected rows' })).toBeNull())
    expect(location.pathname).toBe('/tasks/assigned')
  })

  it('says for whom a task of somebody is who is away, and what to do with it', async () => {
    const { user, network } = await open('/tasks/assigned', apply)
    const row = await screen.findByRole('link', { name: /Sign contract/ })
    within(row).getByText(`for ${tomasz.displayName} ·`)
    await user.click(row)
    await screen.findByText(
      `${tomasz.displayName} is away. As substitute you can complete this task for ${tomasz.displayName}.`,
    )
    screen.getByText('You are the substitute of')
    expect(screen.getByRole('button', { name: 'Complete task' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Take over' }))
    await screen.findByText('Task taken over')
    expect(network.callsTo(api.taskBulk.apply)).toHaveLength(1)
  })
})

describe('keys for the open task', () => {
  const path = '/tasks/viewtask/assigned/task-9'

  it.each([
    ['d', 'Delegate “Sign contract”', 'combobox', 'User'],
    ['t', 'Dates and priority of “Sign contract”', 'textbox', 'Due'],
    ['f', 'Dates and priority of “Sign contract”', 'textbox', 'Follow-up'],
    ['p', 'Dates and priority of “Sign contract”', 'combobox', 'Priority'],
    ['s', 'Sub-task of “Sign contract”', 'textbox', /^Name/],
    ['n', 'New task', 'textbox', /^Name/],
  ])('%s asks: %s', async (key, title, _, field) => {
    const { user } = await open(path)
    await screen.findByRole('heading', { level: 2, name: 'Sign contract' })
    await user.keyboard(key)
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await waitFor(() => expect(dialog.getAllByLabelText(field)).toContain(document.activeElement))
  })

  it('c takes it over, and m leads to where one writes', async () => {
    const { user, network } = await open(path, apply)
    await screen.findByRole('heading', { level: 2, name: 'Sign contract' })
    await user.keyboard('c')
    await waitFor(() => expect(network.callsTo(api.taskBulk.apply)).toHaveLength(1))
    await user.keyboard('m')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Write a comment')))
    // Letters are typed there.
    await user.keyboard('c')
    expect(network.callsTo(api.taskBulk.apply)).toHaveLength(1)
  })

  it('do nothing that the user may not', async () => {
    const { user } = await open(path)
    await screen.findByRole('heading', { level: 2, name: 'Sign contract' })
    await user.keyboard('w')
    await user.keyboard('r')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
