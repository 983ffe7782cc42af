import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { visit } from './visit.ts'

const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page
    .getByText(/settings? saved$/)
    .first()
    .waitFor()
}

it('an administrator changes settings, others see them without loading the page, and they are set back', async () => {
  const rosa = await visit({ as: 'rosa' })
  await rosa.goto('/tasks/assigned')
  await rosa.getByRole('heading', { level: 1 }).waitFor()

  const adam = await visit({ as: 'adam' })
  await adam.goto('/admin/settings')
  await fieldOf(adam, 'Strapline').fill('Water for everybody')
  await adam.getByRole('searchbox', { name: 'Search settings' }).fill('banner')
  await fieldOf(adam, 'Banner').fill('Fire drill at noon')
  await adam.getByText('2 unsaved changes: Strapline, Banner').waitFor()
  await expectAccessible(adam)
  await save(adam)
  await rosa.getByText('Fire drill at noon').waitFor()

  const nobody = await visit()
  await nobody.goto('/login')
  await nobody.getByText('Water for everybody').waitFor()
  await nobody.close()

  await adam.getByRole('searchbox', { name: 'Search settings' }).fill('')
  await adam.getByRole('button', { name: 'Reset Strapline' }).click()
  await adam.getByRole('navigation', { name: 'Groups of settings' }).getByText('Maintenance and banner').click()
  await adam.getByRole('button', { name: 'Reset Banner', exact: true }).click()
  await save(adam)
  await rosa.getByText('Fire drill at noon').waitFor({ state: 'detached' })
})

it('in a maintenance only administrators change anything', async () => {
  const adam = await visit({ as: 'adam' })
  await adam.goto('/admin/settings?group=maintenance')
  await fieldOf(adam, 'Maintenance message').fill('Back at 14:00.')
  await adam.getByRole('switch', { name: 'Maintenance mode' }).click({ force: true })
  await save(adam)
  try {
    await adam.getByText('You can read everything, but only administrators can change anything.').waitFor()
    const rosa = await visit({ as: 'rosa' })
    await rosa.goto('/user/profile')
    await rosa.getByText('Back at 14:00.').waitFor()
    const refused = await rosa.evaluate<number>(
      `fetch('/api/notices/all-read', { method: 'PUT', headers: { 'content-type': 'application/json', 'x-xsrf-token': document.cookie.match(/XSRF-TOKEN=([^;]+)/)?.[1] ?? '' }, body: '{"until":"2026-01-01T00:00:00.000Z"}' }).then((answer) => answer.status)`,
    )
    expect(refused).not.toBe(204)
  } finally {
    await adam.getByRole('switch', { name: 'Maintenance mode' }).click({ force: true })
    await save(adam)
  }
})

it('settings fit a phone', async () => {
  const adam = await visit({ as: 'adam', width: 360 })
  await adam.goto('/admin/settings?group=mail')
  await adam.getByRole('heading', { level: 3, name: 'Mail server' }).waitFor()
  expect(await adam.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  await expectAccessible(adam)
})
