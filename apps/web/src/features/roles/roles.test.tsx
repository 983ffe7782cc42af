import { api, type RoleDetail, type RoleMember } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const roles = ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'] as const
const role: RoleDetail = {
  name: 'RoleIntegration',
  otherNames: ['ROLE_INTEGRATION'],
  description: 'Connects systems',
  memberCount: 1,
  signOn: { claim: 'groups', values: ['integrators'] },
}
const sam: RoleMember = { id: 'sam-id', username: 'sam', displayName: 'Sam Ito', isDisabled: false }
const ada: RoleMember = { ...sam, id: 'ada-id', username: 'ada', displayName: 'Ada Reyes' }
const answers = [
  answer(api.roles.get, () => role),
  answer(api.roles.members, () => ({ items: [sam], isMore: false })),
  answer(api.roles.findUsers, () => [ada]),
]

describe('the page of roles', () => {
  it('lists them with members and other names, and leads to each', async () => {
    await renderApp('/usersgroups/roles', { roles, answers: [answer(api.roles.list, () => [role])] })
    const row = await screen.findByRole('row', { name: /Connects systems/ })
    within(row).getByText('ROLE_INTEGRATION')
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/usersgroups/roles/RoleIntegration')
    expect(await findViolations()).toEqual([])
  })

  it('shows a failure with its cause', async () => {
    const failing = answer(api.roles.list, () => refuse('internal', 'A fault of the program.'))
    await renderApp('/usersgroups/roles', { roles, answers: [failing] })
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
    const gone = answer(api.roles.get, () => refuse('thing.not-found', 'There is no role with this name.'))
    await renderApp('/usersgroups/roles/Nothing', { roles, answers: [...answers, gone] })
    await screen.findByRole('heading', { name: 'Role not found' })
  })

  it('gives the role to a user whom the server finds', async () => {
    const { user, network } = await renderApp('/usersgroups/roles/RoleIntegration', {
      roles,
      answers: [...answers, answer(api.roles.addMember, () => undefined)],
    })
    await user.click(await screen.findByRole('combobox', { name: 'Add member' }))
    await user.click(await screen.findByRole('option', { name: 'Ada Reyes (ada)' }))
    await waitFor(() => expect(network.callsTo(api.roles.addMember)).toHaveLength(1))
  })

  it('asks before it takes the role, and says why the last administrator keeps it', async () => {
    const last = answer(api.roles.removeMember, () => refuse('user.last-administrator', 'The last one.'))
    const { user } = await renderApp('/usersgroups/roles/RoleIntegration', { roles, answers: [...answers, last] })
    await user.click(await screen.findByRole('button', { name: 'Remove Sam Ito' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Sam Ito from RoleIntegration?' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove member' }))
    await within(dialog).findByText('The role was not taken')
  })
})
