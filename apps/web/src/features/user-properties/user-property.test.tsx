import { api, type UserProperty } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const at = '2030-01-07T09:00:00.000Z'
const first: UserProperty = {
  id: 'one',
  name: 'First',
  key: 'first',
  type: 'text',
  isRequired: false,
  isUnique: false,
  choices: [],
  defaultValue: '',
  defaultDescription: '',
  viewers: 'everyone',
  editors: 'administrators',
  hasValues: false,
  revision: 3,
  disabled: null,
  createdAt: at,
  createdBy: ines,
  updatedAt: at,
  updatedBy: ines,
}
const one = (more: Partial<UserProperty> = {}) => answer(api.userProperties.get, () => ({ ...first, ...more }))
const list: Answer[] = [
  answer(api.userProperties.list, () => createPage([{ ...first, isDisabled: false }])),
  answer(api.userProperties.listCount, () => ({ total: 1, isCapped: false, isPartial: false })),
]

describe('the page of a user property', () => {
  it('shows its name, its fields and who created it', async () => {
    await renderApp('/usersgroups/userProperties/one', { roles, answers: [one()] })
    await screen.findByRole('heading', { level: 1, name: 'First' })
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Id', 'Created', 'Created by'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('First')
    expect(await findViolations()).toEqual([])
  })

  it('leads back to the list as it was', async () => {
    const { user } = await renderApp('/usersgroups/userProperties?name=f&sort=-created', {
      roles,
      answers: [...list, one()],
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
    const { user, network } = await renderApp('/usersgroups/userProperties/one', {
      roles,
      answers: [
        one(),
        answer(api.userProperties.save, () => {
          network.answer(one({ name: 'Second', revision: 4 }))
          return { ...first, name: 'Second', revision: 4 }
        }),
      ],
    })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Second')
    await user.click(screen.getByRole('button', { name: 'Save user property' }))
    await screen.findByRole('heading', { level: 1, name: 'Second' })
    expect(network.callsTo(api.userProperties.save)[0]?.body).toMatchObject({
      name: 'Second',
      key: 'first',
      revision: 3,
    })
  })

  it('keeps what was entered when it is not saved, and asks before it is left behind', async () => {
    const message = 'A user property has this name already'
    const { user } = await renderApp('/usersgroups/userProperties/one', {
      roles,
      answers: [
        ...list,
        one(),
        answer(api.userProperties.save, () => refuse('thing.name-taken', message, [{ where: 'name', message }])),
      ],
    })
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await user.type(name, ' one')
    await user.click(screen.getByRole('button', { name: 'Save user property' }))
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
    const { user, network } = await renderApp('/usersgroups/userProperties/one', {
      roles,
      answers: [
        one(),
        answer(api.userProperties.disable, () => {
          network.answer(one({ disabled }))
          return { ...first, disabled }
        }),
        answer(api.userProperties.restore, () => {
          network.answer(one())
          return first
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disable “First”?' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Not needed')
    await user.click(within(dialog).getByRole('button', { name: 'Disable user property' }))
    await screen.findByText('Disabled by Ines Duarte')
    expect(network.callsTo(api.userProperties.disable)[0]?.query).toEqual({ deletedReason: 'Not needed' })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).readOnly).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByText('Disabled by Ines Duarte')).toBeNull())
  })

  it('says so when it does not exist, and shows a failure that can be tried again', async () => {
    const gone = answer(api.userProperties.get, () => refuse('thing.not-found', 'Expected one, but there is none.'))
    await renderApp('/usersgroups/userProperties/nothing', { roles, answers: [gone] })
    await screen.findByRole('heading', { name: 'This user property does not exist' })
  })
})

describe('the fields of a user property', () => {
  it('keep the key, and the type while users have values', async () => {
    await renderApp('/usersgroups/userProperties/one', { roles, answers: [one({ hasValues: true })] })
    const key = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Key' })
    expect([key.value, key.readOnly]).toEqual(['first', true])
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' }).disabled).toBe(true)
  })

  it('offer the choices of a choice as its default, and none while it is unique', async () => {
    const choice: Partial<UserProperty> = { type: 'choice', choices: ['Red', 'Blue'], defaultValue: 'Red' }
    const { user } = await renderApp('/usersgroups/userProperties/one', { roles, answers: [one(choice)] })
    const byDefault = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Default value' })
    expect(byDefault.value).toBe('Red')
    await user.click(screen.getByRole('switch', { name: 'Unique' }))
    expect([byDefault.value, byDefault.disabled]).toEqual(['', true])
  })
})

describe('the page of a new user property', () => {
  it('creates it, and leads to its page', async () => {
    const { user, network } = await renderApp('/usersgroups/userProperties/new', {
      roles,
      answers: [answer(api.userProperties.create, () => first), one()],
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'First')
    await user.click(screen.getByRole('button', { name: 'Create user property' }))
    await waitFor(() => expect(location.pathname).toBe('/usersgroups/userProperties/one'))
    expect(network.callsTo(api.userProperties.create)[0]?.body).toMatchObject({
      name: 'First',
      key: 'first',
      type: 'text',
    })
  })
})
