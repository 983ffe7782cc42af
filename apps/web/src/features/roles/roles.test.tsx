import { api, type OwnRole, type OwnRoleRow, type RoleDetail, type RoleMember } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { written } from '../../testing/record-tests.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'] as const
const role: RoleDetail = {
  name: 'RoleIntegration',
  otherNames: ['ROLE_INTEGRATION'],
  description: 'Connects systems',
  memberCount: 1,
  signOn: { claim: 'groups', values: ['integrators'] },
}
const ownRow: OwnRoleRow = {
  id: 'own-id',
  key: 'credit',
  name: 'Credit desk',
  description: 'Works on loans',
  needsSecondFactor: false,
  memberCount: 2,
  groupCount: 1,
  isDisabled: false,
  createdAt: '2030-01-07T09:00:00.000Z',
  createdBy: null,
}
const own: OwnRole = {
  ...written,
  id: 'own-id',
  key: 'credit',
  name: 'Credit desk',
  description: 'Works on loans',
  needsSecondFactor: false,
  disabled: null,
  permissions: [{ kind: 'application', thing: 'loan-id', name: 'Loans', actions: ['see', 'work'] }],
}
const sam: RoleMember = { id: 'sam-id', username: 'sam', displayName: 'Sam Ito', isDisabled: false }
const ada: RoleMember = { ...sam, id: 'ada-id', username: 'ada', displayName: 'Ada Reyes' }
const answers = [
  answer(api.roles.get, () => role),
  answer(api.roles.members, () => ({ items: [sam], isMore: false })),
  answer(api.roles.findUsers, () => [ada]),
  answer(api.roles.groups, () => ({ items: [], isMore: false })),
]

describe('the page of roles', () => {
  it('lists them with members and other names, and leads to each', async () => {
    await renderApp('/usersgroups/roles', {
      roles,
      answers: [answer(api.roles.list, () => [role]), answer(api.ownRoles.list, () => createPage([ownRow]))],
    })
    const row = await screen.findByRole('row', { name: /Connects systems/ })
    within(row).getByText('ROLE_INTEGRATION')
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/usersgroups/roles/RoleIntegration')
    expect(await findViolations()).toEqual([])
  })

  it('shows a failure with its cause', async () => {
    const failing = answer(api.roles.list, () => refuse('internal', 'A fault of the program.'))
    await renderApp('/usersgroups/roles', {
      roles,
      answers: [failing, answer(api.ownRoles.list, () => createPage([]))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching roles')
  })
})

describe('the page of a role', () => {
  it('shows the pages that it opens, its members and its claim', async () => {
    await renderApp('/usersgroups/roles/RoleIntegration', { roles, answers })
    await screen.findByRole('heading', { level: 1, name: 'RoleIntegration' })
    await screen.findByText('Sam Ito (sam)')
    screen.getByText('integrators')
    const pages = screen.getByRole('region', { name: 'Pages' })
    expect(within(pages).getAllByRole('listitem').length).toBeGreaterThan(0)
    expect(await findViolations()).toEqual([])
  })

  it('does not exist under another name', async () => {
    const gone = answer(api.ownRoles.get, () => refuse('thing.not-found', 'There is no role with this name.'))
    await renderApp('/usersgroups/roles/Nothing', { roles, answers: [...answers, gone] })
    await screen.findByRole('heading', { name: 'Role not found' })
  })

  it('gives the role to a user whom the server finds, and is ready for the next one', async () => {
    const { promise: added, resolve: answerAdd } = Promise.withResolvers<undefined>()
    const { user, network } = await renderApp('/usersgroups/roles/RoleIntegration', {
      roles,
      answers: [...answers, answer(api.roles.addMember, () => added)],
    })
    const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add member' })
    await user.click(input)
    await user.click(await screen.findByRole('option', { name: 'Ada Reyes (ada)' }))
    await waitFor(() => expect(network.callsTo(api.roles.addMember)).toHaveLength(1))
    // Disabled, it would lose the focus, and open its list once more where it gets it back.
    expect([input.disabled, input.readOnly, document.activeElement]).toEqual([false, true, input])
    answerAdd(undefined)
    await waitFor(() => expect(input.readOnly).toBe(false))
    expect([document.activeElement, screen.queryByRole('listbox')]).toEqual([input, null])
  })

  it('asks before it takes the role, and says why the last administrator keeps it', async () => {
    const last = answer(api.roles.removeMember, () => refuse('user.last-administrator', 'The last one.'))
    const { user } = await renderApp('/usersgroups/roles/RoleIntegration', { roles, answers: [...answers, last] })
    await user.click(await screen.findByRole('button', { name: 'Remove Sam Ito' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Sam Ito from RoleIntegration?' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove member' }))
    await within(dialog).findByText('The role was not removed')
  })
})

describe('the page of an own role', () => {
  const ofOwn = [
    ...answers,
    answer(api.ownRoles.get, () => own),
    answer(api.ownRoles.things, () => [{ thing: 'stock-id', name: 'Stock' }]),
  ]

  it('shows what it permits, and saves another permission', async () => {
    const { user, network } = await renderApp('/usersgroups/roles/credit', {
      roles,
      answers: [...ofOwn, answer(api.ownRoles.save, () => ({ ...own, revision: 3 }))],
    })
    await screen.findByRole('heading', { level: 1, name: 'Credit desk' })
    const lines = () => screen.getAllByRole('group', { name: 'Actions' })
    expect(
      within(lines()[0] as HTMLElement).getByRole<HTMLInputElement>('checkbox', { name: 'Work on tasks' }).checked,
    ).toBe(true)
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Add permission' }))
    await screen.findByText('Choose an item.')
    await user.click(screen.getAllByRole('combobox', { name: 'Item' })[1] as HTMLElement)
    await user.click(await screen.findByRole('option', { name: 'Stock' }))
    await user.click(within(lines()[1] as HTMLElement).getByRole('checkbox', { name: 'Deploy' }))
    await user.click(screen.getByRole('button', { name: 'Save role' }))
    await screen.findByText('Role saved')
    expect(network.callsTo(api.ownRoles.save)[0]).toMatchObject({
      body: {
        permissions: [
          { kind: 'application', thing: 'loan-id', actions: ['see', 'work'] },
          { kind: 'application', thing: 'stock-id', actions: ['see', 'deploy'] },
        ],
      },
    })
  })

  it('is created with a key from its name', async () => {
    const { user, network } = await renderApp('/usersgroups/roles/new', {
      roles,
      answers: [...ofOwn, answer(api.ownRoles.create, () => own)],
    })
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Credit desk')
    await user.click(screen.getByRole('button', { name: 'Create role' }))
    await screen.findByText('Role created')
    expect(network.callsTo(api.ownRoles.create)[0]).toMatchObject({ body: { name: 'Credit desk', permissions: [] } })
  })
})
