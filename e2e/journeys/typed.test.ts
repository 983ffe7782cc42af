import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { callAs } from './design.ts'
import { drawing } from './open-modeller.ts'
import { settle, visit } from './visit.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const back = (page: Page) => page.getByRole('link', { name: 'Back' })

/** Presses an element as screen readers do: the focus stays where it is. */
const press = (place: Locator) => place.dispatchEvent('click')

/** Each way out asks, and whoever stays has what was typed. */
async function expectAsked(page: Page, ways: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const leave of ways) {
    await leave()
    await button(page, 'Keep editing').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

/** Closing the tab and loading it anew ask alike. */
async function expectAskedByBrowser(page: Page): Promise<void> {
  const [dialog] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate('setTimeout(() => location.reload())'),
  ])
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}

it('a cell that is being typed is a change when the decision editor is left', async () => {
  const page = await visit({ as: 'dario' })
  const { id: appId } = await callAs(page, '/applications', { name: 'Soups', key: 'soups' })
  const { id } = await callAs(page, `/applications/${appId}/appdecisions`, { name: 'Soup', key: 'soup' })
  await page.goto(`/design/applications/${appId}/appdecisions/${id}`)
  await page.getByRole('link', { name: 'Open editor' }).click()
  const tables = page.getByRole('region', { name: 'Tables of the decision' })
  await button(page, 'Add rule').click()
  await button(page, 'Save version').click()
  await page.getByText('Version 2, Saved').waitFor()
  const note = tables.locator('td[data-rule="0"][data-column="2"]')
  const type = async (text: string) => {
    await note.click()
    await page.keyboard.type(text)
  }
  await type('Broth')
  await expectAskedByBrowser(page)
  await tables.locator('td', { hasText: 'Broth' }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Version 3, Saved').waitFor()
  for (const [version, leave] of [
    [3, () => page.evaluate('history.back()')],
    [4, () => press(back(page))],
  ] as const) {
    // What is typed replaces the text of the cell.
    await type(`Broth ${version}`)
    await expectAsked(page, [leave])
    await page.getByText(`Version ${version}, Not saved`).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(`Version ${version + 1}, Saved`).waitFor()
  }
  // What was not touched is left without a question.
  await note.click()
  await page.evaluate('history.back()')
  await page.getByRole('link', { name: 'Open editor' }).waitFor()
})

it('a label and a property that are being typed are changes when the modeller is left', async () => {
  const page = await visit({ as: 'dario' })
  const { id: appId } = await callAs(page, '/applications', { name: 'Stews', key: 'stews' })
  const { id } = await callAs(page, `/applications/${appId}/appprocesses`, { name: 'Stew', key: 'stewProcess' })
  const open = async () => {
    await page.goto(`/design/applications/${appId}/appprocesses/${id}`)
    await page.getByRole('link', { name: 'Open modeller' }).click()
    await drawing(page).locator('.djs-shape').first().waitFor()
  }
  await open()
  const start = drawing(page).locator('[data-element-id^="start"].djs-shape').first()
  await start.dblclick()
  await page.keyboard.type('Hungry')
  await expectAsked(page, [() => page.evaluate('history.back()')])
  await drawing(page).locator('tspan', { hasText: 'Hungry' }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Version 2, Saved').waitFor()

  const name = page.getByRole('complementary', { name: 'Properties' }).getByLabel('Name', { exact: true })
  await start.click()
  await name.fill('Starving')
  await expectAsked(page, [() => press(back(page))])
  await expect.poll(() => name.and(page.locator(':focus')).count()).toBe(1)
  await page.keyboard.press('Control+s')
  await page.getByText('Version 3, Saved').waitFor()
  await name.fill('Full')
  await expectAskedByBrowser(page)
  await page.getByText('Version 3, Not saved').waitFor()
})

it('a name of a list that is being typed is a change when a form or a record is left', async () => {
  const page = await visit({ as: 'dario' })
  const { id } = await callAs(page, '/templates/form-template', { name: 'Menu card' })
  const root = [{ id: 'a', type: 'text', key: 'dish', props: { label: 'Dish' } }]
  const designerJson = JSON.stringify({ schema: 2, id: 'template', root })
  await callAs(page, `/templates/form-template/${id}/save-form-design`, { designerJson })
  await page.goto(`/templates/form-template/${id}/form-designer`)
  await page.getByRole('group', { name: 'Text “Dish”' }).first().click()
  await page.getByLabel('Visible to').and(page.locator('input')).first().click()
  await page.keyboard.type('cooks')
  await expectAsked(page, [() => press(back(page))])
  await page.getByText('cooks').first().waitFor()

  const { id: appId } = await callAs(page, '/applications', { name: 'Roasts', key: 'roasts' })
  const { id: processId } = await callAs(page, `/applications/${appId}/appprocesses`, { name: 'Roast', key: 'roast' })
  await page.goto(`/design/applications/${appId}/appprocesses/${processId}`)
  await settle(page)
  await page.getByLabel('Groups with permission to start').and(page.locator('input')).first().click()
  await page.keyboard.type('cooks')
  await expectAskedByBrowser(page)
  await expectAsked(page, [() => press(page.getByRole('link', { name: 'Open modeller' }))])
  await button(page, 'Save changes').waitFor()
})
