import { api, type TaskDraftRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage } from '../../testing/things.ts'

const row: TaskDraftRow = {
  id: '00000000-0000-7000-8000-000000000001',
  taskId: 'task-1',
  name: 'Check trip',
  title: 'Trip to Oslo',
  process: 'Travel request',
  state: 'open',
  savedAt: '2026-11-24T16:32:00.000Z',
}
const taken: TaskDraftRow = { ...row, id: '00000000-0000-7000-8000-000000000002', name: 'Approve trip', state: 'taken' }
const counted = answer(api.drafts.tasksCount, () => ({ total: 2, isCapped: false, isPartial: false }))
const listed = answer(api.drafts.tasks, () => createPage([row, taken]))
const read = answer(api.drafts.read, () => ({
  id: taken.id,
  name: taken.name,
  savedAt: taken.savedAt,
  entries: [{ label: 'Note', text: 'By train' }],
  isCut: false,
}))
const open = (...answers: Answer[]) => renderApp('/tasks/drafts', { answers: [counted, ...answers] })

describe('the drafts of tasks', () => {
  it('lead on where one can continue, and say plainly where not', async () => {
    await open(listed, read)
    const first = await screen.findByRole('row', { name: /Check trip/ })
    expect(within(first).getByRole('link', { name: 'Continue Check trip' }).getAttribute('href')).toBe(
      '/tasks/viewtask/assigned/task-1',
    )
    const second = screen.getByRole('row', { name: /Approve trip/ })
    within(second).getByText('Another user has claimed the task. Your entries are kept here.')
    expect(within(second).queryByRole('link')).toBeNull()
    expect(await findViolations()).toEqual([])
  })

  it('can be read and copied when the task has moved on', async () => {
    const { user } = await open(listed, read)
    await user.click(await screen.findByRole('button', { name: 'Read Approve trip' }))
    const dialog = await screen.findByRole('dialog', { name: 'Draft of “Approve trip”' })
    await within(dialog).findByText('By train')
    await user.click(within(dialog).getByRole('button', { name: 'Copy text' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('Note: By train'))
  })

  it('are deleted one by one or several, after a question', async () => {
    const asked: string[][] = []
    const { user } = await open(
      listed,
      answer(api.drafts.discard, ({ body }) => {
        const { ids } = body as { ids: string[] }
        asked.push(ids)
        return { discarded: ids.length }
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete the draft of Approve trip' }))
    const question = await screen.findByRole('dialog', { name: 'Delete this draft?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).toEqual([])
    for (const box of screen.getAllByRole('checkbox', { name: /trip/ })) await user.click(box)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete 2 drafts' }))
    await screen.findByText('2 drafts deleted')
    expect(asked).toEqual([[row.id, taken.id]])
  })

  it('say so when there are none, and when they cannot be fetched', async () => {
    const { network, user } = await open(answer(api.drafts.tasks, () => refuse('internal', 'A fault.')))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching drafts')
    network.answer(answer(api.drafts.tasks, () => createPage([])))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No drafts of tasks' })
  })
})
