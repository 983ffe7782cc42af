import { api, type UserAccount, type UserChange, type UserChangeRow, type UserRow } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { touch } from '../../lib/api/touch.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'
import { generatePassword } from './generate-password.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const at = '2026-11-20T09:00:00.000Z'
const sales = { id: 'group-1', key: 'sales', name: 'Sales' }
const row: UserRow = {
  ...{
    id: 'user-1',
    name: 'Ann Lee',
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Lee',
    email: null,
    isEnabled: true,
  },
  ...{
    state: 'active',
    roles: ['RoleUser', 'RoleDesign', 'RoleAdmin'],
    ownRoles: [],
    groups: ['Sales'],
    lastSignInAt: null,
  },
  manager: null,
}
const account: UserAccount = {
  ...{ id: 'user-1', name: 'Ann Lee', username: 'ann', firstName: 'Ann', lastName: 'Lee', email: null },
  ...{ revision: 3, disabled: null, createdAt: at, createdBy: ines, updatedAt: at, updatedBy: ines },
  ...{
    state: 'active',
    lockedUntil: null,
    mustChangePassword: false,
    hasPassword: true,
    directory: null,
    lastSignInAt: null,
    manager: null,
  },
  ...{
    roles: ['RoleUser'],
    rolesByGroups: [],
    ownRoles: [],
    ownRolesByGroups: [],
    groups: [],
    openTasks: 3,
    substitute: null,
    sessions: 1,
    tokens: 1,
    secondFactors: 0,
  },
}
const session = {
  id: 's-1',
  createdAt: at,
  lastSeenAt: at,
  userAgent: null,
  address: '10.0.0.1',
  isCurrent: false,
  method: 'password' as const,
}
const token = {
  ...{ id: 't-1', name: 'Deploy', createdAt: at, expiresAt: at, lastUsedAt: null },
  ...{ scopes: [], processKeys: null, topics: null },
}
const clerk = { key: 'clerk', name: 'Clerk', description: 'Checks invoices', isGivable: true }
const costCentre = {
  ...{ id: 'p-1', name: 'Cost centre', key: 'costCentre', type: 'text' as const, createdAt: at, createdBy: ines },
  ...{ isRequired: false, isUnique: false, isDisabled: false },
}
const list = (...items: UserRow[]): Answer[] => [
  answer(api.users.list, () => createPage(items)),
  answer(api.users.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
  answer(api.userAccounts.groupsInUse, () => [sales]),
  answer(api.userAccounts.ownRolesInUse, () => [clerk]),
  answer(api.userProperties.list, () => createPage([costCentre])),
  answer(api.userChanges.read, () => ({ item: null, rows: [], next: null })),
]
const one = (more: Partial<UserAccount> = {}): Answer[] => [
  answer(api.userAccounts.get, () => ({ ...account, ...more })),
  answer(api.userAccounts.groupsInUse, () => [sales]),
  answer(api.userAccounts.ownRolesInUse, () => [clerk]),
  answer(api.userProperties.valuesOfUser, () => [
    {
      ...{ key: 'costCentre', name: 'Cost centre', type: 'text' as const, isRequired: false, choices: [] },
      ...{ defaultValue: '', description: '', value: 'C7', label: null, isEditable: true },
    },
  ]),
  answer(api.userAccounts.sessions, () => [session]),
  answer(api.userAccounts.tokens, () => [token]),
  answer(api.absences.findPeople, () => []),
]
const page = '/usersgroups/users/user-1'

describe('the users', () => {
  it('are listed with state, roles and groups, and narrowed by a view', async () => {
    const { user, network } = await renderApp('/usersgroups/users', { roles, answers: list(row) })
    const found = within(await screen.findByRole('row', { name: /Ann Lee/ }))
    expect(found.getByRole('link', { name: /Ann Lee/ }).getAttribute('href')).toBe(page)
    for (const text of ['Enabled', 'RoleUser', '+1', 'Sales', 'Never']) found.getByText(text)
    await user.click(screen.getByRole('link', { name: /^Locked/ }))
    await waitFor(() => expect(network.callsTo(api.users.list).at(-1)?.query).toEqual({ state: 'locked' }))
  })

  it('say in the words of the specification that they are refused', async () => {
    const refused = answer(api.users.list, () => refuse('right.missing', 'Expected RoleUserAdmin.'))
    await renderApp('/usersgroups/users', { roles, answers: [...list(), refused] })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Error while fetching users data or User might not have ssoCustomerAdminRole',
    )
  })
})

describe('several users', () => {
  const rowOf = (id: string, more: Partial<UserChangeRow>): UserChangeRow => ({
    ...{ position: 1, id, name: 'Ann Lee', username: 'ann', result: 'changed', added: [], removed: [] },
    ...{ code: null, message: null },
    ...more,
  })
  const bea: UserRow = { ...row, id: 'user-2', name: 'Bea Roy', username: 'bea' }
  const itemOf = (more: Partial<UserChange>): UserChange => ({
    ...{
      id: 'change-1',
      change: { kind: 'restore' },
      state: 'checked',
      total: 2,
      done: 2,
      createdAt: at,
      endedAt: null,
    },
    ...{ counts: { changed: 1, same: 0, refused: 1 } },
    ...more,
  })
  /** A change that its job has checked by the time that somebody asks. */
  const changeOf = (rows: readonly UserChangeRow[], more: Partial<UserChange> = {}) => {
    const state: { item: UserChange | null } = { item: null }
    const set = (next: Partial<UserChange>) => {
      state.item = itemOf({ ...more, ...state.item, ...next })
      return state.item
    }
    const answers: Answer[] = [
      answer(api.userChanges.order, ({ body }) => {
        const { change } = body as { change: UserChange['change'] }
        const ordered = set({ change, state: 'checking', done: 0 })
        set({ state: 'checked', done: ordered.total })
        return ordered
      }),
      answer(api.userChanges.read, ({ query }) => {
        const result = query.result ?? null
        return { item: state.item, rows: rows.filter((one) => one.result === result), next: null }
      }),
      answer(api.userChanges.start, () =>
        set({ state: 'changing', total: 1, done: 0, counts: { changed: 0, same: 0, refused: 1 } }),
      ),
      answer(api.userChanges.cancel, () => set({ state: 'cancelled' })),
    ]
    return { answers, set }
  }

  it('are given roles after the difference is shown for each of them, while the dialog is closed', async () => {
    const { answers, set } = changeOf([
      rowOf('user-1', { added: ['RoleUserAdmin'] }),
      rowOf('user-2', { name: 'Bea Roy', result: 'refused', code: 'right.missing', message: 'Expected fewer roles.' }),
    ])
    const { user, network } = await renderApp('/usersgroups/users', { roles, answers: [...list(row, bea), ...answers] })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Bea Roy' }))
    await user.click(screen.getByRole('button', { name: 'Add roles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add roles to 2 users' }))
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'RoleDesign' }).disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: 'RoleUserAdmin' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Clerk' }))
    await user.click(dialog.getByRole('button', { name: 'Show changes' }))
    await dialog.findByText('1 user changes · 0 users are unchanged · 1 user is skipped')
    within(await dialog.findByRole('row', { name: /Ann Lee/ })).getByText('gets RoleUserAdmin')
    expect(network.callsTo(api.userChanges.start)).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'Change 1 user' }))
    await dialog.findByText('Changed 0 of 1 users')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Changed 0 of 1 users' }))
    const again = within(await screen.findByRole('dialog', { name: 'Add roles' }))
    const before = network.callsTo(api.users.list).length
    set({ state: 'done', done: 1, counts: { changed: 1, same: 0, refused: 1 } })
    await again.findByText('1 user was changed.')
    await again.findByRole('row', { name: /Bea Roy/ })
    await waitFor(() => expect(network.callsTo(api.users.list).length).toBeGreaterThan(before))
    const change = { kind: 'addRoles', roles: ['RoleUserAdmin'], ownRoles: ['clerk'] }
    expect(network.callsTo(api.userChanges.order)[0]?.body).toEqual({ change, users: { ids: ['user-1', 'user-2'] } })
  })

  it('are disabled with a reason, all that a filter finds, until somebody cancels', async () => {
    const { answers, set } = changeOf([rowOf('user-1', {})], {
      ...{ total: 120, counts: { changed: 119, same: 1, refused: 0 } },
    })
    const { user, network } = await renderApp('/usersgroups/users?state=active', {
      roles,
      answers: [
        ...list(row),
        ...answers,
        answer(api.users.listCount, () => ({ total: 120, isCapped: false, isPartial: false })),
      ],
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 120 matches' }))
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable' }))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left')
    await user.click(dialog.getByRole('button', { name: 'Show changes' }))
    await dialog.findByText('119 users change · 1 user is unchanged · 0 users are skipped')
    await dialog.findByText('118 more users')
    const body = { change: { kind: 'disable', reason: 'Left' }, users: { query: { state: 'active' } } }
    expect(network.callsTo(api.userChanges.order)[0]?.body).toEqual(body)
    await user.click(dialog.getByRole('button', { name: 'Change 119 users' }))
    await dialog.findByText('Changed 0 of 1 users')
    set({ total: 119, done: 20, counts: { changed: 20, same: 0, refused: 0 } })
    await user.click(dialog.getByRole('button', { name: 'Cancel change' }))
    await dialog.findByText('20 users were changed. 99 users were not changed, because the change was cancelled.')
  })

  it('are disabled by operators with the choice who gets the open tasks', async () => {
    const { answers } = changeOf([rowOf('user-1', { message: '2 open tasks go to rosa.' })], {
      ...{ total: 1, counts: { changed: 1, same: 0, refused: 0 }, change: { kind: 'disable', reason: 'Left' } },
    })
    const { user, network } = await renderApp('/usersgroups/users', {
      roles: [...roles, 'RoleProcessAdmin'],
      answers: [...list(row), ...answers],
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable 1 user' }))
    const choice = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Open tasks' })
    expect(choice.value).toBe('Assign them to the substitute')
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left')
    await user.click(choice)
    await user.click(await screen.findByRole('option', { name: 'Assign them to another user' }))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Show changes' }).disabled).toBe(true)
    await user.click(choice)
    await user.click(await screen.findByRole('option', { name: 'Return them to their candidates' }))
    await user.click(dialog.getByRole('button', { name: 'Show changes' }))
    await dialog.findByText('Disabled. 2 open tasks go to rosa.')
    expect(network.callsTo(api.userChanges.order)[0]?.body).toMatchObject({
      change: { kind: 'disable', reason: 'Left', handOver: { target: 'groups' } },
    })
  })

  it('are disabled by operators who go back from the difference, and find the user they have chosen', async () => {
    const { answers } = changeOf([rowOf('user-1', {})], {
      ...{ total: 1, counts: { changed: 1, same: 0, refused: 0 }, change: { kind: 'disable', reason: 'Left' } },
    })
    const { user } = await renderApp('/usersgroups/users', {
      roles: [...roles, 'RoleProcessAdmin'],
      answers: [...list(row), ...answers, answer(api.absences.findPeople, () => [ines])],
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable 1 user' }))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left')
    await user.click(dialog.getByRole('combobox', { name: 'Open tasks' }))
    await user.click(await screen.findByRole('option', { name: 'Assign them to another user' }))
    const person = () => dialog.getByRole<HTMLInputElement>('combobox', { name: /^New assignee/ })
    await user.click(person())
    await user.click(await screen.findByRole('option', { name: new RegExp(ines.displayName) }))
    await user.click(dialog.getByRole('button', { name: 'Show changes' }))
    await user.click(await dialog.findByRole('button', { name: 'Back' }))
    await dialog.findByRole('button', { name: 'Show changes' })
    await expect.poll(() => person().value).toContain(ines.displayName)
  })

  it('have results after a change that ended while its user was elsewhere, for a day', async () => {
    const refused = { result: 'refused', code: 'right.missing', message: 'Expected fewer roles.' } as const
    const { answers, set } = changeOf([rowOf('user-1', refused)])
    set({ state: 'done', endedAt: new Date().toISOString() })
    const { user } = await renderApp('/usersgroups/users', { roles, answers: [...list(row), ...answers] })
    await user.click(await screen.findByRole('button', { name: 'Results of the last change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore' }))
    await dialog.findByRole('row', { name: /Ann Lee/ })
    dialog.getByRole('button', { name: 'Download results' })
  })

  it('stay as they are when another change has replaced the checked one', async () => {
    const { answers, set } = changeOf([])
    const { user } = await renderApp('/usersgroups/users', { roles, answers: [...list(row), ...answers] })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }))
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore 1 user' }))
    await user.click(dialog.getByRole('button', { name: 'Show changes' }))
    await user.click(await dialog.findByRole('button', { name: 'Change 1 user' }))
    set({ id: 'change-2', state: 'checked' })
    await dialog.findByText(/Another change of yours has replaced this one/)
  })
})

describe('a user', () => {
  it('is created with a generated password that can be copied', async () => {
    const { user, network } = await renderApp('/usersgroups/users/new', {
      roles,
      answers: [...one(), answer(api.userAccounts.create, () => account)],
    })
    await user.type(await screen.findByRole('textbox', { name: /^User name/ }), 'ann')
    const password = screen.getByRole<HTMLInputElement>('textbox', { name: /^First password/ }).value
    expect(password).toHaveLength(16)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^RoleDesign/ }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Create user' }))
    await screen.findByRole('heading', { level: 1, name: 'Ann Lee' })
    expect(network.callsTo(api.userAccounts.create)[0]?.body).toMatchObject({
      username: 'ann',
      password,
      roles: ['RoleUser'],
    })
  })

  it('is not created with a password that is refused: the field says what to enter', async () => {
    const message = 'Expected at least 20 characters, but there are 16.'
    const { user } = await renderApp('/usersgroups/users/new', {
      roles,
      answers: [
        ...one(),
        answer(api.userAccounts.create, () => refuse('password.weak', message, [{ where: 'newPassword', message }])),
      ],
    })
    await user.type(await screen.findByRole('textbox', { name: /^User name/ }), 'ann')
    await user.click(screen.getByRole('button', { name: 'Create user' }))
    await screen.findByText('Enter at least 20 characters.')
  })

  it('is invited by mail instead, to an address that has to be there', async () => {
    const { user, network } = await renderApp('/usersgroups/users/new', {
      roles,
      answers: [...one(), answer(api.userAccounts.create, () => account)],
    })
    await user.type(await screen.findByRole('textbox', { name: /^User name/ }), 'ann')
    await user.click(screen.getByRole('radio', { name: 'Send an invitation by mail' }))
    expect(screen.queryByRole('textbox', { name: /^First password/ })).toBeNull()
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create user' })
    expect(create.disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.org')
    await user.click(create)
    await screen.findByRole('heading', { level: 1, name: 'Ann Lee' })
    const { body } = network.callsTo(api.userAccounts.create)[0] ?? {}
    expect(body).toMatchObject({ username: 'ann', email: 'ann@example.org', invite: true })
    expect(body).not.toHaveProperty('password')
  })

  it('is sent a link to choose a password', async () => {
    const sent = answer(api.userAccounts.sendPasswordLink, () => ({ kind: 'invitation' as const, expiresAt: at }))
    const answers = [...one({ hasPassword: false, email: 'ann@example.org' }), sent]
    const { user } = await renderApp(page, { roles, answers })
    await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
    await screen.findByText('Invitation sent to ann@example.org')
  })

  it('is sent no link without an email address', async () => {
    await renderApp(page, { roles, answers: one() })
    await screen.findByText('Enter an email address and save the user to send a link.')
    expect(screen.queryByRole('button', { name: 'Send link to reset password' })).toBeNull()
  })

  it('of a directory has the password there', async () => {
    await renderApp(page, { roles, answers: one({ hasPassword: false, directory: { id: 'one', name: 'Company' } }) })
    await screen.findByText(/The user comes from the directory Company and signs in with the password there/)
    expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  })

  it('shows user properties, which are saved by themselves', async () => {
    const { user, network } = await renderApp(page, {
      roles,
      answers: [...one(), answer(api.userProperties.setValuesOfUser, () => [])],
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Cost centre' })
    await user.type(field, '1')
    await user.click(screen.getByRole('button', { name: 'Save properties' }))
    await waitFor(() =>
      expect(network.callsTo(api.userProperties.setValuesOfUser)[0]?.body).toEqual({ values: { costCentre: 'C71' } }),
    )
  })

  it('is saved whole, with the revision that was read, and keeps the entries when it is refused', async () => {
    const { user, network } = await renderApp(page, {
      roles,
      answers: [...one(), answer(api.userAccounts.save, () => refuse('thing.changed', 'Somebody was faster.'))],
    })
    const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' })
    await user.type(first, 'a')
    await user.click(screen.getByRole('checkbox', { name: /^AdvRoleUser\b/ }))
    await user.click(screen.getByRole('button', { name: 'Save user' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while updating users')
    expect(first.value).toBe('Anna')
    expect(network.callsTo(api.userAccounts.save)[0]?.body).toEqual({
      ...{ firstName: 'Anna', lastName: 'Lee', email: '', manager: null, ownRoles: [], groups: [], revision: 3 },
      roles: ['RoleUser', 'AdvRoleUser'],
    })
  })

  it('that another administrator has saved meanwhile shows their changes, keeps the input, and is saved again', async () => {
    const details = [
      { where: 'updatedBy', message: 'Bea Roy' },
      { where: 'revision', message: '4' },
    ]
    const { user, network } = await renderApp(page, {
      roles,
      answers: [
        ...one(),
        answer(api.userAccounts.save, () => refuse('thing.changed', 'Expected another one.', details)),
      ],
    })
    const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' })
    await user.type(first, 'a')
    await user.click(screen.getByRole('button', { name: 'Save user' }))
    await screen.findByText(/^Bea Roy has saved other changes since you opened this page/)
    network.answer(...one({ revision: 4, email: 'ann@example.org' }))
    await user.click(screen.getByRole('button', { name: 'Load these changes' }))
    await screen.findByText('Changes of Bea Roy loaded')
    screen.getByText('Email: – → ann@example.org')
    expect(first.value).toBe('Anna')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ann@example.org')
    network.answer(answer(api.userAccounts.save, () => ({ ...account, revision: 5, firstName: 'Anna' })))
    await user.click(screen.getByRole('button', { name: 'Save user' }))
    await waitFor(() =>
      expect(network.callsTo(api.userAccounts.save)[1]?.body).toMatchObject({
        ...{ firstName: 'Anna', email: 'ann@example.org', revision: 4 },
      }),
    )
    await waitFor(() => expect(screen.queryByText('Changes of Bea Roy loaded')).toBeNull())
  })

  it('that the page has read again meanwhile shows the changes since the input, by names, and only until it is discarded', async () => {
    const details = [
      { where: 'updatedBy', message: 'Bea Roy' },
      { where: 'revision', message: '4' },
    ]
    const { user, network } = await renderApp(page, {
      roles,
      answers: [
        ...one(),
        answer(api.userAccounts.save, () => refuse('thing.changed', 'Expected another one.', details)),
      ],
    })
    const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' })
    await user.type(first, 'a')
    network.answer(...one({ revision: 4, email: 'ann@example.org', groups: [sales], manager: ines }))
    act(() => touch(api.userAccounts.save))
    const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
    await waitFor(() => expect(email.value).toBe('ann@example.org'))
    await user.click(screen.getByRole('button', { name: 'Save user' }))
    await user.click(await screen.findByRole('button', { name: 'Load these changes' }))
    await screen.findByText('Changes of Bea Roy loaded')
    screen.getByText('Groups: – → Sales')
    screen.getByText(`Manager: – → ${ines.displayName}`)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('Changes of Bea Roy loaded')).toBeNull())
    await user.type(first, 'b')
    await screen.findByText('Not saved yet')
    expect(screen.queryByText('Changes of Bea Roy loaded')).toBeNull()
  })

  it('is disabled by an operator, who hands over the open tasks to the manager or another user', async () => {
    const disabled = { at, by: ines, reason: 'Left' }
    const { user, network } = await renderApp(page, {
      roles: [...roles, 'RoleProcessAdmin'],
      answers: [
        ...one({ manager: ines }),
        answer(api.userAccounts.disable, () => ({ ...account, disabled, state: 'disabled' as const })),
        answer(api.taskBulk.startBatch, () => refuse('batch.empty', 'Expected tasks, but there are none.')),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText(/stay assigned/)).toBeNull()
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left')
    await user.click(dialog.getByRole('combobox', { name: 'Open tasks' }))
    await user.click(await screen.findByRole('option', { name: 'Assign them to another user' }))
    expect((await dialog.findByRole<HTMLInputElement>('combobox', { name: /New assignee/ })).value).toMatch(/^Ines/)
    await user.click(dialog.getByRole('button', { name: 'Disable user' }))
    // The account is disabled in any case.
    await screen.findByText('The user is disabled, but the open tasks stay assigned')
    expect(network.callsTo(api.taskBulk.startBatch)[0]?.body).toEqual({
      action: { kind: 'assign', username: ines.username },
      selection: { list: 'open', query: { assignee: 'ann' } },
    })
    expect(network.callsTo(api.userAccounts.disable)).toHaveLength(1)
  })

  it('is disabled by an operator, with the substitute as the preset receiver of the open tasks', async () => {
    const disabled = { at, by: ines, reason: 'Left' }
    const { user, network } = await renderApp(page, {
      roles: [...roles, 'RoleProcessAdmin'],
      answers: [
        ...one({ substitute: ines }),
        answer(api.userAccounts.disable, () => ({ ...account, disabled, state: 'disabled' as const })),
        answer(api.taskBulk.startBatch, () => refuse('batch.empty', 'Expected tasks, but there are none.')),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left')
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: /New assignee/ }).value).toMatch(/^Ines/)
    await user.click(dialog.getByRole('button', { name: 'Disable user' }))
    await expect
      .poll(() => network.callsTo(api.taskBulk.startBatch)[0]?.body)
      .toMatchObject({ action: { kind: 'assign', username: ines.username } })
  })

  it('is disabled with a reason, after what stops is said, and restored', async () => {
    const disabled = { at, by: ines, reason: 'Left' }
    const { user, network } = await renderApp(page, {
      roles,
      answers: [
        ...one(),
        answer(api.userAccounts.disable, () => {
          network.answer(...one({ disabled, state: 'disabled' }))
          return { ...account, disabled, state: 'disabled' as const }
        }),
        answer(api.userAccounts.restore, () => {
          network.answer(...one())
          return account
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/1 session ends with its next request\. 1 API token stops\. 3 open tasks stay assigned/)
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left')
    await user.click(dialog.getByRole('button', { name: 'Disable user' }))
    await screen.findByText('Disabled by Ines Duarte')
    expect(network.callsTo(api.userAccounts.disable)[0]?.query).toEqual({ deletedReason: 'Left' })
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await screen.findByRole('button', { name: 'Disable' })
  })

  it('who is disabled is erased by an administrator, after the places are counted and the name is typed', async () => {
    const disabled = { at, by: ines, reason: 'Left' }
    const counts = { instances: 2, tasks: 1_200, comments: 0, files: 0, operations: 4, records: 1 }
    const answers = [
      ...list(),
      ...one({ disabled, state: 'disabled' }),
      answer(api.userErasure.count, () => ({
        username: 'ann',
        counts,
        obstacles: [{ kind: 'tasks' as const, count: 3 }],
      })),
      answer(api.userErasure.erase, () => ({ pseudonym: 'erased-1', replaced: 1_207 })),
    ]
    const { user, network } = await renderApp(page, { roles: ['RoleUserAdmin', 'RoleAdmin'], answers })
    await user.click(await screen.findByRole('button', { name: 'Erase user' }))
    const asked = async () => within(await screen.findByRole('dialog', { name: 'Erase Ann Lee?' }))
    let dialog = await asked()
    await dialog.findByText('3 open tasks name the user. Assign them to other users first.')
    const action = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase user' })
    expect(action().disabled).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Keep user' }))
    network.answer(answer(api.userErasure.count, () => ({ username: 'ann', counts, obstacles: [] })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Erase user' }))
    dialog = await asked()
    await dialog.findByText('1,200 tasks')
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '2 process instances and their steps',
      '1,200 tasks',
      '4 operations in history',
      '1 record that the user created or changed',
    ])
    await user.type(dialog.getByRole('textbox'), 'ann')
    await user.click(action())
    await screen.findByText('User erased')
    expect(network.callsTo(api.userErasure.erase)[0]?.body).toEqual({ username: 'ann' })
  })

  it('who is named nowhere is erased without a list of places', async () => {
    const none = { instances: 0, tasks: 0, comments: 0, files: 0, operations: 0, records: 0 }
    const disabled = { at, by: ines, reason: 'Left' }
    const { user } = await renderApp(page, {
      roles: ['RoleUserAdmin', 'RoleAdmin'],
      answers: [
        ...one({ disabled, state: 'disabled' }),
        answer(api.userErasure.count, () => ({ username: 'ann', counts: none, obstacles: [] })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Erase user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ann Lee?' }))
    await dialog.findByText(
      'No process instance, task, comment, file, operation or record has this user as its author, assignee or editor.',
    )
    expect(dialog.queryAllByRole('listitem')).toEqual([])
  })

  it('that is locked is unlocked', async () => {
    const { user, network } = await renderApp(page, {
      roles,
      answers: [...one({ state: 'locked', lockedUntil: at }), answer(api.users.unlock, () => undefined)],
    })
    await user.click(await screen.findByRole('button', { name: 'Unlock' }))
    await waitFor(() => expect(network.callsTo(api.users.unlock)).toHaveLength(1))
  })

  it('has a session ended and a token revoked', async () => {
    const { user, network } = await renderApp(page, {
      roles,
      answers: [
        ...one(),
        answer(api.userAccounts.endSession, () => undefined),
        answer(api.userAccounts.revokeToken, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /^End the session/ }))
    await waitFor(() => expect(network.callsTo(api.userAccounts.endSession)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Revoke the API token Deploy' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke token' }))
    await waitFor(() => expect(network.callsTo(api.userAccounts.revokeToken)).toHaveLength(1))
  })

  it('who no longer exists says so, and one who cannot be read says it in the words of the specification', async () => {
    const { user, network } = await renderApp(page, {
      roles,
      answers: [...one(), answer(api.userAccounts.get, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching users data')
    network.answer(answer(api.userAccounts.get, () => refuse('thing.not-found', 'Expected a user.')))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('User not found')
  })
})

it('generates passwords that differ, of letters and digits that do not look alike', () => {
  const made = Array.from({ length: 50 }, generatePassword)
  expect(new Set(made).size).toBe(50)
  expect(made.join('')).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]+$/)
})
