import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { deploy } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { visit, visitAs } from './visit.ts'

const model = (key: string, name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="${key}" name="${name}" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="shown" />
    <userTask id="shown" name="View" camunda:assignee="rosa">
      <documentation>\${globals.officeAddress}</documentation>
    </userTask>
    <sequenceFlow id="f2" sourceRef="shown" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

async function addCategory(page: Page, name: string, parent?: string): Promise<void> {
  await page.getByRole('button', { name: 'New category' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  if (parent !== undefined) {
    await page.getByRole('combobox', { name: 'Parent category' }).click()
    await page.getByRole('option', { name: parent }).click()
  }
  await page.getByRole('button', { name: 'Create category' }).click()
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
}
const treeOf = (page: Page) =>
  page
    .getByRole('treeitem')
    .evaluateAll((items) =>
      items.map((item) => `${item.dataset.level} ${item.querySelector('[class*=name]')?.textContent}`),
    )

it('a designer makes categories, moves them by keyboard, fills one, and others find what is for them', async () => {
  await deploy('office.bpmn', model('office', 'Move office'))
  const dario = await visit({ as: 'dario' })
  await dario.goto('/design/categories')
  await addCategory(dario, 'Facilities')
  await addCategory(dario, 'Moves', 'Facilities')
  await addCategory(dario, 'Archive')
  await expectAccessible(dario)
  const mine = async () => (await treeOf(dario)).filter((one) => /Facilities|Moves|Archive/.test(one))
  expect(await mine()).toEqual(['1 Facilities', '2 Moves', '1 Archive'])

  const archive = dario.getByRole('treeitem', { name: /^Archive/ })
  await archive.focus()
  await dario.keyboard.press('Alt+ArrowRight')
  await dario.getByText('Archive moved: in Facilities, 2 of 2').waitFor({ state: 'attached' })
  expect(await mine()).toEqual(['1 Facilities', '2 Moves', '2 Archive'])
  expect(await dario.locator(':focus').textContent()).toContain('Archive')
  await dario.keyboard.press('Alt+ArrowUp')
  await dario.getByText('Archive moved: in Facilities, 1 of 2').waitFor({ state: 'attached' })
  expect(await mine()).toEqual(['1 Facilities', '2 Archive', '2 Moves'])

  await dario.getByRole('treeitem').getByText('Moves', { exact: true }).click()
  await dario.getByRole('heading', { level: 2, name: 'Moves' }).waitFor()
  await dario.getByRole('combobox', { name: 'Add process' }).click()
  await dario.getByRole('option', { name: /^Move office/ }).click()
  await dario.getByText('Move office moved to Facilities / Moves').waitFor()
  await dario.getByRole('button', { name: 'Delete category' }).click()
  const dialog = dario.getByRole('dialog', { name: 'Delete Moves?' })
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await dialog.getByText('The category is in use: 1 deployed process. Move them first.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

  const rosa = await visitAs('rosa', '/category/view/Facilities')
  await rosa.getByRole('link', { name: 'Move office', exact: true }).waitFor()

  await dario.getByRole('treeitem').getByText('Facilities', { exact: true }).click()
  await dario.getByRole('heading', { level: 2, name: 'Facilities' }).waitFor()
  await dario.getByRole('combobox', { name: 'Roles' }).click()
  await dario.getByRole('option', { name: 'RoleUserAdmin', exact: true }).click()
  await dario.keyboard.press('Escape')
  await dario.getByRole('button', { name: 'Save category' }).click()
  await dario.getByText('Category saved').last().waitFor()
  await rosa.reload()
  await rosa.getByText('Category “Facilities” not found').waitFor()

  await dario.setViewportSize({ width: 360, height: 740 })
  await dario.goto('/design/categories')
  await dario.getByRole('treeitem').getByText('Facilities', { exact: true }).click()
  await dario.getByRole('heading', { level: 2, name: 'Facilities' }).waitFor()
  await expectAccessible(dario)
  await dario.getByRole('button', { name: 'Categories', exact: true }).click()
  await dario.getByRole('tree', { name: 'Categories' }).waitFor()
})

it('a designer keeps global properties, and nobody is shown a secret one again', async () => {
  const dario = await visit({ as: 'dario' })
  await dario.goto('/design/globalProcessProperties')
  await dario.getByRole('link', { name: 'New property' }).first().click()
  await dario.getByRole('textbox', { name: 'Name', exact: true }).fill('Office address')
  await dario.getByRole('textbox', { name: 'Value' }).fill('Rua Um')
  await expectAccessible(dario)
  await dario.getByRole('button', { name: 'Save property' }).click()
  await dario.getByRole('heading', { level: 1, name: 'officeAddress' }).waitFor()

  await dario.getByRole('link', { name: 'Copy' }).click()
  await dario.getByRole('heading', { level: 1, name: 'Copy global property' }).waitFor()
  await dario.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop key')
  await dario.getByRole('textbox', { name: 'Key', exact: true }).fill('shopKey')
  await dario.getByRole('switch', { name: /^Secret/ }).click()
  await dario.locator('input[type=password]').fill('a secret that nobody sees')
  await dario.getByRole('button', { name: 'Save copy' }).click()
  await dario.getByRole('heading', { level: 1, name: 'shopKey' }).waitFor()
  await dario.reload()
  await dario.getByText('New secret value').waitFor()
  expect(await dario.content()).not.toContain('a secret that nobody sees')
  await expectAccessible(dario)

  await dario.goto('/design/globalProcessProperties')
  await dario.getByRole('link', { name: 'shopKey' }).waitFor()
  await dario.getByText('••••••••').waitFor()
  await dario.getByText('Rua Um').waitFor()
  await dario.getByRole('link', { name: 'shopKey' }).click()
  await dario.getByRole('button', { name: 'Delete property' }).click()
  await dario.getByRole('dialog').getByRole('button', { name: 'Delete property' }).click()
  await dario.waitForURL('**/design/globalProcessProperties')
  await dario.getByRole('link', { name: 'officeAddress' }).waitFor()
  await dario.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(dario)
})
