import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { drawing, openModeller, panel, post } from './open-modeller.ts'
import { settle } from './visit.ts'

/** Presses the mouse button in the middle of an element, and releases it, as separate events. */
async function press(page: Page, place: Locator | { readonly x: number; readonly y: number }): Promise<void> {
  const at = 'x' in place ? place : await middleOf(place)
  await page.mouse.move(at.x, at.y, { steps: 3 })
  await page.mouse.down()
  await page.mouse.up()
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (box === null) throw new Error('Expected something to press, but it is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const shapes = (page: Page) => drawing(page).locator('.djs-shape:not([data-element-id$="_label"])')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Boxes of what is drawn that cover each other. */
async function listOverlaps(page: Page): Promise<string[]> {
  const boxes = await shapes(page).evaluateAll((all) =>
    all.flatMap((one) => {
      const box = one.querySelector('.djs-visual')?.getBoundingClientRect()
      if (box === undefined) return []
      const { x, y, width, height } = box
      return { id: one.getAttribute('data-element-id') ?? '', x, y, right: x + width, bottom: y + height }
    }),
  )
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(({ x, y, right, bottom }) => x < one.right && one.x < right && y < one.bottom && one.y < bottom)
      .map(({ id }) => `${one.id} ${id}`),
  )
}

it('by mouse elements are placed where somebody points, and changed in menus, in a zoomed browser as well', async () => {
  const { page } = await openModeller('Pointing')
  await page.evaluate('document.documentElement.style.zoom = 0.83')
  await settle(page)
  const corner = (await drawing(page).boundingBox()) ?? { x: 0, y: 0 }
  const at = (x: number, y: number) => ({ x: corner.x + x, y: corner.y + y })

  // It follows the pointer until it is placed; Escape and a press on anything else cancel.
  await press(page, button(page, 'User task'))
  await page.mouse.move(at(200, 200).x, at(200, 200).y, { steps: 3 })
  await page.locator('.djs-drag-group').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.djs-drag-group').waitFor({ state: 'detached' })
  await press(page, button(page, 'User task'))
  await press(page, page.getByLabel('Search elements'))
  expect(await page.evaluate('document.activeElement?.localName')).toBe('input')
  expect(await shapes(page).count()).toBe(1)
  await press(page, button(page, 'User task'))
  await press(page, at(200, 200))
  await expect.poll(() => shapes(page).count()).toBe(2)
  // Its name is being edited; leaving it as it is changes nothing.
  await press(page, at(300, 420))
  await press(page, shapes(page).last())
  await expect.poll(() => panel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('')
  await panel(page).getByLabel('Name', { exact: true }).pressSequentially('Ask')
  expect(await panel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Ask')

  // Keys have no place: it takes the free room.
  for (const name of ['User task', 'Exclusive', 'End']) {
    await press(page, at(300, 420))
    await button(page, name).focus()
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => shapes(page).count()).toBe(5)
  expect(await listOverlaps(page)).toEqual([])

  await page.evaluate('document.documentElement.style.zoom = 1')
  await press(page, button(page, 'Show all'))
  await press(page, drawing(page).locator('[data-element-id^="Activity"].djs-shape').first())
  const pad = (icon: string) => page.locator(`.djs-context-pad .${icon}`).first()
  await press(page, pad('bpmn-icon-screw-wrench'))
  await press(page, page.locator('.djs-popup .entry', { hasText: 'Script' }))
  await panel(page).getByText('Script task', { exact: true }).first().waitFor()
  await press(page, pad('bpmn-icon-subprocess-collapsed'))
  await press(page, page.locator('.djs-popup .entry', { hasText: 'Mail' }))
  await expect.poll(() => shapes(page).count()).toBe(6)
  expect(await listOverlaps(page)).toEqual([])
})

it('by mouse everything is chosen in the menus of a decision: table, diagram and expression', async () => {
  const { page, appId } = await openModeller('Choosing')
  const { id } = await post(page, `/applications/${appId}/appdecisions`, { name: 'Dish', key: 'chosenDish' })
  await page.goto(`/applications/${appId}/appdecisions/${id}/editor`)
  const tables = page.getByRole('region', { name: 'Tables of the decision' })
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems.getByText('No problems. The decision can be deployed.').waitFor()
  const choose = async (select: Locator, option: string) => {
    await press(page, select)
    await press(page, page.locator('.dms-select-options .option').getByText(option, { exact: true }))
  }
  const beside = { x: 700, y: 700 }

  for (const [head, type] of [
    ['Input', 'Number'],
    ['Output', 'Date'],
  ] as const) {
    await press(page, tables.getByRole('button', { name: `Edit column ${head}` }))
    await page.getByRole('combobox', { name: 'Type' }).selectOption(type)
    await press(page, button(page, 'Apply'))
    await tables.locator('thead').getByText(type, { exact: true }).first().waitFor()
  }
  await press(page, page.getByRole('combobox', { name: 'Hit policy' }))
  await press(page, page.getByRole('option', { name: 'First: the first matching rule' }))
  await press(page, button(page, 'Add rule'))
  const cell = tables.locator('td[data-rule="0"][data-column="0"]')
  // The first press goes to the cell, the second one opens its editor.
  await press(page, cell)
  await page.getByRole('combobox', { name: 'Comparison' }).selectOption('is more than')
  await press(page, page.getByRole('textbox', { name: 'Value' }))
  await page.keyboard.type('1.5')
  await press(page, beside)
  await expect.poll(() => cell.textContent()).toBe('> 1.5')
  await press(page, button(page, 'Actions for rule 1'))
  await press(page, page.getByRole('menuitem', { name: 'Add rule below' }))
  await expect.poll(() => tables.locator('tbody td[data-column="0"]').count()).toBe(2)

  await press(page, page.getByRole('combobox', { name: 'Decision' }))
  await press(page, page.getByRole('option', { name: 'Diagram' }))
  await press(page, page.locator('.djs-palette .dmn-icon-decision'))
  await press(page, beside)
  await page.keyboard.press('Escape')
  await press(page, page.locator('.djs-context-pad .dmn-icon-screw-wrench'))
  await press(page, page.locator('.djs-popup .entry', { hasText: 'Literal expression' }))
  await press(page, page.locator('.drill-down-overlay').last())
  const type = tables.locator('.literal-expression-properties .dms-input-select')
  await choose(type, 'number')
  await expect.poll(() => type.locator('input').inputValue()).toBe('number')
})

it('by mouse a field is added in the form designer, and what it is for is chosen', async () => {
  const { page, appId } = await openModeller('Forms')
  const { id } = await post(page, `/applications/${appId}/appforms`, { name: 'Order', formKey: 'pressedOrder' })
  await page.goto(`/applications/${appId}/appforms/${id}/formdesigner`)
  await settle(page)
  await press(page, button(page, 'Select'))
  for (const name of ['Visible to', 'Editable by', 'Required for']) {
    await press(page, page.getByRole('combobox', { name }))
    const option = page.locator('[role=option]:visible').getByText('RoleUser', { exact: true })
    await press(page, option)
    // What is chosen is offered no more.
    await option.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  }
  await press(page, button(page, 'More actions for the selection'))
  await press(page, page.getByRole('menuitem', { name: /^Duplicate/ }))
  await page.getByText('2 fields').waitFor()
})
