import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { button, connect, draw, select } from './newcomer.ts'
import { drawing, openModeller, panel } from './open-modeller.ts'
import { settle } from './visit.ts'

const shown = (page: Page) => panel(page).locator('[data-element]').getAttribute('data-element')

/** Presses the mouse on a step, once. @returns what is shown of then. */
async function click(page: Page, id: string): Promise<string | null> {
  const { x, y, width, height } = (await drawing(page)
    .locator(`[data-element-id="${id}"].djs-shape`)
    .boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.click(x + width / 2, y + height / 2)
  await settle(page)
  return shown(page)
}

async function save(page: Page): Promise<void> {
  await button(page, 'Save version').click()
  await page.getByText(/Version \d+, Saved/).waitFor()
}

it('after saving, one click on a step shows that step: the one that was selected, and another one', async () => {
  const { page } = await openModeller('Selecting')
  await select(page, 'start')
  const task = await draw(page, 'User task', 'Bake')
  await save(page)
  expect(await click(page, task)).toBe(task)
  expect(await click(page, 'start')).toBe('start')
  const end = await draw(page, 'End', 'Done')
  await connect(page, task, end)
  await save(page)
  expect(await click(page, 'start')).toBe('start')
})
