import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { longWay } from '../fixtures/long-way.bpmn.ts'
import { deploy, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

beforeAll(() => deploy('long-way.bpmn', longWay))

const step = (page: Page, id: string) => page.locator(`svg [data-element-id=${id}]`)

it('a drawing too wide for its room opens where the instance stands, to be read, and stays there when the room changes', async () => {
  const page = await open()
  expect(await readZoom(page)).toBeGreaterThanOrEqual(70)
  await expectInside(page, 'step-10')
  await page.setViewportSize({ width: 900, height: 900 })
  await expect.poll(() => isInside(page, 'step-10')).toBe(true)
  expect(await readZoom(page)).toBeGreaterThanOrEqual(70)

  // Whoever asks for all of it has all of it, in any room.
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(await readZoom(page)).toBeLessThan(70)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(async () => (await isInside(page, 'step-1')) && (await isInside(page, 'step-14'))).toBe(true)

  // Whoever has moved it has it as it was left.
  await page.getByRole('button', { name: 'Zoom in' }).click()
  const zoom = await readZoom(page)
  await page.setViewportSize({ width: 1000, height: 900 })
  await settle(page)
  expect(await readZoom(page)).toBe(zoom)
})

it('a step that is selected is seen, and what belongs to it is shown alone until all is asked for again', async () => {
  const page = await open()
  const outline = step(page, 'step-10').locator('.djs-outline')
  const variables = page.getByRole('table', { name: 'Variables' })
  await variables.getByRole('row', { name: /hint/ }).waitFor()
  await step(page, 'step-10').click()
  await expect.poll(() => isOutlined(page, 'step-10')).toBe(true)
  expect((await outline.boundingBox())?.width ?? 0).toBeGreaterThan(60)
  const tree = page.getByRole('tabpanel', { name: 'Activity tree' })
  await expect.poll(() => tree.getByRole('button', { name: /^Step/ }).allTextContents()).toEqual(['Step 10'])
  await expect.poll(() => variables.getByRole('row').count()).toBe(2)
  await expectAccessible(page)

  // A flow is no step: whoever clicks on it asks for all of them.
  await step(page, 'to-11').locator('.djs-hit').first().click({ force: true })
  await expect.poll(() => tree.getByRole('button', { name: /^Step/ }).count()).toBe(10)
  await expect.poll(() => isOutlined(page, 'step-10')).toBe(false)
  await step(page, 'step-10').click()
  await page.getByRole('button', { name: 'Show all steps' }).first().click()
  await expect.poll(() => isOutlined(page, 'step-10')).toBe(false)
  await expect.poll(() => tree.getByRole('button', { name: /^Step/ }).count()).toBe(10)

  await tree.getByRole('button', { name: 'Step 9' }).click()
  await page.getByText('This step has no local variables.').waitFor()
  await page.getByRole('tab', { name: /^History/ }).click()
  await page.getByText('This step has no history yet.').waitFor()
})

it('the list beside the drawing has the steps in the order of flow', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Show list' }).click()
  const steps = page.getByRole('table', { name: 'Steps of the process and their state' })
  expect((await steps.getByRole('button').allTextContents()).slice(0, 3)).toEqual(['Start event', 'Step 1', 'Step 2'])
})

async function open(): Promise<Page> {
  const id = await start('long-way', 'LW')
  const page = await visitAs('petra', `/processengine/processes/processinstance/${id}/variables`)
  await step(page, 'step-10').waitFor()
  await settle(page)
  return page
}

async function readZoom(page: Page): Promise<number> {
  await settle(page)
  return Number.parseInt((await page.getByText(/^\d+%$/).textContent()) ?? '', 10)
}

async function expectInside(page: Page, id: string): Promise<void> {
  expect(await isInside(page, id)).toBe(true)
}

/** Whether all of a step is seen in the drawing's room. */
async function isInside(page: Page, id: string): Promise<boolean> {
  const room = await page.locator('.djs-container').boundingBox()
  const place = await step(page, id).locator('.djs-visual').boundingBox()
  if (room === null || place === null) return false
  return place.x >= room.x && place.x + place.width <= room.x + room.width && place.y >= room.y
}

function isOutlined(page: Page, id: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const outline = document.querySelector('svg [data-element-id="${id}"] > .djs-outline')
    return outline !== null && getComputedStyle(outline).visibility === 'visible'
  })()`)
}
