import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { doubleCheck } from '../../fixtures/double-check.bpmn.ts'
import { deploy, listTasks, start } from '../engine-rest.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { settle, visitAs } from '../visit.ts'
import { goWithin } from './go-within.ts'

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
  await page.getByRole('button', { name: 'Search and filter' }).click()
  await page.getByRole('main').getByRole('searchbox').or(page.getByRole('main').getByRole('textbox')).first().waitFor()
  const sizes = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main input:not([type=checkbox], [type=hidden])')].map((one) => getComputedStyle(one).fontSize)`,
  )
  expect([...new Set(sizes)]).toEqual(['16px'])
})

it('on a small phone tasks are kept in a view, a draft is continued, and all are claimed and completed with one form', async () => {
  const three = ['PM-1', 'PM-2', 'PM-3']
  for (const key of three) await start('double-check', key)
  const page = await visitAs('martin', '/tasks/unclaimed?q=PM-', { width: 360 })
  await page.setViewportSize({ width: 360, height: 640 })
  const boxes = page.getByRole('checkbox', { name: 'Select Check the delivery' })
  const tickAll = async () => {
    await expect.poll(() => boxes.count()).toBe(3)
    for (const box of await boxes.all()) await box.check()
    await page.getByText('3 selected').waitFor()
  }
  await page.getByRole('button', { name: 'Save as view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Parcels at the gate')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('link', { name: 'Parcels at the gate', exact: true }).waitFor()
  await tickAll()
  await expectFitting(page)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByText('3 tasks changed').waitFor()

  // A draft, found again in its list.
  await goWithin(page, '/tasks/assigned?q=PM-')
  await page.getByRole('link', { name: /Check the delivery.*PM-1/ }).click()
  await page.getByRole('textbox', { name: /Note/ }).fill('The first one')
  await page.getByText(/^Draft saved at/).waitFor()
  await expectFitting(page)
  await goWithin(page, '/tasks/drafts')
  const draft = page.getByRole('listitem').filter({ hasText: 'PM-1' })
  await draft.waitFor()
  await expectFitting(page)
  await draft.getByRole('link', { name: /^Continue/ }).click()
  await page.getByText(/^Restored your draft from/).waitFor()
  expect(await page.getByRole('textbox', { name: /Note/ }).inputValue()).toBe('The first one')

  await goWithin(page, '/tasks/assigned?q=PM-')
  await tickAll()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Complete' }).click()
  await dialog.getByRole('textbox', { name: /Note/ }).fill('All of them are here')
  await expectFitting(page)
  await dialog.getByRole('button', { name: 'Complete tasks' }).click()
  await page.getByText('3 tasks changed').waitFor()

  // What was sent stands with what is done.
  await goWithin(page, '/tasks/involvingme')
  await page.getByRole('link', { name: 'Completed tasks' }).click()
  await page.getByRole('link', { name: 'Check the delivery' }).first().click()
  await page.getByText('All of them are here').waitFor()
  await expectFitting(page)

  await goWithin(page, '/tasks/unclaimed')
  await page.getByRole('link', { name: 'Parcels at the gate', exact: true }).click()
  await page.getByRole('button', { name: /Parcels at the gate/ }).click()
  await page.getByRole('menuitem', { name: 'Delete view…' }).click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await page.getByText('View “Parcels at the gate” deleted').waitFor()
})

it('an instance and a task are printed as clean pages, as long unchanged', async () => {
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

/** Keeps the rules of accessibility, and nothing is wider than the window. */
async function expectFitting(page: Page): Promise<void> {
  await expectAccessible(page)
  expect.soft(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0)
}

/** Regions that scroll by themselves from top to bottom. */
function countScrollers(page: Page): Promise<number> {
  return page.evaluate<number>(`[...document.querySelectorAll('main, main *')].filter((element) =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1).length`)
}
