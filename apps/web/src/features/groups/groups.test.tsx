import { api, type GroupRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const first: GroupRow = {
  id: 'one',
  name: 'First',
  key: 'first',
  description: '',
  email: null,
  manager: null,
  parent: 'Everyone',
  roles: ['RoleUser'],
  memberCount: 3,
  isDisabled: false,
  createdAt: '2030-01-07T09:00:00.000Z',
  createdBy: ines,
}
const list = (...items: GroupRow[]): Answer[] => [
  answer(api.groups.list, () => createPage(items)),
  answer(api.groups.listCount, () => ({ total: items.length, isCapped: false, isPartial: false })),
]

describe('the page of groups', () => {
  it('lists them, and leads to each and to a new one', async () => {
    await renderApp('/usersgroups/groups', { roles, answers: list(first) })
    const row = await screen.findByRole('row', { name: /First/ })
    within(row).getByText('Everyone')
    expect(within(row).getByRole('link', { name: 'First' }).getAttribute('href')).toBe('/usersgroups/groups/one')
    expect(screen.getByRole('link', { name: 'New group' }).getAttribute('href')).toBe('/usersgroups/groups/new')
    expect(await findViolations()).toEqual([])
  })

  it('sorts and filters at the server, as the address says', async () => {
    const { user, network } = await renderApp('/usersgroups/groups?name=f', { roles, answers: list(first) })
    await screen.findByRole('button', { name: 'Name begins with f' })
    await user.click(screen.getByRole('button', { name: 'Key, column menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sort descending' }))
    await waitFor(() => expect(network.callsTo(api.groups.list).at(-1)?.query).toEqual({ name: 'f', sort: '-key' }))
  })

  it('says so when there are none', async () => {
    await renderApp('/usersgroups/groups', { roles, answers: list() })
    await screen.findByRole('heading', { name: 'No groups yet' })
  })

  it('shows a failure with its cause, and can be tried again', async () => {
    const { user, network } = await renderApp('/usersgroups/groups', {
      roles,
      answers: [...list(), answer(api.groups.list, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching groups')
    network.answer(...list(first))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('row', { name: /First/ })
  })
})
