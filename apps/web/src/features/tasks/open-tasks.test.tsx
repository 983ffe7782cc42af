import { api, type OpenTaskRow, type TaskCandidate } from '@millrace/contract'
import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, createTask, createTaskPermissions, tomasz } from '../../testing/things.ts'

const open = (path: string, ...answers: Answer[]) => renderApp(path, { roles: ['RoleProcessAdmin'], answers })
const row: OpenTaskRow = { ...createTask({ assignee: null }), candidates: [], obstacle: 'nobody-named' }
const counted = answer(api.tasks.openCount, () => ({ total: 1, isCapped: false, isPartial: false }))
const known = answer(api.tasks.openFilters, () => ({ processes: [] }))

afterEach(() => focusManager.setFocused(undefined))

describe('the list of every open task', () => {
  const address = '/processengine/tasks'

  it('says who has each, and why nobody can work on it', async () => {
    await open(
      address,
      answer(api.tasks.open, () => createPage([row])),
      counted,
      known,
    )
    const shown = await screen.findByRole('row', { name: /Approve purchase request/ })
    within(shown).getByText('Unassigned')
    within(shown).getByText('No assignee, no candidates')
    expect(within(shown).getByRole('link').getAttribute('href')).toBe('/processengine/tasks/task-1')
  })

  it('says so when there is none, and when it cannot be fetched', async () => {
    const { network, user } = await open(
      address,
      answer(api.tasks.open, () => refuse('internal', 'A fault.')),
      counted,
      known,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching tasks')
    network.answer(answer(api.tasks.open, () => createPage([])))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No open tasks' })
  })
})

const rosa: TaskCandidate = { kind: 'user', key: 'rosa', name: 'Rosa Keller', state: 'fine', away: null }
const bookkeeping: TaskCandidate = {
  kind: 'group',
  key: 'bookkeeping',
  name: 'Bookkeeping',
  state: 'unknown',
  away: null,
}
const outcome = (mark: string | null) => ({ id: 'task-1', isDone: true, code: null, message: null, mark })
const stuck = answer(api.tasks.reach, () => ({
  obstacle: 'candidates-gone' as const,
  assignee: null,
  candidates: [bookkeeping],
}))
const found = answer(api.tasks.findCandidates, ({ query }) => {
  const all = [rosa, { ...rosa, key: 'tomasz.wieczorek', name: 'Tomasz Wieczorek' }, bookkeeping]
  return all.filter(({ name }) => name.toLowerCase().includes((query.q ?? '').toLowerCase()))
})

describe('the page on which a task is operated', () => {
  const address = '/processengine/tasks/task-1'
  const may = createTaskPermissions({ claim: true, assign: true, share: true })
  const task = answer(api.tasks.get, () => createTask({ assignee: null, state: 'unclaimed', permissions: may }))

  it('says why nobody can work on it, and who is named', async () => {
    await open(address, task, stuck)
    await screen.findByText('No user can work on this task')
    const candidates = within(screen.getByRole('list', { name: 'Candidates' }))
    expect(candidates.getByRole('listitem').textContent).toBe('Bookkeepingdoes not exist')
    expect(await findViolations()).toEqual([])
  })

  it('says so when it cannot be found out', async () => {
    await open(
      address,
      task,
      answer(api.tasks.reach, () => refuse('internal', 'A fault.')),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the candidates')
  })

  it('gives it to somebody whom the server finds by what is typed, and asks for nobody else', async () => {
    const { user, network } = await open(
      address,
      task,
      stuck,
      found,
      answer(api.taskBulk.apply, () => [outcome('mark-1')]),
      answer(api.taskBulk.undo, () => [outcome(null)]),
    )
    await user.click((await screen.findAllByRole('button', { name: 'Assign' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign “Approve purchase request”' }))
    await user.click(dialog.getByRole('button', { name: 'Assign' }))
    dialog.getByText('Choose a name from the list.')
    await user.type(dialog.getByRole('combobox', { name: 'User' }), 'ros')
    const asked = () => network.callsTo(api.tasks.findCandidates).map(({ query }) => query.q ?? '')
    await waitFor(() => expect(asked()).toContain('ros'))
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.click(screen.getByRole('option', { name: 'Rosa Keller (rosa)' }))
    await user.click(dialog.getByRole('button', { name: 'Assign' }))
    await screen.findByText('Task assigned to Rosa Keller')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo(api.taskBulk.apply).map(({ body }) => body)).toEqual([
      { action: { kind: 'assign', username: 'rosa' }, ids: ['task-1'] },
    ])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('1 task reset to its previous state')
    expect(network.callsTo(api.taskBulk.undo)[0]?.body).toEqual({ items: [{ id: 'task-1', mark: 'mark-1' }] })
    expect([...new Set(asked())]).toEqual(['', 'ros'])
  })

  it('does not say that there is nobody when nobody could be looked for', async () => {
    const { user } = await open(
      address,
      task,
      stuck,
      answer(api.tasks.findCandidates, () => refuse('internal', 'A fault.')),
    )
    await user.click((await screen.findAllByRole('button', { name: 'Add candidate' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: /^Add a candidate/ }))
    await user.click(dialog.getByRole('combobox', { name: 'User or group' }))
    await dialog.findByText('Error while searching names')
    expect(screen.queryByText('No names match your search')).toBeNull()
  })

  it('an answer that comes late does not close the dialog that was opened again', async () => {
    let arrive = () => {}
    const late = new Promise<undefined>((resolve) => {
      arrive = () => resolve(undefined)
    })
    const { user } = await open(
      address,
      task,
      stuck,
      found,
      answer(api.tasks.addCandidate, () => late),
    )
    const add = async () => {
      await user.click((await screen.findAllByRole('button', { name: 'Add candidate' }))[0] as HTMLElement)
      return within(await screen.findByRole('dialog'))
    }
    const first = await add()
    await user.click(first.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: /Rosa/ }))
    await user.click(first.getByRole('button', { name: 'Add candidate' }))
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await add()
    arrive()
    await screen.findByText('Rosa Keller added as candidate')
    screen.getByRole('dialog')
  })

  it('takes a candidate away', async () => {
    const { user, network } = await open(
      address,
      task,
      stuck,
      answer(api.tasks.removeCandidate, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Remove the candidate Bookkeeping' }))
    await waitFor(() =>
      expect(network.callsTo(api.tasks.removeCandidate)[0]?.params).toEqual({
        id: 'task-1',
        kind: 'group',
        key: 'bookkeeping',
      }),
    )
  })

  it('offers to complete it in the one way that there is, and goes back to the list', async () => {
    const { user } = await open(
      address,
      answer(api.tasks.get, () => createTask()),
      answer(api.tasks.reach, () => ({ obstacle: null, assignee: null, candidates: [] })),
      answer(api.tasks.complete, () => ({ nextTaskId: null })),
      answer(api.tasks.open, () => createPage([])),
      counted,
      known,
    )
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Fits the budget')
    expect(screen.queryByRole('button', { name: 'More ways to complete' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Complete task' }))
    await waitFor(() => expect(location.pathname).toBe('/processengine/tasks'))
  })

  it.each([
    ['who can work on it', api.tasks.reach],
    ['its parts', api.tasks.subtasks],
  ])('keeps what is filled in while %s, which could not be fetched, is asked for again', async (_, call) => {
    const never = new Promise<never>(() => {})
    const { user, network } = await open(
      address,
      answer(api.tasks.get, () => createTask()),
      answer(api.tasks.reach, () => ({ obstacle: null, assignee: null, candidates: [] })),
      answer(call, () => refuse('internal', 'A fault.')),
    )
    await user.type(await screen.findByRole('textbox', { name: /Comment/ }), 'Fits')
    const asked = network.callsTo(call).length
    network.answer(answer(call, () => never))
    // As whoever comes back from another window.
    act(() => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    })
    await waitFor(() => expect(network.callsTo(call).length).toBeGreaterThan(asked))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Comment/ }).value).toBe('Fits')
  })

  it('names a user who has it and cannot work on it', async () => {
    await open(
      address,
      answer(api.tasks.get, () => createTask({ assignee: tomasz, permissions: { ...may, claim: false } })),
      answer(api.tasks.reach, () => ({
        obstacle: 'assignee-gone' as const,
        assignee: {
          kind: 'user' as const,
          key: tomasz.username,
          name: tomasz.displayName,
          state: 'disabled' as const,
          away: null,
        },
        candidates: [],
      })),
    )
    await screen.findByText('The assignee Tomasz Wieczorek cannot work on the task. Assign it to another user.')
  })

  it('creates a public link by which it is completed, with what is said and offered afterwards', async () => {
    const made = answer(api.formLinks.create, () => ({ id: 'l', token: 'w.s', path: '/standalone/external/task/x' }))
    const { user, network } = await open(address, task, stuck, made)
    await user.click(await screen.findByRole('button', { name: 'Create a public link to Approve purchase request' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a public link' }))
    await user.type(dialog.getByLabelText(/^Purpose/), 'For the supplier')
    await user.type(dialog.getByLabelText('Text after sending'), 'We call you back.')
    const onwards = dialog.getByLabelText('Next page')
    await user.type(onwards, 'javascript:alert(1)')
    await user.click(dialog.getByRole('button', { name: 'Create link' }))
    await dialog.findByText(/^Enter the address of a page/)
    expect(network.callsTo(api.formLinks.create)).toEqual([])
    expect(await findViolations()).toEqual([])
    await user.clear(onwards)
    await user.type(onwards, 'https://www.example.org/thanks')
    await user.click(dialog.getByRole('button', { name: 'Create link' }))
    await screen.findByText(
      'Copy the link now: it is not shown again. Everyone who has the link can complete the task without an account.',
    )
    expect(network.callsTo(api.formLinks.create)[0]?.body).toMatchObject({
      ...{ name: 'For the supplier', taskId: 'task-1', hasCaptcha: true, recipient: null },
      ...{ thanks: 'We call you back.', onwards: 'https://www.example.org/thanks' },
    })
  })
})
