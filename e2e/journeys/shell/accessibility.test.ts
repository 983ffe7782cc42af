import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../axe.ts'
import { settle, visit, visitAs } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'
import { type SpecifiedRoute, specifiedRoutes } from './route-list.ts'

const unknown = '00000000-0000-4000-8000-000000000000'
/** What pages show where there is nothing, or where the address says more than the table of routes. */
const beside = [
  '/category/view/Nowhere',
  '/tasks/unclaimed?due.before=now',
  `/tasks/viewtask/assigned/${unknown}`,
  `/processes/processinstance/${unknown}/variables`,
  '/help',
  '/help?q=incident',
  '/help/startProcess',
  '/help/guide/operations',
  '/help/guide/bpmn',
].map((path): Address => ({ path, title: null }))

type Address = Pick<SpecifiedRoute, 'path' | 'title'>

/** Who opens which part of the route table: each page is looked at once at each width and in each scheme. */
const people: readonly { username: string; role: string; addresses: readonly Address[] }[] = [
  { username: 'rosa', role: 'RoleUser', addresses: [...pagesOf('RoleUser'), ...beside] },
  { username: 'petra', role: 'RoleProcessAdmin', addresses: pagesOf('RoleProcessAdmin') },
  { username: 'dario', role: 'RoleDesign', addresses: pagesOf('RoleDesign') },
  { username: 'ines', role: 'RoleIntegration', addresses: pagesOf('RoleIntegration') },
  { username: 'ulla', role: 'RoleUserAdmin', addresses: pagesOf('RoleUserAdmin') },
  { username: 'adam', role: 'RoleAdmin', addresses: pagesOf('RoleAdmin') },
]

/** Pages that several roles open are looked at with the first of them. */
function pagesOf(role: string): readonly Address[] {
  return specifiedRoutes.filter(({ roles }) => roles[0] === role)
}

describe.each([1440, 360])('at %i px', (width) => {
  it.each(people)('the pages of $role keep the rules of accessibility, light and dark', async (person) => {
    const page = await visitAs(person.username, '/category/view/Home', { width })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoFaultOfColour(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
    await settle(page)
    expect.soft(await findViolations(page)).toEqual([])
    for (const { path, title } of person.addresses) {
      await open(page, { path, title })
      expect.soft({ path, found: await findViolations(page, { within: 'main' }) }).toEqual({ path, found: [] })
    }
    // In the dark under the menu on top. What does not depend on colours is the same there.
    await page.emulateMedia({ colorScheme: 'dark' })
    await changeTheme(page, { menuOnTop: true })
    await page.goto('/help')
    await settle(page)
    expect.soft(await findViolations(page)).toEqual([])
    for (const { path, title } of person.addresses) {
      await open(page, { path, title })
      const found = await findViolations(page, { onlyColours: true })
      expect.soft({ path, inTheDark: found }).toEqual({ path, inTheDark: [] })
    }
  })

  it('the menu on top keeps them, with its dropdowns open, light and dark', async () => {
    const page = await visit({ as: 'petra', width })
    await changeTheme(page, { menuOnTop: true, fixedFooter: true })
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

async function open(page: Page, { path, title }: Address): Promise<void> {
  await goWithin(page, path)
  await expectArrival(page, { pathname: path.split('?')[0] ?? '', heading: title })
  await settle(page)
}

async function expectNoFaultOfColour(page: Page): Promise<void> {
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await settle(page)
  expect.soft(await findViolations(page, { onlyColours: true })).toEqual([])
}

/** Answers what the theme is as the server does, but for some of it. */
async function changeTheme(page: Page, changes: object): Promise<void> {
  await page.route('**/api/admin/themes-api', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
  })
}
