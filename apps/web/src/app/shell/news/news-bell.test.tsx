import { api, type NoticeRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createPage, createTask } from '../../../testing/things.ts'

const home = answer(api.categories.processes, () => [])
const counted = (notices: number, news = 0) =>
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
    notices,
  }))
const notice = (id: string, more: Partial<NoticeRow> = {}): NoticeRow => ({
  ...{ id, kind: 'assigned', name: 'Approve purchase request', title: 'Laptops', outcome: null, text: null },
  ...{ thing: { kind: 'task', id: 'task-1', place: 'assigned' }, by: { username: 'olga', displayName: 'Olga Berg' } },
  ...{ dueAt: null, createdAt: '2026-11-20T08:00:00.000Z', isRead: false, mailError: null },
  ...more,
})
const ended = notice('notice-2', {
  ...{ kind: 'ended', name: 'Onboarding', outcome: 'cancelled', thing: { kind: 'instance', id: 'instance-1' } },
  createdAt: '2026-11-19T08:00:00.000Z',
})
const claimable = {
  ...createTask({ id: 'task-2', name: 'Check delivery', state: 'unclaimed', assignee: null }),
  cameAt: '2026-11-18T08:00:00.000Z',
}
const two = [
  answer(api.notices.list, () => createPage([notice('notice-1'), ended])),
  answer(api.tasks.news, () => ({ items: [claimable] })),
]

describe('the bell', () => {
  it('says how much the user was reported, and what has come to claim, as ways there, until all is read', async () => {
    const done = [api.tasks.seeNews, api.notices.markAll, api.notices.mark].map((call) => answer(call, () => undefined))
    const { user, network } = await renderApp('/category/view/Home', {
      answers: [home, counted(2, 1), ...two, ...done],
    })
    await user.click(await screen.findByRole('button', { name: '3 new notifications' }))
    const menu = within(await screen.findByRole('menu'))
    const first = await menu.findByRole('menuitem', {
      name: /^Approve purchase request.*Assigned to you by Olga Berg · Laptops/,
    })
    expect(first.getAttribute('href')).toBe('/tasks/viewtask/assigned/task-1')
    expect(menu.getByRole('menuitem', { name: /^Onboarding.*Cancelled by Olga Berg/ }).getAttribute('href')).toBe(
      '/processes/processinstance/instance-1/timeline',
    )
    expect((await menu.findByRole('menuitem', { name: /^Check delivery/ })).getAttribute('href')).toBe(
      '/tasks/viewtask/unclaimed/task-2',
    )
    expect(menu.getByRole('menuitem', { name: 'Show all notifications' }).getAttribute('href')).toBe(
      '/user/notifications',
    )
    expect(await findViolations()).toEqual([])
    network.answer(
      counted(0),
      answer(api.notices.list, () => createPage<NoticeRow>([])),
      answer(api.tasks.news, () => ({ items: [] })),
    )
    await user.click(menu.getByRole('menuitem', { name: 'Mark all as read' }))
    await screen.findByRole('button', { name: 'No new notifications' })
    // What comes later than the newest that was shown is not said to be seen.
    expect(network.callsTo(api.notices.markAll).map(({ body }) => body)).toEqual([
      { until: '2026-11-20T08:00:00.000Z' },
    ])
    expect(network.callsTo(api.tasks.seeNews).map(({ body }) => body)).toEqual([{ until: '2026-11-18T08:00:00.000Z' }])
    await user.click(screen.getByRole('button', { name: 'No new notifications' }))
    await screen.findByText('No new notifications.')
  })

  it('is worked by the keyboard, and gives the focus back', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, counted(2), ...two] })
    const bell = await screen.findByRole('button', { name: '2 new notifications' })
    bell.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: /^Check delivery/ })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(bell))
  })

  it('says so when it cannot report', async () => {
    const { user } = await renderApp('/category/view/Home', {
      answers: [
        home,
        counted(1),
        answer(api.notices.list, () => refuse('internal', 'A fault of the program.')),
        answer(api.tasks.news, () => ({ items: [] })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: '1 new notification' }))
    await screen.findByText('New notifications could not be loaded. Try again in a moment.')
  })

  it('stands on phones too, and shows no more than 99', async () => {
    const { user } = await renderApp('/category/view/Home', { answers: [home, counted(100, 900), ...two], width: 360 })
    expect((await screen.findByRole('button', { name: '1000 new notifications' })).textContent).toBe('99+')
    await user.click(screen.getByRole('button', { name: '1000 new notifications' }))
    await screen.findByText('and 997 more')
  })

  it('is not there for a user who has no tasks', async () => {
    await renderApp('/processengine/deployment', {
      roles: ['RoleProcessAdmin'],
      answers: [answer(api.deployments.list, () => createPage([]))],
    })
    await screen.findByRole('button', { name: /^Account of|Ines/ })
    expect(screen.queryByRole('button', { name: /new/i })).toBeNull()
  })
})
