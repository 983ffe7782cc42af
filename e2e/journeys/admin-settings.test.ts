import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone, phoneWidth } from './on-phone.ts'
import { goWithin } from './shell/go-within.ts'
import { visit } from './visit.ts'

const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page
    .getByText(/settings? saved$/)
    .first()
    .waitFor()
}

it('an administrator changes settings that show where nobody is signed in, and sets them back, and they fit a phone', async () => {
  const adam = await visit({ as: 'adam' })
  await adam.goto('/admin/settings')
  await fieldOf(adam, 'Strapline').fill('Water for everybody')
  await adam.getByRole('searchbox', { name: 'Search settings' }).fill('drafts')
  await fieldOf(adam, 'Drafts').fill('120')
  await adam.getByText('2 unsaved changes: Strapline, Drafts').waitFor()
  await expectAccessible(adam)
  await save(adam)

  const nobody = await visit()
  await nobody.goto('/login')
  await nobody.getByText('Water for everybody').waitFor()
  await nobody.close()

  await adam.getByRole('button', { name: 'Reset Drafts' }).click()
  await adam.getByRole('searchbox', { name: 'Search settings' }).fill('')
  await adam.getByRole('button', { name: 'Reset Strapline' }).click()
  await save(adam)
  await adam.getByRole('button', { name: 'Reset Strapline' }).waitFor({ state: 'detached' })

  await onPhone(adam, async () => {
    await goWithin(adam, '/admin/settings?group=mail')
    await adam.getByRole('heading', { level: 3, name: 'Mail server' }).waitFor()
    expect(await adam.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phoneWidth)
    await expectAccessible(adam)
  })
})
