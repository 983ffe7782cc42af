import { api, type Hierarchy } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const at = '2030-01-07T09:00:00.000Z'
const first: Hierarchy = {
  id: 'one',
  name: 'First',
  description: '',
  revision: 3,
  disabled: null,
  createdAt: at,
  createdBy: ines,
  updatedAt: at,
  updatedBy: ines,
}
const one = (more: Partial<Hierarchy> = {}) => answer(api.hierarchies.get, () => ({ ...first, ...more }))
const tree = answer(api.hierarchies.level, () => ({ items: [], next: null, total: 0 }))
const list: Answer[] = [
  answer(api.hierarchies.list, () => createPage([{ ...first, isDisabled: false }])),
  answer(api.hierarchies.listCount, () => ({ total: 1, isCapped: false, isPartial: false })),
]

describe('the page of a hierarchy', () => {
  it('shows its name, its fields and who created it', async () => {
    await renderApp('/usersgroups/hierarchies/one', { roles, answers: [tree, one()] })
    await screen.findByRole('heading', { level: 1, name: 'First' })
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Id', 'Created', 'Created by'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('First')
    expect(await findViolations()).toEqual([])
  })

  it('leads back to the list unchanged', async () => {
    const { user } = await renderApp('/usersgroups/hierarchies?name=f&sort=-created', {
      roles,
      answers: [...list, tree, one()],
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
    const { user, network } = await renderApp('/usersgroups/hierarchies/one', {
      roles,
      answers: [
        tree,
        one(),
        answer(api.hierarchies.save, () => {
          network.answer(one({ name: 'Second', revision: 4 }))
          return { ...first, name: 'Second', revision: 4 }
        }),
      ],
    })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Second')
    await user.click(screen.getByRole('button', { name: 'Save hierarchy' }))
    await screen.findByRole('heading', { level: 1, name: 'Second' })
    expect(network.callsTo(api.hierarchies.save)[0]?.body).toEqual({ name: 'Second', description: '', revision: 3 })
  })

  it('keeps what was entered when it is not saved, and asks before it is left behind', async () => {
    const message = 'A hierarchy has this name already'
    const { user } = await renderApp('/usersgroups/hierarchies/one', {
      roles,
      answers: [
        ...list,
        tree,
        one(),
        answer(api.hierarchies.save, () => refuse('thing.name-taken', message, [{ where: 'name', message }])),
      ],
    })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await user.type(name, ' one')
    await user.click(screen.getByRole('button', { name: 'Save hierarchy' }))
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
    const { user, network } = await renderApp('/usersgroups/hierarchies/one', {
      roles,
      answers: [
        tree,
        one(),
        answer(api.hierarchies.disable, () => {
          network.answer(one({ disabled }))
          return { ...first, disabled }
        }),
        answer(api.hierarchies.restore, () => {
          network.answer(one())
          return first
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable “First”?' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Not needed')
    await user.click(within(dialog).getByRole('button', { name: 'Disable hierarchy' }))
    await screen.findByText('Disabled by Ines Duarte')
    expect(network.callsTo(api.hierarchies.disable)[0]?.query).toEqual({ deletedReason: 'Not needed' })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).readOnly).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByText('Disabled by Ines Duarte')).toBeNull())
  })

  it('says so when it does not exist, and shows a failure that can be tried again', async () => {
    const gone = answer(api.hierarchies.get, () => refuse('thing.not-found', 'Expected one, but there is none.'))
    await renderApp('/usersgroups/hierarchies/nothing', { roles, answers: [gone] })
    await screen.findByRole('heading', { name: 'Hierarchy not found' })
  })
})

describe('the page of a new hierarchy', () => {
  it('creates it, and leads to its page', async () => {
    const { user, network } = await renderApp('/usersgroups/hierarchies/new', {
      roles,
      answers: [answer(api.hierarchies.create, () => first), tree, one()],
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'First')
    await user.click(screen.getByRole('button', { name: 'Create hierarchy' }))
    await waitFor(() => expect(location.pathname).toBe('/usersgroups/hierarchies/one'))
    expect(network.callsTo(api.hierarchies.create)[0]?.body).toEqual({ name: 'First', description: '' })
  })
})
