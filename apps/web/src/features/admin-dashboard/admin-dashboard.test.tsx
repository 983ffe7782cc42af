import { type AdminDashboard, api, type Role } from '@millrace/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const none = { total: 0, isCapped: false }
const server = {
  ...{ id: 'one', host: 'millrace-1', processId: 7, roles: 'web,worker', version: '4.2.0', state: 'healthy' as const },
  ...{ startedAt: '2026-11-20T08:00:00.000Z', seenAt: '2026-11-24T10:00:00.000Z' },
  ...{ memory: 642_000_000, calls: 1_200, callsP99: 41.4 },
}
const dashboard: AdminDashboard = {
  version: '4.2.0',
  incidents: { total: 1_000, isCapped: true },
  signedIn: 184,
  locked: 3,
  packages: 2,
  silentListeners: 1,
  queues: [
    { name: 'steps', waiting: { total: 37, isCapped: false }, oldestAt: new Date(Date.now() - 300_000).toISOString() },
    { name: 'mails', waiting: none, oldestAt: null },
  ],
  days: [
    { day: '2026-11-23', started: 42, ended: 37 },
    { day: '2026-11-24', started: 18, ended: 20 },
  ],
  installation: {
    servers: [
      server,
      { ...server, id: 'two', host: 'millrace-2', version: '4.1.9', state: 'older' },
      { ...server, id: 'three', host: 'millrace-3', state: 'silent' },
    ],
    database: { version: '18.1 (Debian)', answerMs: 2.4, size: 41_000_000_000 },
    sizes: [
      { name: 'history', bytes: 38_400_000_000, change: 2_100_000_000 },
      { name: 'files', bytes: 9_000_000, change: null },
    ],
    backup: {
      last: {
        ...{ takenAt: '2026-11-10T02:00:00.000Z', place: 'millrace-1:/backups/one', size: 21_000_000 },
        ...{ isEncrypted: true, isChecked: true },
      },
      ...{ warnDays: 7, isOld: true },
    },
    chores: [
      { name: 'old-drafts', lastAt: '2026-11-24T02:00:00.000Z', nextAt: '2026-11-25T02:00:00.000Z', isFailing: false },
      { name: 'daily-sizes', lastAt: null, nextAt: '2026-11-24T10:10:00.000Z', isFailing: true },
    ],
  },
}

const open = (data: AdminDashboard, roles: readonly Role[] = ['RoleUser', 'RoleAdmin', 'RoleUserAdmin']) =>
  renderApp('/admin/dashboard', { roles, answers: [answer(api.adminDashboard.get, () => data)] })

describe('the dashboard of administrators', () => {
  it('shows each figure with the way to its list', async () => {
    await open(dashboard)
    const figures = within(await screen.findByRole('region', { name: 'Key figures' }))
    const leads = (name: RegExp) => figures.getByRole('link', { name }).getAttribute('href')
    expect(leads(/Servers 1 of 3/)).toBe('#servers')
    expect(leads(/Open incidents 1,000\+/)).toBe('/processengine/processFailure')
    expect(leads(/Oldest waiting job 5 min/)).toBe('/processengine/jobs')
    expect(leads(/Signed-in users 184/)).toBe('/usersgroups/users')
    expect(leads(/Packages to approve 2/)).toBe('/admin/importexport')
    expect(leads(/3 accounts locked/)).toBe('/usersgroups/users?state=locked')
    expect(await findViolations()).toEqual([])
  })

  it('says of each server how it is doing, in words', async () => {
    await open(dashboard)
    const health = within(await screen.findByRole('region', { name: 'Health', hidden: false }))
    within(health.getByRole('row', { name: /millrace-1/ })).getByText('Healthy')
    within(health.getByRole('row', { name: /millrace-2/ })).getByText('Older version')
    within(health.getByRole('row', { name: /millrace-3/ })).getByText(/^No answer since/)
    within(health.getByRole('row', { name: /Database/ })).getByText('2 ms')
    within(health.getByRole('row', { name: /Backup/ })).getByText('Older than 7 days')
    // On a phone, the names of the columns are in the cells.
    const names = health.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const cells = within(health.getByRole('row', { name: /millrace-1/ })).getAllByRole('cell')
    expect(cells.map(({ dataset }) => dataset.label)).toEqual(names.slice(1))
  })

  it('saves diagnostics of the installation as a file', async () => {
    const create = vi.fn(() => 'blob:diagnostics')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} }))
    const { user } = await renderApp('/admin/dashboard', {
      roles: ['RoleUser', 'RoleAdmin'],
      answers: [
        answer(api.adminDashboard.get, () => dashboard),
        answer(api.adminDashboard.diagnostics, () => ({ content: '{}' })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Save diagnostics' }))
    await expect.poll(() => create.mock.calls.length).toBe(1)
  })

  it('has the values of the chart in a table, newest first', async () => {
    const { user } = await open(dashboard)
    await screen.findByText('Started 60')
    await user.click(screen.getByText('Values as a table'))
    const rows = within(screen.getByRole('table', { name: 'Instances per day' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual(['24/11/20261820', '23/11/20264237'])
  })

  it('says what has not been measured, and which upkeep has failed', async () => {
    await open(dashboard)
    const sizes = within(await screen.findByRole('table', { name: 'Sizes' }))
    within(sizes.getByRole('row', { name: /History/ })).getByText('+2 GB')
    within(sizes.getByRole('row', { name: /Files/ })).getByText('Not measured')
    screen.getByText('Deletion of old drafts')
    screen.getByText(/^Failed, tried again/)
  })

  it('shows administrators of another workplace their own figures, and no link to what they may not open', async () => {
    await open({ ...dashboard, installation: null, days: [] }, ['RoleUser', 'RoleAdmin'])
    await screen.findByText('No figures yet. They are calculated every 5 minutes.')
    expect(screen.queryByText('Health')).toBeNull()
    expect(screen.queryByRole('link', { name: /Signed-in users/ })).toBeNull()
    screen.getByText('3 accounts locked')
  })

  it('shows a failure with its cause', async () => {
    const failing = answer(api.adminDashboard.get, () => refuse('internal', 'A fault of the program.'))
    await renderApp('/admin/dashboard', { roles: ['RoleUser', 'RoleAdmin'], answers: [failing] })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the dashboard')
  })
})
