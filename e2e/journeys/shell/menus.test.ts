import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { specifiedMenu } from '../../../apps/web/src/testing/specified-routes.ts'
import { settle, visit, visitAs } from '../visit.ts'
import { expectArrival } from './go-within.ts'
import { interfere } from './interfere.ts'

/** Answers a call as the server does, but for some of it. Gives the way to end that. */
function change(page: Page, path: string, changes: object): Promise<() => void> {
  return interfere(page, path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
  })
}

const calls = {
  init: '/usersgroups/usersAPI/init',
  workplaces: '/usersgroups/usersAPI/workplaces',
  customViews: '/processEngine/customViewAPI/getCustomViewsList',
  themeData: '/admin/themes-api',
} as const

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

describe('the menu', () => {
  it('stands on top where the theme says so, with a dropdown for each section', async () => {
    const page = await visit({ as: 'petra' })
    await change(page, calls.themeData, { menuOnTop: true })
    await change(page, calls.customViews, { taskTypeList: [{ id: 'v1', aliasName: 'Late tasks' }] })
    await page.goto('/tasks/assigned')
    await settle(page)
    const menu = mainMenu(page)
    await menu.getByRole('link', { name: 'Start process' }).waitFor()
    expect(await menu.getByRole('listitem').allTextContents()).toEqual([
      ...['Start process', 'My Processes', 'My Tasks', 'Process Engine'],
    ])
    await menu.getByRole('button', { name: 'Process Engine' }).click()
    const entries = page.getByRole('menu').getByRole('menuitem')
    await entries.first().waitFor()
    expect(await entries.allTextContents()).toEqual(
      specifiedMenu['Process Engine'].flatMap((entry) => (entry === 'Tasks' ? ['Tasks', 'Late tasks'] : [entry])),
    )
    await entries.getByText('Jobs').click()
    await expectArrival(page, { pathname: '/processengine/jobs', heading: 'Jobs' })
    const box = await menu.boundingBox()
    const sheet = await page.locator('main').boundingBox()
    expect(box?.height).toBe(40)
    expect(sheet?.x).toBe(8)
    expect((box?.y ?? 0) + 40).toBeLessThanOrEqual(sheet?.y ?? 0)

    // Where there is less room than sections, the row says so, and leads on.
    expect(await menu.locator('[data-side]').count()).toBe(0)
    await page.evaluate(`document.querySelector('nav[aria-label="Main menu"] ul').style.maxWidth = '300px'`)
    await menu.locator('[data-side=end]').click()
    await menu.locator('[data-side=start]').waitFor()
  })

  it('has the custom views of users under Instances and Tasks, and the monitor in a new tab only where there is one', async () => {
    const page = await visit({ as: 'petra' })
    await change(page, calls.customViews, {
      processTypeList: [{ id: 'p1', aliasName: 'Late orders' }],
      taskTypeList: [{ id: 't1', aliasName: 'Tasks of Halden' }],
    })
    await page.goto('/processengine/jobs')
    await settle(page)
    expect(
      await mainMenu(page)
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: 'Process Engine' }) })
        .getByRole('link')
        .allTextContents(),
    ).toEqual([
      'Deployments',
      'Definitions',
      'Instances',
      'Late orders',
      'Tasks',
      'Tasks of Halden',
      'Jobs',
      'Process Errors',
    ])
    await mainMenu(page).getByRole('link', { name: 'Late orders' }).click()
    await expectArrival(page, { pathname: '/processengine/processes/customview/p1', heading: 'Custom process view' })

    const admin = await visitAs('adam', '/admin/audit')
    expect(await mainMenu(admin).getByRole('link', { name: 'Monitor Application' }).count()).toBe(0)
    await change(admin, calls.init, { MONITOR_ENABLED: true, MONITOR_URL: 'https://monitor.example/' })
    await admin.goto('/admin/audit')
    const monitor = mainMenu(admin).getByRole('link', { name: 'Monitor Application' })
    await monitor.waitFor()
    expect(await monitor.getAttribute('href')).toBe('https://monitor.example/')
    expect(await monitor.getAttribute('target')).toBe('_blank')
    expect(await monitor.getAttribute('rel')).toContain('noopener')
  })

  it('shows those with an advanced variant of a role what the role sees, but lets them open none of it', async () => {
    const page = await visit({ as: 'rosa' })
    await change(page, calls.init, { ROLES: ['AdvRoleUser', 'AdvRoleAdmin'] })
    await page.goto('/usersgroups/usersAPI/x')
    await page.goto('/help')
    await settle(page)
    expect(await mainMenu(page).locator('> div > ul > li > button').allTextContents()).toEqual([
      'My Processes',
      'My Tasks',
    ])
    await mainMenu(page).getByRole('link', { name: 'Assigned' }).click()
    await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
  })

  it('understands the legacy and the dotted names of roles', async () => {
    const page = await visit({ as: 'rosa' })
    await change(page, calls.init, { ROLES: ['ROLE_USER', 'ROLE_DESIGN', 'millrace.user-admin', 'somebody else'] })
    await page.goto('/tasks/drafts')
    await settle(page)
    expect(await mainMenu(page).locator('> div > ul > li > button').allTextContents()).toEqual([
      ...['My Processes', 'My Tasks', 'Design', 'Users & Groups'],
    ])
  })
})

describe('around the page', () => {
  it('the account opens what the specification lists, as far as it is set', async () => {
    const page = await visit({ as: 'rosa' })
    const endChange = await change(page, calls.init, { HELP_URL: null })
    await page.goto('/tasks/assigned')
    const openAccount = () => page.getByRole('button', { name: 'Rosa Keller' }).click()
    await openAccount()
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    expect(await items.allTextContents()).toEqual(['Profile', 'About', 'Dashboard', 'Logout'])
    endChange()
    await change(page, calls.init, {
      HELP_URL: 'https://help.example/',
      ENABLE_PRIVACY_POLICY: true,
      PRIVACY_POLICY_LINK_NAME: 'How we treat data',
      PRIVACY_POLICY_LINK_URL: 'https://privacy.example/',
    })
    await page.goto('/tasks/assigned')
    await openAccount()
    await items.first().waitFor()
    expect(await items.allTextContents()).toEqual([
      ...['Profile', 'Help', 'How we treat data', 'About', 'Dashboard', 'Logout'],
    ])
    expect(await items.getByText('How we treat data').locator('xpath=ancestor-or-self::a').getAttribute('href')).toBe(
      'https://privacy.example/',
    )
    const footer = page.getByRole('contentinfo')
    await footer.getByText(`© 2002–${new Date().getFullYear()} Millrace`).waitFor()
    await footer.getByRole('link', { name: 'How we treat data' }).waitFor()
  })

  it('the About dialog has all its rows', async () => {
    const page = await visitAs('adam', '/admin/audit')
    await page.route('**/api/about', (route) =>
      route.fulfill({
        json: {
          userName: 'adam',
          firstName: 'Adam',
          lastName: 'Reyes',
          userRole: 'RoleAdmin,RoleUser',
          modellerVersion: '1',
          licenseKey: 'L-2026-7',
          appsAllowed: '25',
          expiryDate: '2027-03-09',
        },
      }),
    )
    await page.getByRole('button', { name: 'Adam Reyes' }).click()
    await page.getByRole('menuitem', { name: 'About' }).click()
    const dialog = page.getByRole('dialog', { name: 'About' })
    await dialog.getByText('09/03/2027').waitFor()
    expect(await dialog.locator('dt').allTextContents()).toEqual([
      ...['Username', 'User full name', 'User roles', 'Product/Build', 'Licence number', 'Licensed applications'],
      ...['Licence expiry', 'Git information', 'Selected Workplace'],
    ])
    await dialog.getByText('RoleAdmin, RoleUser').waitFor()
    await dialog.getByText('L-2026-7').waitFor()
  })

  it('the workplace can be changed only with advanced single sign-on and others to change to', async () => {
    const page = await visit({ as: 'rosa' })
    const changer = page.getByRole('banner').getByRole('button', { name: 'Main workplace' })
    for (const workplaces of [
      { workplaces: 'default,north', advancedSso: false },
      { workplaces: 'default', advancedSso: true },
    ]) {
      const end = await change(page, calls.workplaces, workplaces)
      await page.goto('/tasks/assigned')
      await page.getByRole('banner').getByText('Main workplace').waitFor()
      expect(await changer.count()).toBe(0)
      end()
    }
    await change(page, calls.workplaces, { workplaces: 'default,north', advancedSso: true })
    await page.route('**/api/usersgroups/usersAPI/updateTenant?selectedWrf=north', (route) =>
      route.fulfill({ json: { selectedWorkplace: 'north', accessSeconds: 300, sessionSeconds: 1500 } }),
    )
    await page.goto('/tasks/assigned')
    await changer.click()
    await page.getByRole('menuitem', { name: 'north' }).click()
    await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
  })

  it('the footer stays in view on a phone only where the theme says so', async () => {
    const page = await visitAs('rosa', '/category/view/Home', { width: 360 })
    await page.goto('/tasks/assigned')
    await settle(page)
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    await change(page, calls.themeData, { fixedFooter: true, productName: 'Halden Flow' })
    await page.goto('/tasks/assigned')
    await page
      .getByRole('contentinfo')
      .getByText(/© 2002–\d{4} Halden Flow/)
      .waitFor()
    await expect.poll(() => page.title()).toBe('Assigned | Halden Flow')
  })

  it('categories lead to their processes, and the panel remembers whether it is open', async () => {
    const page = await visit({ as: 'rosa' })
    await change(page, '/categories-menu', { children: [{ name: 'Requests', count: 1, children: [] }] })
    await page.goto('/category/view/Home')
    const panel = page.getByRole('complementary', { name: 'Categories' })
    await panel.getByRole('link', { name: /^Requests/ }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/category/view/Requests')
    await panel.getByRole('button', { name: 'Hide categories' }).click()
    await page.reload()
    await settle(page)
    expect(await panel.count()).toBe(0)
    await page.getByRole('button', { name: 'Show categories' }).click()
    await panel.waitFor()
  })
})

describe('from the keyboard', () => {
  it('the palette finds pages, processes, tasks and people', async () => {
    const page = await visitAs('martin', '/category/view/Home')
    const search = page.getByRole('dialog').getByRole('textbox')
    const open = async (text: string) => {
      await page.keyboard.press('Control+k')
      await search.fill(text)
    }
    await open('purchase')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Purchase request/ })
      .click()
    await expectArrival(page, { pathname: new URL(page.url()).pathname, heading: 'Purchase request' })
    await open('line manager')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve by line manager/ })
      .first()
      .click()
    await expect.poll(() => page.url()).toContain('/tasks/viewtask/')
    await open('no such thing anywhere')
    await page.getByText('No results').waitFor()
    await page.keyboard.press('Escape')

    const admin = await visitAs('ulla', '/usersgroups/users')
    await admin.keyboard.press('Control+k')
    await admin.getByRole('dialog').getByRole('textbox').fill('Keller')
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: /^Rosa Keller/ })
      .waitFor()
    await admin.keyboard.press('ArrowDown')
    await admin.keyboard.press('Enter')
    await expect.poll(() => admin.url()).toContain('/usersgroups/users/')
  })

  it('every part of the shell can be reached, and keys lead to pages', async () => {
    const page = await visitAs('petra', '/category/view/Home')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await expectArrival(page, { pathname: '/tasks/unclaimed', heading: 'Unclaimed' })
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await expectArrival(page, { pathname: '/processengine/processFailure', heading: 'Process Errors' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go to Process Errors').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The list is empty, so that its search cannot be used: the key opens the palette.
    await page.keyboard.press('/')
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await page.keyboard.press('Escape')
    expect(await listReached(page)).toEqual(
      expect.arrayContaining(['Millrace', 'Collapse menu', 'Start process', 'My Tasks', 'Jobs', 'Help', 'Petra Novak']),
    )
  })
})

/** The names of what `Tab` reaches before the page itself, from the top. */
async function listReached(page: Page): Promise<string[]> {
  await page.evaluate('document.activeElement.blur()')
  const names: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate<string>(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`,
    )
    names.push(name)
  }
  return names
}
