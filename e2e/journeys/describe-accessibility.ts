import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findViolations } from '../axe.ts'
import { settle, visit, visitAs } from './visit.ts'

/** The rules of accessibility, in both colour schemes, on every page at one width. */
export function describeAccessibility(width: number): void {
  it('pages without a session keep the rules of accessibility', async () => {
    const page = await visit({ width })
    for (const path of ['/login', '/sessionLogout', '/applicationError', '/unauthorizedError', '/no/such/page'])
      await check(page, path)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your user name.').waitFor()
    await check(page)
  })

  it('pages of users and operators keep them', async () => {
    const page = await visitAs('petra', '/category/view/Home', { width })
    const paths = [
      '/category/view/Nowhere',
      '/tasks/assigned',
      '/tasks/unclaimed?view=overdue',
      '/tasks/viewtask/assigned/00000000-0000-4000-8000-000000000000',
      '/processes/startedbyme',
      '/processes/processinstance/00000000-0000-4000-8000-000000000000/variables',
      '/processengine/deployment',
      '/processengine/jobs',
    ]
    await check(page)
    for (const path of paths) await check(page, path)
    await page.goto('/category/view/Home')
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.getByRole('textbox', { name: /What do you need/ }).waitFor()
    await check(page)
    await page.getByRole('tab', { name: 'Diagram' }).click()
    await page.locator('.djs-container').waitFor()
    await check(page)
    await page.getByRole('button', { name: 'Show list' }).click()
    await check(page)
    await page.goto('/processengine/deployment')
    await page.getByRole('link', { name: 'Sample application', exact: true }).click()
    await page.locator('.djs-container').waitFor()
    await check(page)
  })

  it('a task and its instance keep them', async () => {
    const page = await visitAs('martin', '/tasks/unclaimed', { width })
    await page
      .getByRole('link', { name: /Approve by line manager/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Form' }).waitFor()
    await check(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await check(page)
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.locator('.djs-container').waitFor()
    await check(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await check(page)
  })

  it('menus and dialogs keep them', async () => {
    const page = await visitAs('petra', '/processes/startedbyme', { width })
    await page.getByRole('button', { name: /Petra Novak/ }).click()
    await page.getByRole('menu').waitFor()
    await check(page)
    await page.getByRole('menuitem', { name: 'About' }).click()
    await page.getByRole('dialog', { name: 'About' }).waitFor()
    await check(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('textbox').fill('task')
    await check(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menu').waitFor()
    await check(page)
    await page.goto('/processengine/deployment')
    await page.getByRole('button', { name: 'Deployed, column menu' }).click()
    await page.getByRole('menu').waitFor()
    await check(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
    await check(page)
    if (width >= 768) return
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').waitFor()
    await check(page)
  })
}

/** Waits until the page is there, and expects no rule to be broken. What the schemes differ in is colours. */
async function check(page: Page, path?: string): Promise<void> {
  if (path !== undefined) await page.goto(path)
  await settle(page)
  const inLight = await findViolations(page)
  await changeScheme(page, 'dark')
  const inDark = await findViolations(page, { onlyColours: true })
  await changeScheme(page, 'light')
  expect.soft({ url: page.url(), inLight, inDark }).toEqual({ url: page.url(), inLight: [], inDark: [] })
}

async function changeScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
  await settle(page)
}
