import { it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { isSoak, phoneWidth } from './on-phone.ts'
import { expectArrival, goWithin } from './shell/go-within.ts'
import { visit, visitAs } from './visit.ts'

/**
 * Declares the tests of accessibility in both colour schemes, for open dialogs and forms, at one width. Pages that
 * other journeys test at desktop width are tested here at phone width, and at both widths by `npm run soak`.
 */
export function describeAccessibility(width: number): void {
  const isWalked = isSoak || width === phoneWidth

  it('pages without a session keep the rules of accessibility', async () => {
    const page = await visit({ width })
    await page.goto('/login')
    for (const path of ['/login', '/sessionLogout', '/applicationError', '/unauthorizedError', '/no/such/page'])
      await expectAccessible(page, path)
    await goWithin(page, '/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your user name.').waitFor()
    await expectAccessible(page)
  })

  it.runIf(isWalked)('the pages of a process and of a deployment keep them', async () => {
    const page = await visitAs('petra', '/category/view/Home', { width })
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.getByRole('textbox', { name: /What do you need/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Diagram' }).click()
    await page.locator('.djs-container').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show list' }).click()
    await expectAccessible(page)
    await goWithin(page, '/processengine/deployment')
    await page.getByRole('link', { name: 'Sample application', exact: true }).click()
    await page.locator('.djs-container').waitFor()
    await expectAccessible(page)
    // What asks before something is deleted, with its red button.
    await page.getByRole('button', { name: 'Delete deployment' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .waitFor()
    await expectAccessible(page)
  })

  it.runIf(isWalked)('a task and its instance keep them', async () => {
    const page = await visitAs('martin', '/tasks/unclaimed', { width })
    await expectAccessible(page)
    const select = page.getByRole('checkbox', { name: /Approve by line manager/ }).first()
    await select.check()
    await page.getByText('1 selected').waitFor()
    await expectAccessible(page)
    await select.uncheck()
    await page.getByText('1 selected').waitFor({ state: 'detached' })
    await page
      .getByRole('link', { name: /Approve by line manager/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Form' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Comments' }).click()
    await page.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('Look here @')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await expectAccessible(page)
    // Nothing is left behind that is not sent.
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('')
    await page.getByRole('link', { name: 'Purchase request', exact: true }).click()
    await page.locator('.djs-container').waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'People' }).click()
    await expectAccessible(page)
    await goWithin(page, '/search?q=approve')
    await page.getByRole('list', { name: 'Tasks' }).waitFor()
    await expectAccessible(page)
  })

  it('menus and dialogs keep them', async () => {
    const page = await visitAs('petra', '/processes/startedbyme', { width })
    await page.getByRole('button', { name: /new notification|No new notifications/ }).click()
    await page.getByRole('menuitem', { name: 'Show all notifications' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
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
    await goWithin(page, '/processengine/deployment')
    // Until it is there, the page before it has a filter too.
    await expectArrival(page, { pathname: '/processengine/deployment', heading: 'Deployments' })
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
