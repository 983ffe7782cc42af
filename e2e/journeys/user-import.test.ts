import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { visit } from './visit.ts'

const file = 'Login;Given name;Surname;Boss;Hat\nvidal;Petra;Vidal;greta;red\ngreta;Greta;Holt;;blue\nbad name;Bad;;;\n'

it('an administrator imports users from a file, sees first what it changes, and the same file again changes nothing', async () => {
  const page = await visit({ as: 'ulla' })
  await page.goto('/usersgroups/users')
  await page.getByRole('link', { name: 'Import users' }).click()
  await page.getByRole('heading', { level: 1, name: 'User import' }).waitFor()
  const read = async () => {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByRole('button', { name: 'Read file' }).click()
    await page.getByRole('combobox', { name: 'Field of column Boss' }).selectOption('Manager')
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
  }
  await expectAccessible(page)
  await read()
  await expectAccessible(page)
  expect(await page.getByRole('row', { name: /bad name Refused/ }).textContent()).toContain('Expected a user name')
  await page.getByRole('button', { name: 'Import 2 users' }).click()
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor()
  await page.getByRole('row', { name: /vidal New/ }).waitFor()

  await onPhone(page, async () => {
    await page.getByRole('row', { name: /vidal New/ }).waitFor()
    await expectAccessible(page)
  })

  await read()
  await page.getByText('No row changes a user. There is nothing to import.').waitFor()

  await page.goto('/usersgroups/users?q=vidal')
  await page.getByRole('link', { name: /Petra Vidal/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Petra Vidal' }).waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Manager' }).inputValue()).toContain('Greta Holt')
})
