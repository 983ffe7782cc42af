import { api } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createPage, createTask } from '../../../testing/things.ts'

const home = answer(api.categories.processes, () => [])
const counted = (news: number) =>
  answer(api.tasks.counts, () => ({
    assigned: 2,
    assignedOverdue: 0,
    assignedDueToday: 0,
    taskDrafts: 0,
    startDrafts: 0,
    unclaimed: 1,
    unclaimedOverdue: 0,
    unclaimedDueToday: 0,
    news,
  }))
const newest = { ...createTask(), cameAt: '2026-11-20T08:00:00.000Z' }
const older = {
  ...createTask({ id: 'task-2', name: 'Check delivery', state: 'unclaimed', assignee: null }),
  cameAt: '2026-11-19T08:00:00.000Z',
}
const two = answer(api.tasks.news, () => ({ items: [newest, older] }))

describe('the bell', () => {
  it('tells how many tasks have come, lists them as ways there, and counts none once they are seen', async () => {
    const { user, network } = await renderApp('/category/view/Home', {
      answers: [home, counted(2), two, answer(api.tasks.seeNews, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: '2 new tasks' }))
    const menu = within(await screen.findByRole('menu'))
    const first = await menu.findByRole('menuitem', { name: /^Approve purchase request.*Assigned to you/ })
    expect(first.getAttribute('href')).toBe('/tasks/viewtask/assigned/task-1')
    expect(menu.getByRole('menuitem', { name: /^Check delivery.*To claim/ }).getAttribute('href')).toBe(
      '/tasks/viewtask/unclaimed/task-2',
    )
    expect(await findViolations()).toEqual([])
    network.answer(
      counted(0),
      answer(api.tasks.news, () => ({ items: [] })),
    )
    await user.click(menu.getByRole('menuitem', { name: 'Mark all as seen' }))
    await screen.findByRole('button', { name: 'Nothing new' })
    // What comes later than the newest that was shown is not said to be seen.
    expect(network.callsTo(api.tasks.seeNews).map(({ body }) => body)).toEqual([{ until: '2026-11-20T08:00:00.000Z' }])
    await user.click(screen.getByRole('button', { name: 'Nothing new' }))
    await screen.findByText('Nothing has come since you last looked.')
  })

  it('is worked by the keyboard, and gives the focus back', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, counted(2), two] })
    const bell = await screen.findByRole('button', { name: '2 new tasks' })
    bell.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: /^Check delivery/ })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(bell))
  })

  it('says so when it cannot tell', async () => {
    const { user } = await renderApp('/category/view/Home', {
      answers: [home, counted(1), answer(api.tasks.news, () => refuse('internal', 'A fault of the program.'))],
    })
    await user.click(await screen.findByRole('button', { name: '1 new task' }))
    await screen.findByText('What is new could not be fetched. Open this again in a moment.')
  })

  it('stands on phones too, and shows no more than 99', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, counted(1_000), two], width: 360 })
    expect((await screen.findByRole('button', { name: '1000 new tasks' })).textContent).toBe('99+')
    await user.click(screen.getByRole('button', { name: '1000 new tasks' }))
    await screen.findByText('and 998 more')
  })

  it('is not there for whoever has no tasks', async () => {
    await renderApp('/processengine/deployment', {
      roles: ['RoleProcessAdmin'],
      answers: [answer(api.deployments.list, () => createPage([]))],
    })
    await screen.findByRole('button', { name: /^Account of|Ines/ })
    expect(screen.queryByRole('button', { name: /new/i })).toBeNull()
  })
})
