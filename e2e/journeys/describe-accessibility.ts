import { it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { visit, visitAs } from './visit.ts'

/** The rules of accessibility, in both colour schemes, on every page at one width. */
export function describeAccessibility(width: number): void {
  it('pages without a session keep the rules of accessibility', async () => {
    const page = await visit({ width })
    for (const path of ['/login', '/sessionLogout', '/applicationError', '/unauthorizedError', '/no/such/page'])
      await expectAccessible(page, path)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your user name.').waitFor()
    await expectAccessible(page)
  })

  it('pages of users and operators keep them', async () => {
    const page = await visitAs('petra', '/category/view/Home', { width })
    const paths = [
      '/category/view/Nowhere',
      '/tasks/assigned',
      '/tasks/unclaimed?due.before=now',
      '/tasks/viewtask/assigned/00000000-0000-4000-8000-000000000000',
      '/processes/startedbyme',
      '/processes/processinstance/00000000-0000-4000-8000-000000000000/variables',
      '/processengine/deployment',
      '/processengine/jobs',
      '/help',
      '/help?q=incident',
      '/help/startProcess',
      '/help/guide/operations',
      '/help/guide/bpmn',
    ]
    await expectAccessible(page)
    for (const path of paths) await expectAccessible(page, path)
    await page.goto('/category/view/Home')
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.getByRole('textbox', { name: /What do you need/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Diagram' }).click()
    await page.locator('.djs-container').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show list' }).click()
    await expectAccessible(page)
    await page.goto('/processengine/deployment')
    await page.getByRole('link', { name: 'Sample application', exact: true }).click()
    await page.locator('.djs-container').waitFor()
    await expectAccessible(page)
  })

  it('a task and its instance keep them', async () => {
    const page = await visitAs('martin', '/tasks/unclaimed', { width })
    await page
      .getByRole('link', { name: /Approve by line manager/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Form' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.locator('.djs-container').waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await expectAccessible(page)
  })

  it('menus and dialogs keep them', async () => {
    const page = await visitAs('petra', '/processes/startedbyme', { width })
    await page.getByRole('button', { name: /Petra Novak/ }).click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'About' }).click()
    await page.getByRole('dialog', { name: 'About' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('textbox').fill('task')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/processengine/deployment')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('dialog', { name: 'Add filter' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Deployed', exact: true }).click()
    await page.getByRole('button', { name: 'Next month' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Day, DD/MM/YYYY' }).fill('01/01/2020')
    await page.getByRole('button', { name: 'Apply filter' }).click()
    await page.getByRole('button', { name: 'Deployed from 01/01/2020', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Reset columns' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: width < 768 ? /^Sort by/ : 'Deployed, column menu' }).click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
    await expectAccessible(page)
    if (width >= 768) return
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
  })
}
