import { api, type Directory, type DirectoryRun, type DirectoryRunRow, type DirectoryTest } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { testRecordPage, written } from '../../testing/record-tests.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { emptyDraft } from './directory-draft.ts'

const roles = ['RoleUser', 'RoleAdmin'] as const
const { password: _, ...fields } = emptyDraft
const first: Directory = {
  ...written,
  ...fields,
  ...{ id: 'one', name: 'First', addresses: 'ldap.example.org', baseDn: 'dc=org' },
  ...{ hasPassword: true, users: 12, actsAs: 'ines', nextRunAt: null },
}
const none = { new: 0, changed: 0, restored: 0, disabled: 0, same: 0, refused: 0 }
const run: DirectoryRun = {
  ...{ id: 'run', state: 'done', isDryRun: true, startedAt: '2030-01-07T09:00:00.000Z', startedBy: 'ines' },
  ...{ endedAt: '2030-01-07T09:01:00.000Z', found: 2, foundGroups: 0, rows: 2, doneRows: 2 },
  ...{ counts: { ...none, new: 1, refused: 1 }, known: 0, leavers: 0, losers: 0, message: '' },
}
const rows: DirectoryRunRow[] = [
  {
    ...{ position: 1, name: 'ann', dn: 'uid=ann,dc=org', result: 'new', message: '' },
    changes: [{ field: 'email', old: '', new: 'ann@example.org' }],
  },
  { position: 2, name: 'ben', dn: 'uid=ben,dc=org', result: 'refused', message: 'Expected a free name.', changes: [] },
]
const runs = (...all: DirectoryRun[]) => answer(api.directories.runs, () => all)
const get = answer(api.directories.get, () => first)

testRecordPage({
  path: '/usersgroups/directories',
  roles,
  noun: 'directory',
  calls: api.directories,
  first,
  row: first,
  parts: [runs()],
  facts: ['Id', 'Users', 'Created', 'Created by'],
  saved: { ...fields, addresses: 'ldap.example.org', baseDn: 'dc=org', name: 'Second', password: null, revision: 3 },
  created: { ...fields, name: 'First', password: null },
})

describe('the page of a directory', () => {
  const open = (...answers: ReturnType<typeof answer>[]) =>
    renderApp('/usersgroups/directories/one', { roles, answers: [get, ...answers] })

  it('fills in what Active Directory usually has', async () => {
    const { user } = await renderApp('/usersgroups/directories/new', { roles, answers: [] })
    await user.click(await screen.findByRole('combobox', { name: 'Kind' }))
    await user.click(await screen.findByRole('option', { name: 'Active Directory' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'User name' }).value).toBe('sAMAccountName')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Key' }).value).toBe('objectGUID')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Attribute of active users' }).value).toBe(
      'userAccountControl',
    )
  })

  it('shows its hierarchy to administrators who may not read hierarchies', async () => {
    const { network } = await open(
      runs(),
      answer(api.directories.get, () => ({ ...first, hierarchy: 'line' })),
    )
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Hierarchy' })
    expect([field.disabled, field.value]).toEqual([true, 'Disabled or unlisted hierarchy'])
    expect(network.callsTo(api.hierarchies.list)).toHaveLength(0)
  })

  it('shows what a test reads, or why it does not', async () => {
    let outcome: DirectoryTest = { ms: 5, fault: 'Expected TLS.', examples: [], groups: [], hasMore: false }
    const { user } = await open(
      runs(),
      answer(api.directories.test, () => outcome),
    )
    await user.click(await screen.findByRole('button', { name: 'Test' }))
    await screen.findByText('Expected TLS.')
    outcome = {
      ...{ ms: 5, fault: null, groups: ['Staff', 'All'], hasMore: false },
      examples: [
        {
          ...{ dn: 'uid=ann,dc=org', username: 'ann', firstName: 'Ann', lastName: 'Ash', email: 'ann@example.org' },
          ...{ isActive: false, hasKey: false },
        },
      ],
    }
    await user.click(screen.getByRole('button', { name: 'Test' }))
    const row = within(await screen.findByRole('row', { name: /ann@example/ }))
    row.getByText('Not active')
    row.getByText('No key')
    screen.getByText('Groups: Staff, All')
    expect(await findViolations()).toEqual([])
  })

  it('starts a dry run, shows how far it is, and then what would change', async () => {
    let all: DirectoryRun[] = []
    const { user, network } = await open(
      answer(api.directories.runs, () => all),
      answer(api.directories.startRun, () => {
        all = [{ ...run, state: 'applying', endedAt: null, doneRows: 1 }]
        return all[0] as DirectoryRun
      }),
      answer(api.directories.rows, ({ query }) => ({
        run,
        rows: rows.filter(({ result }) => (query.result ?? result) === result),
        next: null,
      })),
    )
    await screen.findByText('The directory has not been read yet. Start a dry run to see what it would change.')
    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    await screen.findByText('1 of 2')
    expect(network.callsTo(api.directories.startRun)[0]?.body).toEqual({ isDryRun: true })
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveProperty('disabled', true)
    all = [run]
    const ann = await screen.findByRole('row', { name: /^ann New/ })
    expect(ann.textContent).toContain('Email:  ann@example.org')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Refused 1' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /^ann New/ })).toBeNull())
    screen.getByText('Expected a free name.')
  })

  it('asks before it continues with a run that waits', async () => {
    let all: DirectoryRun[] = [
      { ...run, state: 'waiting', leavers: 4, losers: 0, known: 9, message: 'Would disable 4 of 9.' },
    ]
    const { user, network } = await open(
      answer(api.directories.runs, () => all),
      answer(api.directories.confirmRun, () => {
        all = [run]
        return run
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Confirm and run' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run with these changes?' }))
    dialog.getByText(/Up to 4 users are disabled/)
    await user.click(dialog.getByRole('button', { name: 'Confirm and run' }))
    await waitFor(() => expect(screen.queryByText('This run waits for a confirmation')).toBeNull())
    expect(network.callsTo(api.directories.confirmRun)[0]?.params).toEqual({ id: 'one', runId: 'run' })
  })

  it('cancels a run after a question, and says why one does not start', async () => {
    let all: DirectoryRun[] = [{ ...run, state: 'reading' }]
    const { user } = await open(
      answer(api.directories.runs, () => all),
      answer(api.directories.cancelRun, () => {
        all = [{ ...run, state: 'cancelled' }]
        return all[0] as DirectoryRun
      }),
      answer(api.directories.startRun, () => refuse('directory.running', 'Expected no run.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel run' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this run?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel run' }))
    await screen.findByText('Cancelled')
    await user.click(screen.getByRole('button', { name: 'Run now' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The run did not start')
  })
})
