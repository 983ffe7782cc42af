import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { settle, visit, visitAs } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'
import { type MenuSection, specifiedRoutes } from './route-list.ts'

const work: readonly MenuSection[] = ['Start process', 'My Processes', 'My Tasks']

/** Every role of the specification by itself, as the server names it, and the sections of the menu that it shows. */
const roles: Readonly<Record<string, readonly MenuSection[]>> = {
  RoleUser: work,
  RoleProcessAdmin: ['Process Engine'],
  RoleDesign: ['Design'],
  RoleIntegration: ['Integrate'],
  RoleUserAdmin: ['Users & Groups'],
  RoleAdmin: ['Administration'],
  RoleFullAPI: [],
  AdvRoleUser: work,
  AdvRoleAdmin: [],
  AdvRoleDesign: [],
  AdvRoleIntegration: [],
  AdvRoleUserAdmin: [],
}

it('without a session every page of the route table asks to sign in, and is what comes after it', async () => {
  const page = await visit()
  await page.goto('/login')
  await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  for (const { path } of specifiedRoutes) {
    await goWithin(page, path)
    await expect.poll(() => readReturnUrl(page), { interval: 10 }).toBe(path)
    await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  }
})

describe.each(Object.entries(roles))('who has nothing but %s', (role, sections) => {
  it('sees just its sections in the menu, and is let into none of the pages that need another', async () => {
    const page = await visitAs('rosa', '/category/view/Home')
    await giveRoles(page, [role])
    await page.goto('/help')
    await settle(page)
    expect(await page.evaluate<string[]>(readSections)).toEqual(sections)
    for (const { path } of listForeign(role)) {
      await goWithin(page, path)
      await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
      await goWithin(page, '/notFound')
      await expectArrival(page, { pathname: '/notFound', heading: 'Page not found' })
    }
  })
})

it('who has no role at all is let into no page, but to the help', async () => {
  const page = await visitAs('rosa', '/category/view/Home')
  await giveRoles(page, [])
  await page.goto('/')
  await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
  await page.goto('/help')
  await expectArrival(page, { pathname: '/help', heading: 'Help' })
})

it('who administers users and the product finds the roles in the menu, and the process engine by its address', async () => {
  const page = await visitAs('rosa', '/category/view/Home')
  await giveRoles(page, ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'])
  await page.goto('/usersgroups/roles')
  await expectArrival(page, { pathname: '/usersgroups/roles', heading: 'Roles' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  expect(
    await menu
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Users & Groups' }) })
      .getByRole('link')
      .allTextContents(),
  ).toEqual(['Users', 'User Properties', 'Groups', 'Hierarchies', 'Roles'])
  expect(await menu.getByRole('button', { name: 'Process Engine' }).count()).toBe(0)
  await page.goto('/processengine/jobs')
  await expectArrival(page, { pathname: '/processengine/jobs', heading: 'Jobs' })
})

/** Pages that the role does not open. What a role opens for somebody who has RoleUser too is seen by `routes.test.ts`. */
function listForeign(role: string) {
  const isOpening = specifiedRoutes.some(({ roles: needed }) => needed.includes(role))
  return specifiedRoutes.filter(
    ({ roles: needed }) => !needed.includes(role) && (!isOpening || needed.includes('RoleUser')),
  )
}

/** From the next start on the server says that the user has these roles. */
async function giveRoles(page: Page, held: readonly string[]): Promise<void> {
  await page.route('**/api/usersgroups/usersAPI/init', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ROLES: held } })
  })
}

function readReturnUrl(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(`sessionStorage.getItem('returnUrl')`)
}

const readSections = `[...document.querySelectorAll('nav[aria-label="Main menu"] > div > ul > li')].map((section) =>
  section.querySelector('a, button').querySelector('span').textContent)`
