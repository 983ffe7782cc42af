import { api, type Dashboard, type DashboardRole, dashboardRoles } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, createStartable } from '../../testing/things.ts'

const count = (total: number, isCapped = false) => ({ total, isCapped })
const numbers: Dashboard = {
  layout: { cards: ['due', 'finished', 'waiting', 'durations', 'start'], hidden: [] },
  isOwnLayout: false,
  tasks: {
    ...{ assigned: count(24), overdue: count(1), today: count(2), week: count(3), later: count(4), undated: count(14) },
    ...{ unclaimed: count(1_000, true), unclaimedOverdue: count(0) },
  },
  started: {
    ...{ running: 9, incidents: 1, completed: 12, completedBefore: 10, medianSeconds: 7_200, isPartial: false },
  },
  finished: [
    { day: '2026-11-23', completed: 0, cancelled: 0 },
    { day: '2026-11-24', completed: 11, cancelled: 1 },
  ],
  durations: [{ key: 'trip', name: 'Travel request', count: 12, medianSeconds: 7_200 }],
  waiting: [
    { key: 'a,b', name: 'Two, parts', count: 9, oldest: '2026-11-01T10:00:00.000Z', medianWaitSeconds: 172_800 },
    { key: 'trip', name: 'Trip', count: 1, oldest: '2026-11-01T10:00:00.000Z', medianWaitSeconds: null },
  ],
}
const shown = answer(api.dashboard.get, () => numbers)
const noTasks = answer(api.tasks.assigned, () => createPage([]))
const home = answer(api.categories.processes, () => [createStartable()])
const open = (...answers: Answer[]) => renderApp('/user/dashboard', { answers: [noTasks, home, ...answers] })
const endedThen = '/processes/involvingme?ended=2026-11-24&ended.before=2026-11-25'
const hrefOf = (name: RegExp, within_ = within(document.body)) =>
  decodeURIComponent(within_.getByRole('link', { name }).getAttribute('href') ?? '')

describe('the dashboard', () => {
  it('leads with every number to the list that has those rows', async () => {
    await open(shown)
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    const top = within(await screen.findByRole('region', { name: 'Key figures' }))
    expect(hrefOf(/^Assigned to me 24/, top)).toBe('/tasks/assigned')
    expect(hrefOf(/^Overdue 1/, top)).toBe('/tasks/assigned?due.before=now')
    expect(hrefOf(/^Running processes 9/, top)).toBe('/processes/involvingme?state=active,incident,suspended')
    expect(hrefOf(/^Completed processes 12/, top)).toBe('/processes/involvingme?state=completed&ended=today-29')
    top.getByText('2 more than in the previous period. Median duration 2 h')
    const due = within(screen.getByRole('region', { name: 'My tasks by due date' }))
    expect(hrefOf(/^Today 2/, due)).toBe('/tasks/assigned?due=now&due.before=today+1')
    expect(hrefOf(/^Next 6 days 3/, due)).toBe('/tasks/assigned?due=today+1&due.before=today+7')
    expect(hrefOf(/^No due date 14/, due)).toMatch(/^\/tasks\/assigned\?undated=/)
    // For the mouse; the table has the same link for everybody.
    const bar = screen.getByTitle(/^24\/11\/2026: 11 completed, 1 cancelled/)
    expect([bar.tabIndex, bar.closest('[aria-hidden]') !== null]).toEqual([-1, true])
    expect(decodeURIComponent(bar.getAttribute('href') ?? '')).toBe(endedThen)
    expect(hrefOf(/^Two, parts/)).toBe('/processes/involvingme?state=active,incident,suspended&process=a%2Cb')
    const waiting = within(screen.getByRole('region', { name: 'How long running processes wait' }))
    expect(waiting.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Two, parts\s*9 running, median wait 2 d, oldest \d+/),
      expect.stringMatching(/^Trip\s*1 running, oldest \d+/),
    ])
    expect(hrefOf(/^Travel request/)).toContain('process=trip')
    expect(await findViolations()).toEqual([])
  })

  it('draws how long processes wait against the one that waits longest, however many there are of each', async () => {
    const short = {
      key: 'short',
      name: 'Short',
      count: 400,
      oldest: '2026-11-01T10:00:00.000Z',
      medianWaitSeconds: 43_200,
    }
    await open(answer(api.dashboard.get, () => ({ ...numbers, waiting: [short, ...numbers.waiting] })))
    const waiting = within(await screen.findByRole('region', { name: 'How long running processes wait' }))
    const widths = waiting
      .getAllByRole('listitem')
      .map((item) => item.querySelector<HTMLElement>('[aria-hidden] > span')?.style.width)
    expect(widths).toEqual(['25%', '100%', undefined])
  })

  it('shows its chart as a table too', async () => {
    const { user } = await open(shown)
    await user.click(await screen.findByRole('button', { name: 'Show as table' }))
    expect(screen.getByRole('row', { name: '24/11/2026 11 1' })).toBeTruthy()
    expect(hrefOf(/^24\/11\/2026/)).toBe(endedThen)
    expect(await findViolations()).toEqual([])
  })

  it('is arranged from the keyboard, and kept on the server', async () => {
    const kept: unknown[] = []
    const { user } = await open(
      shown,
      answer(api.dashboard.arrange, ({ body }) => {
        kept.push(body)
        return undefined
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Edit layout' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit layout' }))
    dialog.getByRole('button', { name: 'Move “Start a process” up' }).focus()
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}')
    expect(dialog.getByRole('status').textContent).toBe('“Start a process” moved to position 1 of 5')
    await user.click(dialog.getByRole('checkbox', { name: 'Durations of processes' }))
    await user.click(dialog.getByRole('button', { name: 'Save layout' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(kept).toEqual([{ cards: ['start', 'due', 'finished', 'waiting', 'durations'], hidden: ['durations'] }])
  })

  it('is reset to the default by the user who has changed it', async () => {
    const done = answer(api.dashboard.reset, () => undefined)
    const { user, network } = await open(
      answer(api.dashboard.get, () => ({ ...numbers, isOwnLayout: true })),
      done,
    )
    await user.click(await screen.findByRole('button', { name: 'Edit layout' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit layout' }))
    expect(dialog.queryByRole('combobox', { name: 'Applies to' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo(api.dashboard.reset)).toHaveLength(1)
  })

  it('is arranged for a role by administrators', async () => {
    const ofRole = (role: DashboardRole, isArranged = false) => ({ role, isArranged, layout: numbers.layout })
    const { user, network } = await renderApp('/user/dashboard', {
      roles: ['RoleUser', 'RoleAdmin'],
      answers: [
        noTasks,
        home,
        shown,
        answer(api.dashboard.ofRoles, () => dashboardRoles.map((role) => ofRole(role, role === 'RoleUser'))),
        answer(api.dashboard.arrangeForRole, () => undefined),
      ],
    })
    const openFor = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Edit layout' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit layout' }))
      await user.click(dialog.getByRole('combobox', { name: 'Applies to' }))
      await user.click(await screen.findByRole('option', { name }))
      await dialog.findByText(/^Default for users with this role/)
      return dialog
    }
    const first = await openFor('Process administrators')
    expect(first.queryByRole('button', { name: 'Reset' })).toBeNull()
    await user.click(first.getByRole('checkbox', { name: 'Start a process' }))
    expect(await findViolations()).toEqual([])
    await user.click(first.getByRole('button', { name: 'Save layout' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const second = await openFor('Users')
    await user.click(second.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo(api.dashboard.arrangeForRole).map(({ params, body }) => [params.role, body])).toEqual([
      ['RoleProcessAdmin', { layout: { ...numbers.layout, hidden: ['start'] } }],
      ['RoleUser', { layout: null }],
    ])
  })

  it('looks back as far as it is asked to, and says when it cannot be fetched', async () => {
    const asked: unknown[] = []
    const { user, network } = await open(answer(api.dashboard.get, () => refuse('internal', 'A fault.')))
    expect((await screen.findByRole('alert')).textContent).toContain('The dashboard could not be opened')
    network.answer(
      answer(api.dashboard.get, ({ query }) => {
        asked.push(Number(query.days))
        return numbers
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('region', { name: 'Key figures' })
    await user.click(screen.getByRole('button', { name: '7 days' }))
    await waitFor(() => expect(asked).toEqual([30, 7]))
  })

  it('appears at once with its tasks and processes, so that no card moves', async () => {
    const tasks = Promise.withResolvers<void>()
    const processes = Promise.withResolvers<void>()
    const { network } = await open(
      shown,
      answer(api.tasks.assigned, () => tasks.promise.then(() => createPage([]))),
      answer(api.categories.processes, () => processes.promise.then(() => [createStartable()])),
    )
    await waitFor(() => expect(network.callsTo(api.dashboard.get)).toHaveLength(1))
    await screen.findByRole('status', { name: 'Loading' })
    tasks.resolve()
    await waitFor(() => expect(network.callsTo(api.categories.processes)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'Key figures' })).toBeNull()
    processes.resolve()
    await screen.findByRole('region', { name: 'Key figures' })
    screen.getByText('No tasks are assigned to you. Tasks that you claim appear here.')
    screen.getByRole('link', { name: createStartable().name })
  })

  it('does not wait for what a hidden card shows', async () => {
    const layout: Dashboard['layout'] = { ...numbers.layout, hidden: ['due', 'start'] }
    const hidden = answer(api.dashboard.get, () => ({ ...numbers, layout }))
    const never = Promise.withResolvers<never>()
    await open(
      hidden,
      answer(api.tasks.assigned, () => never.promise),
      answer(api.categories.processes, () => never.promise),
    )
    await screen.findByRole('region', { name: 'Key figures' })
    expect(screen.queryByRole('region', { name: 'My tasks by due date' })).toBeNull()
  })

  it('of somebody who has nothing yet says what will be there', async () => {
    const none = Object.fromEntries(Object.keys(numbers.tasks).map((name) => [name, count(0)])) as Dashboard['tasks']
    await open(
      answer(api.dashboard.get, () => ({
        ...{ ...numbers, tasks: none, finished: [], durations: [], waiting: [] },
        started: {
          ...numbers.started,
          running: 0,
          incidents: 0,
          completed: 0,
          completedBefore: 0,
          medianSeconds: null,
        },
      })),
    )
    await screen.findByText('No tasks are assigned to you. Tasks that you claim appear here.')
    screen.getByText('No processes are running.')
    // Charts without anything in them are one line.
    expect(screen.getAllByText('No processes ended in this period.')).toHaveLength(1)
    expect(screen.queryByRole('link', { name: /^Today/ })).toBeNull()
  })
})
