import { api, type Group } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answer, answer } from '../../testing/network.ts'
import { testRecordPage, written } from '../../testing/record-tests.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const first: Group = {
  ...written,
  id: 'one',
  name: 'First',
  key: 'first',
  type: null,
  description: '',
  email: null,
  manager: null,
  parent: null,
  roles: ['RoleUser'],
  ownRoles: [],
  inheritedRoles: [],
  children: [],
  disabled: null,
}
const fields = { description: '', email: null, manager: null, parentId: null, roles: ['RoleUser'], ownRoles: [] }
const members = {
  items: [
    { ...ines, isEnabled: true, isDirect: true, via: [] },
    { username: 'sam', displayName: 'Sam Field', isEnabled: true, isDirect: false, via: ['Night shift'] },
  ],
  isMore: false,
  direct: 1,
  total: 2,
}
const parts: Answer[] = [
  answer(api.groups.ownRoles, () => []),
  answer(api.groups.members, () => members),
  answer(api.groups.uses, () => [{ kind: 'candidates' as const, name: 'Loan', count: 2 }]),
  answer(api.users.list, () => createPage([])),
  answer(api.groups.list, () => createPage([])),
]

testRecordPage({
  path: '/usersgroups/groups',
  roles,
  noun: 'group',
  calls: api.groups,
  first,
  row: { ...first, parent: null, memberCount: 0, isDisabled: false },
  parts,
  facts: ['Id', 'Key', 'Created', 'Created by'],
  saved: { ...fields, name: 'Second', revision: 3 },
  created: { ...fields, name: 'First', key: 'first', roles: [] },
})

it('the page of a group reports members of its own from those by groups below, and removes one after a question', async () => {
  const { user, network } = await renderApp('/usersgroups/groups/one', {
    roles,
    answers: [...parts, answer(api.groups.get, () => first), answer(api.groups.removeMember, () => undefined)],
  })
  const shown = within(await screen.findByRole('list', { name: 'Members' }))
  shown.getByText('Direct')
  shown.getByText('Through Night shift')
  expect(shown.queryByRole('button', { name: 'Remove Sam Field' })).toBeNull()
  screen.getByText('2 open tasks of Loan can be claimed')
  await user.click(shown.getByRole('button', { name: 'Remove Ines Duarte' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Ines Duarte from this group?' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove member' }))
  await waitFor(() =>
    expect(network.callsTo(api.groups.removeMember)[0]?.params).toEqual({ id: 'one', username: ines.username }),
  )
})
