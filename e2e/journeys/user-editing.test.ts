import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectFocus, tabTo } from './by-keyboard.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visit, visitAs } from './visit.ts'

it('a user is created with the keyboard alone; of two administrators who change them, the second sees the changes of the first and keeps their input', async () => {
  await addUsers([
    { username: 'editing-first', roles: ['RoleUser', 'RoleUserAdmin'] },
    { username: 'editing-second', roles: ['RoleUser', 'RoleUserAdmin'] },
  ])
  const first = await visitAs('editing-first', '/usersgroups/users/new')
  await settle(first)
  const { keyboard } = first
  await tabTo(first, first.getByRole('textbox', { name: /^User name/ }))
  await keyboard.type('edited')
  await tabTo(first, first.getByRole('textbox', { name: 'First name' }))
  await keyboard.type('Edna')
  await tabTo(first, first.getByRole('textbox', { name: 'Last name' }))
  await keyboard.type('Ash')
  await tabTo(first, first.getByRole('button', { name: 'Create user' }))
  await keyboard.press('Enter')
  await expectFocus(first, first.getByRole('heading', { level: 1, name: 'Edna Ash' }))

  const second = await visit({ as: 'editing-second', width: 360 })
  await second.goto(new URL(first.url()).pathname)
  await second.getByRole('textbox', { name: 'Last name' }).fill('Oak')
  await first.getByRole('textbox', { name: 'Email' }).fill('edna@example.org')
  await first.getByRole('button', { name: 'Save user' }).click()
  await first.getByText('User saved').waitFor()

  await second.getByRole('button', { name: 'Save user' }).click()
  await second.getByText(/has saved other changes since you opened this page/).waitFor()
  await expectAccessible(second)
  await second.getByRole('button', { name: 'Load these changes' }).click()
  await second.getByText('Email: – → edna@example.org').waitFor()
  expect(await second.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Oak')
  await second.getByRole('button', { name: 'Save user' }).click()
  await second.getByRole('heading', { level: 1, name: 'Edna Oak' }).waitFor()
  expect(await second.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('edna@example.org')
})
