import { api, type CompletedTaskRow } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createForm, createPage, createTask, createTaskPermissions, ines } from '../../testing/things.ts'

const path = '/tasks/completed'
const endedAt = '2026-11-24T10:00:00.000Z'
const row: CompletedTaskRow = {
  id: 'task-1',
  name: 'Approve purchase request',
  title: 'PR-2026-04817',
  createdAt: '2026-11-19T08:00:00.000Z',
  endedAt,
  process: createTask().process,
}
const around = [
  answer(api.processes.involvedFilters, () => ({ processes: [{ key: 'purchase', name: 'Purchase request' }] })),
  answer(api.tasks.completedCount, () => ({ total: 1, isCapped: false, isPartial: false })),
  answer(api.tasks.involved, () => createPage([])),
]
const over = createTask({ state: 'completed', endedAt, form: null, permissions: createTaskPermissions() })

it('lists what was completed, each with its form as it was sent', async () => {
  const { user, network } = await renderApp(path, {
    answers: [
      ...around,
      answer(api.tasks.completed, () => createPage([row])),
      answer(api.tasks.get, () => over),
      answer(api.processes.form, () => ({
        ...{ id: 'task-1', name: 'Approve purchase request', by: ines, at: endedAt, canOpen: true },
        form: { ...createForm(), values: { comment: 'Two conveyors' } },
      })),
    ],
  })
  await user.click(await screen.findByRole('link', { name: 'Approve purchase request' }))
  await waitFor(() => expect(location.pathname).toBe('/tasks/viewtask/involvingme/task-1'))
  await screen.findByText('Two conveyors')
  expect(network.callsTo(api.processes.form)[0]?.params).toEqual({ id: 'instance-1', formId: 'task-1' })
  expect(screen.queryByRole('button', { name: 'Complete task' })).toBeNull()
})

it('shows nothing of the form to whom it is not for, and says no more', async () => {
  const { network } = await renderApp('/tasks/viewtask/involvingme/task-1', {
    answers: [
      ...around,
      answer(api.tasks.get, () => over),
      answer(api.processes.form, () => refuse('right.missing', 'Expected to have sent the form, but you did not.')),
    ],
  })
  await screen.findByText(/^This task was completed/)
  await waitFor(() => expect(network.callsTo(api.processes.form)).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says what will be there, and where to begin, while nothing is completed', async () => {
  await renderApp(path, { answers: [...around, answer(api.tasks.completed, () => createPage([]))] })
  await screen.findByText('Tasks that you complete appear here, with the form that you sent.')
  expect(screen.getByRole('link', { name: 'Show assigned tasks' }).getAttribute('href')).toBe('/tasks/assigned')
})

it('says when it could not be fetched, and retries', async () => {
  let isAway = true
  const { user } = await renderApp(path, {
    answers: [
      ...around,
      answer(api.tasks.completed, () => (isAway ? refuse('internal', 'Something went wrong.') : createPage([row]))),
    ],
  })
  await screen.findByText('Error while fetching tasks')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('link', { name: 'Approve purchase request' })
})
