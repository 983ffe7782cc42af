import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../axe.ts'
import { settle, visitAs } from '../visit.ts'
import { goWithin } from './go-within.ts'
import { specifiedRoutes } from './route-list.ts'

/** Who opens which part of the route table: each page is looked at once at each width. */
const people = [
  { username: 'petra', role: 'RoleProcessAdmin' },
  { username: 'dario', role: 'RoleDesign' },
  { username: 'ines', role: 'RoleIntegration' },
  { username: 'ulla', role: 'RoleUserAdmin' },
  { username: 'adam', role: 'RoleAdmin' },
] as const

describe.each([1440, 360])('at %i px', (width) => {
  it.each(people)('the pages of $role keep the rules of accessibility, light and dark', async ({ username, role }) => {
    const page = await visitAs(username, '/category/view/Home', { width })
    expect.soft(await findViolations(page)).toEqual([])
    for (const { path } of specifiedRoutes.filter(({ roles }) => roles[0] === role || isOwn(roles, role))) {
      await goWithin(page, path)
      await settle(page)
      expect.soft({ path, found: await findViolations(page, { within: 'main' }) }).toEqual({ path, found: [] })
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoFaultOfColour(page)
  })

  it('the menu on top keeps them, with its dropdowns open, light and dark', async () => {
    const page = await visitAs('petra', '/category/view/Home', { width })
    await page.route('**/api/admin/themes-api', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), menuOnTop: true, fixedFooter: true } })
    })
    await page.goto('/processengine/jobs')
    await settle(page)
    expect.soft(await findViolations(page)).toEqual([])
    if (width >= 768) {
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Process Engine' }).click()
      await page.getByRole('menu').waitFor()
      expect.soft(await findViolations(page)).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoFaultOfColour(page)
  })
})

/** Pages that administrators share with others are looked at with the others. */
function isOwn(roles: readonly string[], role: string): boolean {
  return role === 'RoleProcessAdmin' && roles[0] === 'RoleUser'
}

async function expectNoFaultOfColour(page: Page): Promise<void> {
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await settle(page)
  expect.soft(await findViolations(page, { onlyColours: true })).toEqual([])
}
