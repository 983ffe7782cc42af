import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { specifiedMenu } from '../../../apps/web/src/testing/specified-routes.ts'
import { settle, visit, visitAs } from '../visit.ts'
import { expectArrival } from './go-within.ts'
import { interfere } from './interfere.ts'

/** Answers a call as the server does, but for some of it. What the parts of the shell show for each answer: their tests in `apps/web`. */
function change(page: Page, path: string, changes: object): Promise<() => void> {
  return interfere(page, path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
  })
}

const calls = {
  workplaces: '/usersgroups/usersAPI/workplaces',
  customViews: '/processEngine/customViewAPI/getCustomViewsList',
  themeData: '/admin/themes-api',
} as const

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

it('the menu stands on top where the theme says so, with a dropdown for each section', async () => {
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
it('the workplace is changed where there are others, with advanced single sign-on', async () => {
  const page = await visit({ as: 'rosa' })
  await change(page, calls.workplaces, { workplaces: 'default,north', advancedSso: true })
  await page.route('**/api/usersgroups/usersAPI/updateTenant?selectedWrf=north', (route) =>
    route.fulfill({ json: { selectedWorkplace: 'north', accessSeconds: 300, sessionSeconds: 1500 } }),
  )
  await page.goto('/tasks/assigned')
  await page.getByRole('banner').getByRole('button', { name: 'Main workplace' }).click()
  await page.getByRole('menuitem', { name: 'north' }).click()
  await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
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
    // The search of the list, or the palette while the list is empty.
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('INPUT')
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('INPUT')
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
