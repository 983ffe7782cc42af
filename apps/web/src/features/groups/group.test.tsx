import { api, type Group } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const at = '2030-01-07T09:00:00.000Z'
const first: Group = {
  id: 'one',
  name: 'First',
  key: 'first',
  type: null,
  description: '',
  email: null,
  manager: null,
  parent: null,
  roles: ['RoleUser'],
  inheritedRoles: [],
  children: [],
  revision: 3,
  disabled: null,
  createdAt: at,
  createdBy: ines,
  updatedAt: at,
  updatedBy: ines,
}
const one = (more: Partial<Group> = {}) => answer(api.groups.get, () => ({ ...first, ...more }))
const fields = { description: '', email: null, manager: null, parentId: null, roles: ['RoleUser'] }
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
  answer(api.groups.members, () => members),
  answer(api.groups.uses, () => [{ kind: 'candidates' as const, name: 'Loan', count: 2 }]),
  answer(api.users.list, () => createPage([])),
  answer(api.groups.list, () => createPage([])),
]
const list: Answer[] = [
  answer(api.groups.list, () => createPage([{ ...first, parent: null, memberCount: 0, isDisabled: false }])),
  answer(api.groups.listCount, () => ({ total: 1, isCapped: false, isPartial: false })),
]

describe('the page of a group', () => {
  it('shows its name, its fields and who created it', async () => {
    await renderApp('/usersgroups/groups/one', { roles, answers: [...parts, one()] })
    await screen.findByRole('heading', { level: 1, name: 'First' })
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Id', 'Key', 'Created', 'Created by'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('First')
    expect(await findViolations()).toEqual([])
  })

  it('leads back to the list as it was', async () => {
    const { user } = await renderApp('/usersgroups/groups?name=f&sort=-created', {
      roles,
      answers: [...parts, ...list, one()],
    })
    await user.click(await screen.findByRole('link', { name: 'First' }))
    await screen.findByRole('heading', { level: 1, name: 'First' })
    const trail = screen.getByRole('navigation', { name: 'Breadcrumb' })
    const [back] = within(trail).getAllByRole('link').slice(-1)
    if (back === undefined) throw new Error('Expected a way back, but there is none.')
    await user.click(back)
    await screen.findByRole('button', { name: 'Name begins with f' })
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ name: 'f', sort: '-created' })
  })

  it('saves what was changed, with the revision that it began with', async () => {
    const { user, network } = await renderApp('/usersgroups/groups/one', {
      roles,
      answers: [
        ...parts,
        one(),
        answer(api.groups.save, () => {
          network.answer(one({ name: 'Second', revision: 4 }))
          return { ...first, name: 'Second', revision: 4 }
        }),
      ],
    })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Second')
    await user.click(screen.getByRole('button', { name: 'Save group' }))
    await screen.findByRole('heading', { level: 1, name: 'Second' })
    expect(network.callsTo(api.groups.save)[0]?.body).toEqual({ ...fields, name: 'Second', revision: 3 })
  })

  it('keeps what was entered when it is not saved, and asks before it is left behind', async () => {
    const message = 'A group has this name already'
    const { user } = await renderApp('/usersgroups/groups/one', {
      roles,
      answers: [
        ...parts,
        ...list,
        one(),
        answer(api.groups.save, () => refuse('thing.name-taken', message, [{ where: 'name', message }])),
      ],
    })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await user.type(name, ' one')
    await user.click(screen.getByRole('button', { name: 'Save group' }))
    await screen.findByText(message, { selector: '.mantine-InputWrapper-error' })
    expect(name.value).toBe('First one')
    await user.click(
      within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
        .getAllByRole('link')
        .at(-1) as Element,
    )
    await screen.findByRole('dialog', { name: 'Leave without sending?' })
  })

  it('is disabled with a reason, locked then, and restored', async () => {
    const disabled = { at, by: ines, reason: 'Not needed' }
    const { user, network } = await renderApp('/usersgroups/groups/one', {
      roles,
      answers: [
        ...parts,
        one(),
        answer(api.groups.disable, () => {
          network.answer(one({ disabled }))
          return { ...first, disabled }
        }),
        answer(api.groups.restore, () => {
          network.answer(one())
          return first
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable “First”?' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Not needed')
    await user.click(within(dialog).getByRole('button', { name: 'Disable group' }))
    await screen.findByText('Disabled by Ines Duarte')
    expect(network.callsTo(api.groups.disable)[0]?.query).toEqual({ deletedReason: 'Not needed' })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).readOnly).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByText('Disabled by Ines Duarte')).toBeNull())
  })

  it('tells members of its own from those by groups below, and removes one after a question', async () => {
    const { user, network } = await renderApp('/usersgroups/groups/one', {
      roles,
      answers: [...parts, one(), answer(api.groups.removeMember, () => undefined)],
    })
    const shown = within(await screen.findByRole('list', { name: 'Members' }))
    shown.getByText('Direct')
    shown.getByText('By Night shift')
    expect(shown.queryByRole('button', { name: 'Remove Sam Field' })).toBeNull()
    screen.getByText('2 open tasks of Loan can be claimed')
    await user.click(shown.getByRole('button', { name: 'Remove Ines Duarte' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Ines Duarte from this group?' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove member' }))
    await waitFor(() =>
      expect(network.callsTo(api.groups.removeMember)[0]?.params).toEqual({ id: 'one', username: ines.username }),
    )
  })

  it('says so when it does not exist, and shows a failure that can be tried again', async () => {
    const gone = answer(api.groups.get, () => refuse('thing.not-found', 'Expected one, but there is none.'))
    await renderApp('/usersgroups/groups/nothing', { roles, answers: [gone] })
    await screen.findByRole('heading', { name: 'This group does not exist' })
  })
})

describe('the page of a new group', () => {
  it('creates it, and leads to its page', async () => {
    const { user, network } = await renderApp('/usersgroups/groups/new', {
      roles,
      answers: [...parts, answer(api.groups.create, () => first), one()],
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'First')
    await user.click(screen.getByRole('button', { name: 'Create group' }))
    await waitFor(() => expect(location.pathname).toBe('/usersgroups/groups/one'))
    expect(network.callsTo(api.groups.create)[0]?.body).toEqual({ ...fields, name: 'First', key: 'first', roles: [] })
  })
})
