import { api, type NoticeRow } from '@millrace/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage } from '../../testing/things.ts'

const notice = (id: string, more: Partial<NoticeRow> = {}): NoticeRow => ({
  ...{ id, kind: 'mentioned', name: 'Approve purchase request', title: 'Laptops', outcome: null, text: 'Please look' },
  ...{ thing: { kind: 'task', id: 'task-1', place: 'assigned' }, by: { username: 'olga', displayName: 'Olga Berg' } },
  ...{ dueAt: null, createdAt: '2026-11-20T08:00:00.000Z', isRead: false, mailError: null },
  ...more,
})
const read = notice('0198b7f0-0000-7000-8000-000000000002', {
  ...{ kind: 'ended', name: 'Onboarding', outcome: 'failed', text: null, by: null, isRead: true },
  ...{ thing: { kind: 'instance', id: 'instance-1' }, mailError: 'The mail server is away.' },
})
const unread = notice('0198b7f0-0000-7000-8000-000000000001')
const listed = answer(api.notices.list, () => createPage([unread, read]))
const marked = answer(api.notices.mark, () => undefined)

describe('the page of notifications', () => {
  it('lists what was reported, with the way there, who said it and what is not read', async () => {
    await renderApp('/user/notifications', { answers: [listed] })
    const rows = await screen.findAllByRole('row')
    const first = within(rows[1] as HTMLElement)
    expect(first.getByRole('link', { name: 'Approve purchase request' }).getAttribute('href')).toBe(
      '/tasks/viewtask/assigned/task-1',
    )
    first.getByText('Olga Berg mentioned you')
    first.getByText('Please look')
    first.getByRole('img', { name: 'Not read yet' })
    const second = within(rows[2] as HTMLElement)
    expect(second.getByRole('link', { name: 'Onboarding' }).getAttribute('href')).toBe(
      '/processes/processinstance/instance-1/timeline',
    )
    second.getByText('The email was not sent. Ask your administrator.')
    expect(second.queryByRole('img', { name: 'Not read yet' })).toBeNull()
    expect(await findViolations()).toEqual([])
  })

  it('marks one by its button or by going there, and all of them', async () => {
    const { user, network } = await renderApp('/user/notifications', {
      answers: [listed, marked, answer(api.notices.markAll, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: 'Mark as unread' }))
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(network.callsTo(api.notices.markAll)).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Approve purchase request' }))
    await waitFor(() =>
      expect(network.callsTo(api.notices.mark).map(({ body }) => body)).toEqual([
        { ids: [read.id], isRead: false },
        { ids: [unread.id], isRead: true },
      ]),
    )
  })

  it('says when nothing was marked, when nothing could be fetched, and when there is nothing', async () => {
    const failing = await renderApp('/user/notifications', {
      answers: [listed, answer(api.notices.mark, () => refuse('internal', 'A fault of the program.'))],
    })
    await failing.user.click(await screen.findByRole('button', { name: 'Mark as read' }))
    await screen.findByText('The notifications were not marked')
    cleanup()
    await renderApp('/user/notifications', {
      answers: [answer(api.notices.list, () => refuse('internal', 'A fault of the program.'))],
    })
    await screen.findByText('Error while fetching notifications')
    cleanup()
    await renderApp('/user/notifications', { answers: [answer(api.notices.list, () => createPage<NoticeRow>([]))] })
    await screen.findByText('No notifications')
    expect(screen.getByRole('link', { name: 'Notification settings' }).getAttribute('href')).toBe('/user/profile')
  })
})
