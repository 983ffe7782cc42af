import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { visit, visitAs } from './visit.ts'

beforeAll(() => addUsers([{ username: 'packer', roles: ['RoleUser', 'RoleAdmin', 'RoleDesign'] }]))

it('an administrator exports an application, checks and imports the package, and rolls the import back', async () => {
  const page = await visit({ as: 'packer' })
  await page.goto('/design/applications/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Packed goods')
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('packed-goods')
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('heading', { level: 1, name: 'Packed goods' }).waitFor()

  await page.goto('/admin/importexport')
  await page.getByRole('checkbox', { name: 'Packed goods' }).check()
  await page.getByText('The package will contain 1 item:').waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export package' }).click(),
  ])
  const file = join(await mkdtemp(join(tmpdir(), 'package-')), 'goods.millrace')
  await download.saveAs(file)

  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Check package' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import goods.millrace' }).waitFor()
  // It is the same as what is here, so nothing is asked.
  await page.getByText('All choices are made').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByText('0 new, 0 updated, 1 the same, 0 skipped.').waitFor()
  await page.getByRole('button', { name: 'Roll back import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roll back this import?' })
  await dialog.getByRole('button', { name: 'Roll back import' }).click()
  await page.getByText('All items have their earlier state again.').waitFor()
  await page.getByRole('link', { name: 'Show imports' }).click()
  await page.getByRole('table', { name: 'Last imports' }).getByText('Rolled back').waitFor()

  const phone = await visitAs('packer', '/admin/importexport', { width: 360 })
  await phone.getByRole('checkbox', { name: 'Packed goods' }).check()
  await phone.getByText('The package will contain 1 item:').waitFor()
  await expectFits(phone)
  await phone.getByRole('link', { name: 'goods.millrace' }).first().click()
  await phone.getByText('All items have their earlier state again.').waitFor()
  await expectFits(phone)
})

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  await expectAccessible(page)
}
