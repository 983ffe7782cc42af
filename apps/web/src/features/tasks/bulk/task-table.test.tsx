import { api, type TaskBatch } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { setPreference } from '../../../lib/preferences.ts'
import { answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createForm, createPage, createTask } from '../../../testing/things.ts'

const rows = ['Check bank details', 'Release invoice', 'Approve request', 'Confirm trip'].map((name, index) =>
  createTask({ id: `task-${index + 1}`, name }),
)
const list = answer(api.tasks.unclaimed, () => createPage(rows))
const mine = answer(api.tasks.assigned, () => createPage(rows))
const filters = answer(api.tasks.filters, () => ({ processes: [], groups: [] }))
const batches = answer(api.taskBulk.batches, () => [])
const count = (total: number) => answer(api.tasks.unclaimedCount, () => ({ total, isCapped: false, isPartial: false }))
const done = (id: string) => ({ id, isDone: true, code: null, message: null, mark: `mark-of-${id}` })
const open = (path: string, ...answers: ReturnType<typeof answer>[]) =>
  renderApp(path, { answers: [list, mine, filters, batches, count(4), ...answers] })
const boxOf = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })

beforeEach(() => {
  localStorage.clear()
  setPreference('taskListForm', 'table')
})

describe('a task list as a table', () => {
  it('is chosen in its head, and remembered', async () => {
    setPreference('taskListForm', 'split')
    const { user } = await open('/tasks/unclaimed')
    await user.click(await screen.findByRole('button', { name: 'Show as a table' }))
    await screen.findByRole('table', { name: 'Unclaimed' })
    expect(localStorage.getItem('millrace.taskListForm')).toBe('table')
    await user.click(screen.getByRole('button', { name: 'Show next to the open task' }))
    await screen.findByRole('heading', { name: 'No task selected' })
  })

  it('reports what the server still works off beside the open task too, with the way to it', async () => {
    setPreference('taskListForm', 'split')
    const waiting: TaskBatch = {
      ...({ kind: 'claim', state: 'waiting' } as const),
      ...{ id: 'batch-1', total: 80, done: 12, failed: 0, createdAt: new Date().toISOString(), endedAt: null },
    }
    const { user } = await open(
      '/tasks/unclaimed',
      answer(api.taskBulk.batches, () => [waiting]),
      answer(api.taskBulk.batch, () => ({ batch: waiting, items: [], isMore: false })),
    )
    await screen.findByRole('heading', { name: 'No task selected' })
    await user.click(await screen.findByRole('button', { name: 'Processed: 12 of 80' }))
    await screen.findByRole('dialog')
  })

  it('selects rows by mouse with shift, and by keys', async () => {
    const { user } = await open('/tasks/unclaimed')
    await user.click(await boxOf('Check bank details'))
    await user.keyboard('{Shift>}')
    await user.click(await boxOf('Approve request'))
    await user.keyboard('{/Shift}')
    const bar = await screen.findByRole('region', { name: 'Actions on the selected rows' })
    expect(within(bar).getByRole('status').textContent).toBe('3 selected')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Actions on the selected rows' })).toBeNull())
    screen.getByRole('link', { name: 'Release invoice' }).focus()
    await user.keyboard('x')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await screen.findByText('2 selected')
    await user.keyboard('a')
    await screen.findByText('4 selected')
  })
})

describe('what is done to several tasks', () => {
  it('is reported, and undone', async () => {
    const { user, network } = await open(
      '/tasks/unclaimed',
      answer(api.taskBulk.apply, ({ body }) => (body as { ids: string[] }).ids.map(done)),
      answer(api.taskBulk.undo, ({ body }) => (body as { items: { id: string }[] }).items.map(({ id }) => done(id))),
    )
    await user.click(await boxOf('Check bank details'))
    await user.click(await boxOf('Release invoice'))
    await user.click(screen.getByRole('button', { name: 'Claim' }))
    await screen.findByText('2 tasks changed')
    expect(network.callsTo(api.taskBulk.apply)[0]?.body).toEqual({
      action: { kind: 'claim' },
      ids: ['task-1', 'task-2'],
    })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 tasks reset to their previous state')
    expect(network.callsTo(api.taskBulk.undo)[0]?.body).toEqual({
      items: [
        { id: 'task-1', mark: 'mark-of-task-1' },
        { id: 'task-2', mark: 'mark-of-task-2' },
      ],
    })
  })

  it('is reported by name and reason where it could not be done', async () => {
    const { user } = await open(
      '/tasks/unclaimed',
      answer(api.taskBulk.apply, () => [
        done('task-1'),
        { id: 'task-2', isDone: false, code: 'task.taken', message: 'Expected a task, but it is taken.', mark: null },
      ]),
    )
    await user.click(await boxOf('Check bank details'))
    await user.click(await boxOf('Release invoice'))
    await user.click(screen.getByRole('button', { name: 'Claim' }))
    const report = await screen.findByRole('dialog', { name: 'Some tasks were not changed' })
    const [item, ...others] = within(report).getAllByRole('listitem')
    expect(others).toEqual([])
    expect(item?.textContent).toContain('Release invoice')
    expect(item?.textContent).not.toContain('Expected')
    await screen.findByText('1 of 2 tasks changed')
  })

  it('may be all that match the filter, which the server works off', async () => {
    const batch: TaskBatch = {
      id: 'batch-1',
      kind: 'claim',
      state: 'waiting',
      total: 120,
      done: 40,
      failed: 1,
      createdAt: '2026-11-24T10:00:00.000Z',
      endedAt: null,
    }
    const failed = {
      position: 3,
      taskId: 'task-9',
      name: 'Release invoice',
      state: 'failed' as const,
      code: 'task.taken',
      message: 'Expected a task, but it is taken.',
    }
    let now = batch
    const { user, network } = await open(
      '/tasks/unclaimed?priority=high',
      count(120),
      answer(api.taskBulk.startBatch, () => batch),
      answer(api.taskBulk.batch, () => ({ batch: now, items: [failed], isMore: false })),
      answer(api.taskBulk.cancelBatch, () => (now = { ...batch, state: 'cancelled' })),
    )
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 120 matches' }))
    await screen.findByText('All 120 selected')
    await user.click(screen.getByRole('button', { name: 'Claim' }))
    const dialog = await screen.findByRole('dialog', { name: 'The server is processing the tasks' })
    expect(network.callsTo(api.taskBulk.startBatch)[0]?.body).toEqual({
      action: { kind: 'claim' },
      selection: { list: 'unclaimed', query: { priority: 'high' } },
    })
    await within(dialog).findByText('40 changed, 1 failed, 79 remaining')
    within(dialog).getByRole('link', { name: 'Release invoice' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel batch' }))
    await screen.findByRole('dialog', { name: 'The batch was cancelled before all tasks were processed' })
  })

  it('may be to complete them with one form, of which only what is entered is sent', async () => {
    const form = createForm()
    const { user, network } = await open(
      '/tasks/assigned',
      answer(api.taskBulk.form, () => ({ name: 'Check', count: 2, form })),
      answer(api.taskBulk.apply, ({ body }) =>
        (body as { ids: string[] }).ids.map((id) => ({ ...done(id), mark: null })),
      ),
    )
    await user.click(await boxOf('Check bank details'))
    await user.click(await boxOf('Release invoice'))
    await user.click(screen.getByRole('button', { name: 'Complete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Complete 2 × “Check”' })
    await user.type(await within(dialog).findByRole('textbox', { name: /Comment/ }), 'Fine')
    await user.click(within(dialog).getByRole('button', { name: 'Complete tasks' }))
    await screen.findByText('2 tasks changed')
    expect(network.callsTo(api.taskBulk.apply)[0]?.body).toMatchObject({
      action: { kind: 'complete', values: { comment: 'Fine' }, hash: form.document.hash },
      ids: ['task-1', 'task-2'],
    })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('says why tasks of several steps are not completed together', async () => {
    const { user } = await open(
      '/tasks/assigned',
      answer(api.taskBulk.form, () =>
        refuse('task.not-alike', 'Expected tasks of one step, but these are of several.'),
      ),
    )
    await user.click(await boxOf('Check bank details'))
    await user.click(screen.getByRole('button', { name: 'Complete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Complete' })
    await within(dialog).findByText('The tasks cannot be completed together')
    within(dialog).getByText(/Choose tasks of the same step/)
  })

  it('may be their due date', async () => {
    const { user, network } = await open(
      '/tasks/unclaimed',
      answer(api.taskBulk.apply, ({ body }) =>
        (body as { ids: string[] }).ids.map((id) => ({ ...done(id), mark: null })),
      ),
    )
    await user.click(await boxOf('Check bank details'))
    await user.click(screen.getByRole('button', { name: 'Set due date' }))
    const dialog = await screen.findByRole('dialog', { name: 'Set the due date of the selected tasks' })
    await user.click(within(dialog).getByRole('button', { name: 'Set date' }))
    await within(dialog).findByText('Enter a day as DD/MM/YYYY.')
    await user.type(within(dialog).getByRole('textbox', { name: 'Day, DD/MM/YYYY' }), '21/11/2030')
    await user.click(within(dialog).getByRole('button', { name: 'Set date' }))
    await screen.findByText('1 task changed')
    const sent = network.callsTo(api.taskBulk.apply)[0]?.body as { action: { at: string } } | undefined
    expect(new Date(sent?.action.at ?? '').getHours()).toBe(17)
  })
})
