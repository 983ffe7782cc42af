import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { doubleCheck } from '../../fixtures/double-check.bpmn.ts'
import { deploy, listTasks, start } from '../engine-rest.ts'
import { settle, visitAs } from '../visit.ts'

beforeAll(() => deploy('double-check.bpmn', doubleCheck))

it('on a small phone the head of an instance scrolls away, and another page begins at its top', async () => {
  const id = await start('double-check', 'DC-phone')
  const page = await visitAs('petra', '/tasks/unclaimed', { width: 360 })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`/processengine/processes/processinstance/${id}/variables`)
  await settle(page)
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.boundingBox()
  await page.evaluate(`document.querySelector('main').scrollBy(0, 2_000)`)
  await expect.poll(async () => ((await title.boundingBox())?.y ?? 0) < (before?.y ?? 0) - 100).toBe(true)
  expect(await countScrollers(page)).toBe(1)
  // Another tab of it is no other page.
  await page.getByRole('tab', { name: /^Incidents/ }).click()
  await page.getByText('No open incidents.').waitFor()
  expect((await title.boundingBox())?.y ?? 0).toBeLessThan((before?.y ?? 0) - 100)
  await page.goBack()
  await expect.poll(async () => (await title.boundingBox())?.y).toBeGreaterThan(0)
})

it('on a phone what is typed is large enough that the page is not enlarged', async () => {
  const page = await visitAs('rosa', '/tasks/assigned', { width: 360 })
  const size = await page.evaluate<string>(`getComputedStyle(document.querySelector('main input')).fontSize`)
  expect(size).toBe('16px')
})

it('an instance and a task are printed as clean pages, as long as they are', async () => {
  // So many that they can be filtered.
  const variables = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`entry${at}`, { value: at }]))
  const id = await start('double-check', 'DC-print', undefined, variables)
  const [task] = await listTasks(id)
  for (const [person, path] of [
    ['rosa', `/tasks/viewtask/unclaimed/${task?.id}`],
    ['rosa', `/processes/processinstance/${id}/variables`],
    ['petra', `/processengine/processes/processinstance/${id}/variables`],
  ] as const) {
    const page = await visitAs(person, path)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
    expect(await listControls(page)).toEqual([])
    expect(await countScrollers(page)).toBe(0)
    await page.getByText('Check the delivery').filter({ visible: true }).first().waitFor()
  }
})

/** What is shown to be pressed or typed into. The tab that is open, and the name of a step, say what is on the paper. */
function listControls(page: Page): Promise<string[]> {
  const controls = 'button:not([aria-selected=true], [aria-pressed]), [role=button], input, textarea, select'
  return page.evaluate<string[]>(`[...document.querySelectorAll('${controls}')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.outerHTML.slice(0, 300))`)
}

/** Regions that scroll by themselves from top to bottom. */
function countScrollers(page: Page): Promise<number> {
  return page.evaluate<number>(`[...document.querySelectorAll('main, main *')].filter((element) =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1).length`)
}
