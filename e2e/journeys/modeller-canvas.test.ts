import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createProcess, modellerOf } from './design.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visit } from './visit.ts'

const drawing = (page: Page) => page.getByRole('region', { name: 'Diagram of the process' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Properties' })
const shape = (page: Page, type: string) => drawing(page).locator(`[data-element-id^="${type}"].djs-shape`)

async function open(name: string): Promise<Page> {
  const page = await visit({ as: 'dario' })
  await page.goto(modellerOf(await createProcess(page, name)))
  await drawing(page).locator('.djs-shape').first().waitFor()
  return page
}

async function exportAs(page: Page, kind: 'BPMN' | 'SVG'): Promise<string> {
  return (await downloadAs(page, kind)).toString('utf8')
}

async function downloadAs(page: Page, kind: 'BPMN' | 'SVG' | 'PNG'): Promise<Buffer> {
  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Export as ${kind}` }).click(),
  ])
  // It gives the focus back when it is gone.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return readFile(await file.path())
}

/** The keys are those of the drawing again. A press on what is selected would select nothing. */
async function toDrawing(page: Page): Promise<void> {
  await drawing(page).locator('svg').first().focus()
}

/** Opens the menu of what may follow what is selected, by its key, and takes what is found by some words. */
async function append(page: Page, words: string): Promise<void> {
  await page.keyboard.press('a')
  await choose(page, words)
  await page.locator('.djs-popup').waitFor({ state: 'detached' })
}

/** Chooses the first result when it has this text. */
async function choose(page: Page, words: string): Promise<void> {
  // As people do it: the menu listens to keys.
  await page.locator('.djs-popup-search input').pressSequentially(words)
  await page
    .locator('.djs-popup .entry.selected')
    .filter({ hasText: new RegExp(words, 'i') })
    .waitFor()
  await page.keyboard.press('Enter')
}

it('by keys alone what follows is found by its name, becomes another kind, and is undone', async () => {
  const page = await open('Append')
  await shape(page, 'start').first().click()
  await append(page, 'rest')
  await panel(page).getByText('Service task', { exact: true }).first().waitFor()
  expect(await exportAs(page, 'BPMN')).toContain('millrace:type="http"')
  await toDrawing(page)
  await page.keyboard.press('r')
  await choose(page, 'mail')
  await expect.poll(() => exportAs(page, 'BPMN')).toContain('millrace:type="mail"')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await exportAs(page, 'BPMN')).toContain('millrace:type="http"')
  await toDrawing(page)
  await append(page, 'terminate end')
  // Behind an end nothing follows.
  await page.keyboard.press('a')
  expect(await page.locator('.djs-popup').count()).toBe(0)
})

it('what is copied is pasted into another process in another window', async () => {
  const page = await open('Source')
  await shape(page, 'start').first().click()
  await append(page, 'user task')
  await panel(page).locator('[data-property="who"] select').selectOption('user')
  await panel(page).getByLabel('Assignee').fill('grace')
  await page.keyboard.press('Tab')
  const other = await page.context().newPage()
  await other.goto(modellerOf(await createProcess(other, 'Target')))
  await drawing(other).locator('.djs-shape').first().waitFor()
  await toDrawing(page)
  // Windows tell each other what was copied, which takes a moment.
  await other.evaluate(
    `window.isReported = new Promise((resolve) => { new BroadcastChannel('millrace.modeller.copied').onmessage = resolve }).then(() => true)
    void 0`,
  )
  await page.keyboard.press('Control+c')
  expect(await other.evaluate('window.isReported')).toBe(true)
  await drawing(other).click({ position: { x: 300, y: 300 } })
  await other.keyboard.press('Control+v')
  // What is inserted follows the pointer until it is put down.
  const { x, y } = (await drawing(other).boundingBox()) ?? { x: 0, y: 0 }
  await other.mouse.move(x + 330, y + 330, { steps: 4 })
  await other.mouse.down()
  await other.mouse.up()
  await shape(other, 'Activity').first().waitFor()
  expect(await exportAs(other, 'BPMN')).toContain('millrace:assignee="grace"')
})

it('colours stay in the file and in pictures, the overview shows all, and the keys are listed', async () => {
  const page = await open('Colours')
  await shape(page, 'start').first().click()
  await append(page, 'user task')
  await page.getByRole('button', { name: 'Colour of the selection' }).click()
  await page.getByRole('menuitem', { name: 'Green' }).click()
  const xml = await exportAs(page, 'BPMN')
  expect(xml.toLowerCase()).toContain('color:background-color="#c8e6c9"')
  const svg = await exportAs(page, 'SVG')
  expect(svg.toLowerCase()).toContain('#c8e6c9')
  expect(svg).not.toContain('color-mix')
  const png = await downloadAs(page, 'PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // Two pixels of the picture for each of the drawing.
  expect(png.readUInt32BE(16)).toBe(2 * Number.parseInt(svg.match(/<svg[^>]* width="(\d+)/)?.[1] ?? '', 10))
  await toDrawing(page)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('start')
  await page.locator('.djs-search-results .djs-search-result').first().waitFor()
  await page.keyboard.press('Enter')
  await panel(page).locator('[data-element="start"]').waitFor()
  await page.getByRole('button', { name: 'Overview' }).click()
  await page.getByRole('img', { name: /^Overview of the diagram/ }).waitFor()
  await settle(page)
  await expectAccessible(page)
  await page.getByRole('img', { name: /^Overview of the diagram/ }).click({ position: { x: 10, y: 10 } })
  await drawing(page).locator('svg').first().focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts of the modeller' }).waitFor()
  await expectAccessible(page)
})

it('a drawing is walked through: it waits, takes the way that is chosen, and ends', async () => {
  const page = await open('Walk')
  await shape(page, 'start').first().click()
  await append(page, 'user task')
  await append(page, 'exclusive')
  await append(page, 'terminate end')
  await page.getByRole('button', { name: 'Simulate' }).press('Enter')
  const pane = page.getByRole('region', { name: 'Simulation' })
  await pane.getByRole('button', { name: /^Start: / }).press('Enter')
  await pane.getByRole('button', { name: 'Complete' }).waitFor()
  await settle(page)
  await expectAccessible(page)
  await pane.getByRole('button', { name: 'Pause' }).click()
  await pane.getByRole('button', { name: 'Complete' }).press('Enter')
  await pane.getByText('The simulation is running.').waitFor()
  await pane.getByRole('button', { name: 'Next step' }).press('Enter')
  await pane.getByRole('button', { name: 'Run automatically' }).press('Enter')
  await pane.getByText('The simulation has ended.').waitFor()
  await pane.getByRole('button', { name: 'Restart' }).click()
  await pane.getByText('Choose a start event.').waitFor()
  await pane.getByRole('button', { name: 'End the simulation' }).click()
  await page.getByRole('region', { name: 'Elements' }).waitFor()
})
