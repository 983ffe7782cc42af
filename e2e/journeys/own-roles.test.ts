import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectFocus } from './by-keyboard.ts'
import { createProcess } from './design.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { goWithin } from './shell/go-within.ts'
import { settle, visit } from './visit.ts'

it('an administrator defines a role, gives it, and a user who has it opens what it permits and nothing else', async () => {
  await addUsers([
    { username: 'own-chief', roles: ['RoleUser', 'RoleAdmin', 'RoleDesign', 'RoleUserAdmin'] },
    { username: 'own-designer', roles: ['RoleUser'] },
  ])
  const chief = await visit({ as: 'own-chief' })
  await chief.goto('/usersgroups/roles')
  const permitted = await createProcess(chief, 'Permitted')
  await createProcess(chief, 'Forbidden')

  await chief.getByRole('link', { name: 'New role' }).click()
  await chief.getByRole('textbox', { name: 'Name', exact: true }).fill('Permitted desk')
  await chief.getByRole('button', { name: 'Add permission' }).click()
  await chief.getByRole('combobox', { name: 'Item' }).click()
  await chief.getByRole('option', { name: 'Permitted application' }).click()
  await chief.getByRole('checkbox', { name: 'Design' }).check()
  await expectAccessible(chief)
  await chief.getByRole('button', { name: 'Create role' }).click()
  await chief.getByRole('heading', { level: 1, name: 'Permitted desk' }).waitFor()
  const address = new URL(chief.url()).pathname
  await chief.getByRole('combobox', { name: 'Add member' }).fill('own-designer')
  await chief.getByRole('option', { name: /own-designer/ }).click()
  await chief.getByRole('cell', { name: /own-designer/ }).waitFor()
  // The next user can be typed at once, and the list stays closed until then.
  await expectFocus(chief, chief.getByRole('combobox', { name: 'Add member' }))
  expect(await chief.getByRole('listbox').count()).toBe(0)
  await expectAccessible(chief)

  const designer = await visit({ as: 'own-designer' })
  await designer.goto('/design/applications')
  await designer.getByRole('link', { name: 'Permitted application' }).waitFor()
  await settle(designer)
  expect(await designer.getByText('Forbidden application').count()).toBe(0)
  expect(await designer.getByRole('link', { name: 'New application' }).count()).toBe(0)
  await expectAccessible(designer)
  await designer.getByRole('link', { name: 'Permitted application' }).click()
  await designer.getByRole('heading', { level: 1, name: 'Permitted application' }).waitFor()
  await settle(designer)
  expect(await designer.getByRole('button', { name: 'Deploy', exact: true }).count()).toBe(0)
  await designer.goto(`/applications/${permitted.appId}/appprocesses/${permitted.processId}/modeller`)
  await designer.getByRole('button', { name: 'Save version' }).waitFor()
  await settle(designer)
  await designer.goto('/design/emailTemplates')
  await designer.waitForURL('**/unauthorizedError')

  // Why: on the page of the user, on a phone as well.
  await goWithin(chief, '/usersgroups/users?q=own-designer')
  await chief.getByRole('link', { name: 'Ada Example' }).first().click()
  await chief.getByRole('heading', { level: 2, name: 'Effective permissions' }).waitFor()
  // What comes by and by moves the list of choices away.
  await settle(chief)
  const which = chief.getByRole('combobox', { name: 'Item' })
  await which.fill('Permitted')
  await chief.getByRole('option', { name: 'Permitted application' }).waitFor({ state: 'attached' })
  await which.press('ArrowDown')
  await which.press('Enter')
  await expect.poll(() => which.inputValue()).toBe('Permitted application')
  await chief.getByRole('button', { name: 'Show', exact: true }).click()
  await chief.getByRole('row', { name: /^Design Yes Own role Permitted desk/ }).waitFor()
  await chief.getByRole('row', { name: /^Deploy No/ }).waitFor()
  await expectAccessible(chief)
  await onPhone(chief, async () => {
    await chief.getByRole('row', { name: /^Deploy No/ }).waitFor()
    await expectAccessible(chief)
    await goWithin(chief, address)
    await chief.getByRole('heading', { level: 1, name: 'Permitted desk' }).waitFor()
    await expectAccessible(chief)
  })

  // With the next call it is gone.
  await chief.getByRole('button', { name: 'Disable' }).click()
  const dialog = chief.getByRole('dialog')
  await dialog.getByRole('textbox').fill('No longer needed')
  await dialog.getByRole('button', { name: 'Disable role' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await chief.getByText('No longer needed').waitFor()
  await designer.goto('/design/applications')
  await designer.waitForURL('**/unauthorizedError')
})
