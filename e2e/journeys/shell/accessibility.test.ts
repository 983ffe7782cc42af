import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type SpecifiedRoute, specifiedRoutes } from '../../../apps/web/src/testing/specified-routes.ts'
import { findViolations } from '../../axe.ts'
import { isSoak, phoneWidth as phone } from '../on-phone.ts'
import { settle, visit, visitAs } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'
import { expectPageHead, hasOwnBar } from './page-head.ts'

const unknown = '00000000-0000-4000-8000-000000000000'
/** Pages without content, and pages whose address has more than the route table. */
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

/** One word, so that no line can be broken in it. */
const longName = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle'
/** The worst for text on it, and for text in it. */
const yellow = JSON.stringify({ light: { accent: '#ffd400' }, dark: { accent: '#ffd400' } })

const desk = 1440

type Address = Pick<SpecifiedRoute, 'path' | 'title'>

/** Who opens which part of the route table: each page is looked at once in each scheme. */
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
  const own = specifiedRoutes.filter(({ roles }) => roles[0] === role)
  // It has its number in its name as soon as it is known, as it is on the phone.
  return own.map(({ path, title }) => ({ path, title: path.includes('/revision/') ? null : title }))
}

it.each(people)(
  'the pages of $role keep the rules of accessibility, light and dark, on a desk and a phone, and have a head',
  async (person) => {
    const page = await visitAs(person.username, '/category/view/Home', { width: desk })
    await expectAccessibleInBoth(page)
    // What the schemes differ in is colours. The next page begins in the scheme that the one before has ended in.
    let scheme: 'light' | 'dark' = 'light'
    for (const { path, title } of person.addresses) {
      await open(page, { path, title })
      if (!beside.some((one) => one.path === path) && !hasOwnBar(path)) await expectPageHead(page, { path, title })
      const first = { scheme, violations: await findViolations(page, { within: 'main' }) }
      scheme = scheme === 'light' ? 'dark' : 'light'
      await changeScheme(page, scheme)
      const second = { scheme, violations: await findViolations(page, { onlyColours: true, within: 'main' }) }
      expect
        .soft({ path, first, second })
        .toEqual({ path, first: { ...first, violations: [] }, second: { ...second, violations: [] } })
    }
    await changeScheme(page, 'light')
    // Within the program that is loaded: what follows the width follows it while it changes, too. Every third page, and all
    // of them in both schemes by `npm run soak`.
    await page.setViewportSize({ width: phone, height: 900 })
    await goWithin(page, '/category/view/Home')
    await expectArrival(page, { pathname: new URL(page.url()).pathname, heading: null })
    await expectAccessibleInBoth(page)
    for (const { path, title } of person.addresses.filter((_, index) => isSoak || index % 3 === 0)) {
      await open(page, { path, title })
      expect.soft({ path, onPhone: await findViolations(page, { within: 'main' }) }).toEqual({ path, onPhone: [] })
      // Colours are the same at every width.
      if (!isSoak) continue
      await changeScheme(page, 'dark')
      const inTheDark = await findViolations(page, { onlyColours: true, within: 'main' })
      await changeScheme(page, 'light')
      expect.soft({ path, inTheDark }).toEqual({ path, inTheDark: [] })
    }
  },
  // Dozens of pages, each of which waits for a machine that has other things to do.
  300_000,
)

describe.each([desk, phone])('at %i px', (width) => {
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
    await changeScheme(page, 'dark')
    expect.soft(await findViolations(page, { onlyColours: true })).toEqual([])
  })

  it('long names, a yellow accent and errors that are shown keep them, light and dark', async () => {
    const page = await visit({ as: 'rosa', width })
    await changeTheme(page, { themeCode: 'yellow', productName: longName })
    await change(page, '/admin/themes-api/user-defined-theme/all', (body) => ({
      ...body,
      data: [{ id: 'y', code: 'yellow', name: 'Yellow', variables: yellow, usedBy: 0 }],
    }))
    await change(page, '/profiles', (body) => ({
      ...body,
      user: { ...(body.user as object), firstName: longName, lastName: longName },
      themeCode: null,
    }))
    await change(page, '/categories-menu', (body) => ({
      ...body,
      children: [{ name: longName, count: 123_456, children: [] }],
    }))
    await page.goto('/category/view/Home')
    await settle(page)
    expect(await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--app-accent')")).toBe(
      '#ffd400',
    )
    await expectAccessibleInBoth(page)
    expect(await page.evaluate(findCutOff)).toEqual([])
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.getByRole('textbox', { name: /What do you need/ }).waitFor()
    await page.getByRole('button', { name: 'Start process' }).click()
    await page.getByText('This field is required.', { exact: true }).first().waitFor()
    await expectAccessibleInBoth(page)
    await page.route(/\/api\/tasks\/assigned(\?|$)/, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 'request.invalid', message: longName } } }),
    )
    await goWithin(page, '/tasks/assigned')
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await expectAccessibleInBoth(page)
  })
})

async function open(page: Page, { path, title }: Address): Promise<void> {
  await goWithin(page, path)
  await expectArrival(page, { pathname: path.split('?')[0] ?? '', heading: title })
  await settle(page)
}

async function changeScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
  await settle(page)
}

async function expectAccessibleInBoth(page: Page): Promise<void> {
  await changeScheme(page, 'light')
  expect.soft(await findViolations(page)).toEqual([])
  await changeScheme(page, 'dark')
  expect.soft(await findViolations(page, { onlyColours: true })).toEqual([])
  await changeScheme(page, 'light')
}

/** Finds elements that extend beyond the window, or beyond their menu. */
const findCutOff = `[...document.querySelectorAll('header *, nav *, footer *')]
  .filter((element) => !element.closest('.mantine-VisuallyHidden-root, svg'))
  .flatMap((element) => {
    const { right } = element.getBoundingClientRect()
    const room = element.closest('nav, header, footer').getBoundingClientRect().right
    return right > Math.min(room, innerWidth) + 1 ? [element.outerHTML.slice(0, 200)] : []
  })`

/** Answers what the theme is as the server does, but for some of it. */
function changeTheme(page: Page, changes: object): Promise<void> {
  return change(page, '/admin/themes-api', (body) => ({ ...body, ...changes }))
}

/** Answers a call as the server does, but for what is made of it. */
async function change(page: Page, path: string, make: (body: Record<string, unknown>) => unknown): Promise<void> {
  await page.route(`**/api${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: make((await response.json()) as Record<string, unknown>) })
  })
}
