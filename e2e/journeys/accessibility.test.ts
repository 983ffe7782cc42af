import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../axe.ts'
import { visit, visitAs } from './visit.ts'

const windows = [360, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))

describe.each(windows)('in $scheme at $width px', (window) => {
  it('pages without a session keep the rules of accessibility', async () => {
    const page = await visit(window)
    for (const path of ['/login', '/sessionLogout', '/applicationError', '/unauthorizedError', '/no/such/page'])
      await check(page, path)
  })

  it('pages of users and operators keep them', async () => {
    const page = await visitAs('petra', '/category/view/Home', window)
    const paths = [
      '/category/view/Home',
      '/category/view/Nowhere',
      '/tasks/assigned',
      '/tasks/unclaimed?view=overdue',
      '/tasks/viewtask/assigned/00000000-0000-4000-8000-000000000000',
      '/processes/startedbyme',
      '/processengine/deployment',
      '/processengine/jobs',
    ]
    for (const path of paths) await check(page, path)
    await open(page, '/category/view/Home', 'Purchase request')
    await check(page)
    await page.getByRole('tab', { name: 'Diagram' }).click()
    await page.locator('.djs-container').waitFor()
    await check(page)
    await page.getByRole('button', { name: 'Show list' }).click()
    await check(page)
    await open(page, '/processengine/deployment', /./)
    await check(page)
  })

  it('a task and its instance keep them', async () => {
    const page = await visitAs('martin', '/tasks/unclaimed', window)
    await page
      .getByRole('link', { name: /Approve by line manager/ })
      .first()
      .click()
    await check(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await check(page)
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.locator('.djs-container').waitFor()
    await check(page)
  })

  it('menus and dialogs keep them', async () => {
    const page = await visitAs('petra', '/processes/startedbyme', window)
    await page.getByRole('button', { name: window.width < 768 ? 'Account of Petra Novak' : 'Petra Novak' }).click()
    await check(page)
    await page.getByRole('menuitem', { name: 'About' }).click()
    await page.getByRole('dialog', { name: 'About' }).waitFor()
    await check(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search pages and commands' }).fill('task')
    await check(page)
    await page.keyboard.press('Escape')
    await page.goto('/processengine/deployment')
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
    await check(page)
    if (window.width >= 768) return
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').waitFor()
    await check(page)
  })
})

async function open(page: Page, list: string, name: string | RegExp): Promise<void> {
  await page.goto(list)
  await page.locator('#content').getByRole('link', { name }).last().click()
  await page.waitForURL((url) => url.pathname !== list)
}

/** Waits until nothing is on its way, and expects no rule to be broken. */
async function check(page: Page, path?: string): Promise<void> {
  if (path !== undefined) await page.goto(path)
  await page.waitForLoadState('networkidle')
  expect.soft({ url: page.url(), violations: await findViolations(page) }).toEqual({ url: page.url(), violations: [] })
}
