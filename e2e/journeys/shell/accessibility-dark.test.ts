import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../axe.ts'
import { settle, visitAs } from '../visit.ts'
import { goWithin } from './go-within.ts'
import { specifiedRoutes } from './route-list.ts'

/** Who opens which part of the route table: each page is looked at once at each width. */
const people = [
  { username: 'rosa', role: 'RoleUser' },
  { username: 'petra', role: 'RoleProcessAdmin' },
  { username: 'dario', role: 'RoleDesign' },
  { username: 'ines', role: 'RoleIntegration' },
  { username: 'ulla', role: 'RoleUserAdmin' },
  { username: 'adam', role: 'RoleAdmin' },
] as const

/**
 * The colours of every page in the dark, under the menu on top. What does not depend on colours is looked at in the
 * light, by `accessibility.test.ts`.
 */
describe.each([1440, 360])('at %i px, in the dark, with the menu on top', (width) => {
  it.each(people)('the pages of $role keep the rules of colour', async ({ username, role }) => {
    const page = await visitAs(username, '/category/view/Home', { width, scheme: 'dark' })
    await putMenuOnTop(page)
    await page.goto('/help')
    await settle(page)
    expect.soft(await findViolations(page)).toEqual([])
    for (const { path } of specifiedRoutes.filter(({ roles }) => roles[0] === role)) {
      await goWithin(page, path)
      await settle(page)
      const found = await findViolations(page, { onlyColours: true })
      expect.soft({ path, found }).toEqual({ path, found: [] })
    }
  })
})

async function putMenuOnTop(page: Page): Promise<void> {
  await page.route('**/api/admin/themes-api', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), menuOnTop: true } })
  })
}
