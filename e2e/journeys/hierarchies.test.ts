import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { visit } from './visit.ts'

it('an administrator imports a tree of managers, moves a branch by keyboard and by dragging, and undoes it', async () => {
  const page = await visit({ as: 'ulla' })
  await page.goto('/usersgroups/hierarchies')
  await page.getByRole('link', { name: 'New hierarchy' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Line management')
  await page.getByRole('button', { name: 'Create hierarchy' }).click()
  await page.getByRole('heading', { name: 'No positions yet' }).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import from manager column' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import from manager column' })
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'managers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('key,manager,position\nadam,,Managing director\nrosa,adam,Head of sales\nnobody,adam,\n')
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText('1 row cannot be imported', { exact: false }).waitFor()
  await choose('key,manager,position\nadam,,Managing director\nrosa,adam,Head of sales\nmartin,adam,Head of plant\n')
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 3 changes' }).click()

  const tree = page.getByRole('tree', { name: 'Positions' })
  const item = (name: string) => tree.getByRole('treeitem', { name })
  await item('Head of plant').waitFor()
  await expectAccessible(page)
  await item('Head of plant').click()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await page.getByText('Moved Head of plant below Head of sales.').waitFor()
  await expect.poll(() => item('Head of plant').getAttribute('aria-level')).toBe('3')
  await page.getByRole('button', { name: 'Undo move' }).click()
  await expect.poll(() => item('Head of plant').getAttribute('aria-level')).toBe('2')

  await item('Head of sales').dragTo(item('Head of plant'))
  await page.getByText('Moved Head of sales below Head of plant.').waitFor()
  await expect.poll(() => item('Head of sales').getAttribute('aria-level')).toBe('3')

  await item('Head of plant').click()
  await page.keyboard.press('Insert')
  const added = page.getByRole('dialog', { name: 'Add a position below Head of plant' })
  await added.getByRole('textbox', { name: 'Position' }).fill('Shift lead')
  await added.getByRole('button', { name: 'Add position' }).click()
  await item('Shift lead').getByText('Vacant').waitFor()

  // On a phone the buttons do what dragging does.
  await onPhone(page, async () => {
    await item('Head of plant').click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Move to …' }).click()
    await page.getByRole('button', { name: 'Move to the top level' }).click()
    await expect.poll(() => item('Head of plant').getAttribute('aria-level')).toBe('1')
  })
})
