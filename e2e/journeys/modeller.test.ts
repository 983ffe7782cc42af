import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { doubleCheck } from '../fixtures/double-check.bpmn.ts'
import { longWay } from '../fixtures/long-way.bpmn.ts'
import { expectAccessible } from './expect-accessible.ts'
import { drawing, openModeller, panel, readProcesses, takeIn } from './open-modeller.ts'
import { settle, takeComplaints } from './visit.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const shape = (page: Page, type: string) => drawing(page).locator(`[data-element-id^="${type}"].djs-shape`)

it('a designer draws a task by the keyboard, sets who does it, sees a problem come and go, and saves', async () => {
  const { page } = await openModeller('Travel')
  await shape(page, 'start').first().click()
  const tile = button(page, 'User task')
  await tile.focus()
  await page.keyboard.press('Enter')
  await panel(page).getByText('User task', { exact: true }).first().waitFor()
  await panel(page).getByLabel('Name', { exact: true }).fill('Approve the trip')
  await panel(page).locator('[data-property="who"] select').selectOption('expression')
  const assignee = panel(page).getByLabel('Assignee')
  await assignee.fill('= owner +')
  await panel(page)
    .getByText(/\(character \d+\)/)
    .waitFor()
  await page.keyboard.press('Tab')
  await button(page, /\d+ problem/).click()
  const problem = page
    .getByRole('region', { name: 'Problems' })
    .getByRole('button', { name: /Approve the trip.*valid/ })
  await problem.waitFor()
  await drawing(page).locator('[data-severity="error"]').waitFor()

  await button(page, 'Undo').click()
  await problem.waitFor({ state: 'detached' })
  await expect.poll(() => assignee.inputValue()).toBe('')
  await assignee.fill('dario')
  await page.getByText('Version 1, Not saved').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Version 2, Saved').waitFor()
  // It is still the same drawing, with all that was done to it.
  await settle(page)
  expect(await button(page, 'Undo').isEnabled()).toBe(true)

  await page.reload()
  await page.getByText('Version 2, Saved').waitFor()
  await shape(page, 'Activity').first().click()
  await expect.poll(() => panel(page).getByLabel('Assignee').inputValue()).toBe('dario')
  await expect.poll(() => panel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Approve the trip')
  await settle(page)
  await expectAccessible(page)
})

it('what is drawn is exported as a file and taken in again, and nobody loses it without being asked', async () => {
  const { page } = await openModeller('Order')
  await shape(page, 'start').first().click()
  await button(page, 'Exclusive').click()
  await button(page, 'More actions').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as BPMN' }).click(),
  ])
  const path = await download.path()
  expect(await readFile(path, 'utf8')).toContain('exclusiveGateway')
  for (const [kind, begins] of [
    ['SVG', '<?xml'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    await button(page, 'More actions').click()
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: `Export as ${kind}` }).click(),
    ])
    const content = await readFile(await picture.path(), 'latin1')
    expect(content.startsWith(begins)).toBe(true)
    expect(content).not.toContain('var(--')
  }
  await button(page, 'Back')
    .or(page.getByRole('link', { name: 'Back' }))
    .click()
  await button(page, 'Stay')
    .or(button(page, /stay|keep/i))
    .first()
    .click()
  await shape(page, 'Gateway').first().waitFor()
})

it('a file that is taken in and given out again means the same, and one without a drawing is given one', async () => {
  const { page } = await openModeller('Files')
  const folder = new URL('../../apps/server/src/operations/samples/models/', import.meta.url)
  const files = [await readFile(new URL('purchase-request.bpmn', folder), 'utf8'), longWay, doubleCheck]
  const expectSame = async (xml: string) => {
    await drawing(page).locator('.djs-shape').first().waitFor()
    await page.getByText('Version 1, Not saved').waitFor()
    await button(page, 'More actions').click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as BPMN' }).click(),
    ])
    expect(readProcesses(await readFile(await file.path(), 'utf8'))).toEqual(readProcesses(xml))
  }
  for (const xml of files) {
    await takeIn(page, xml)
    await expectSame(xml)
  }
  await takeIn(page, files[0] ?? '')
  // The file says how wide a label is by other letters: a word is not broken for that.
  await drawing(page).locator('tspan', { hasText: /^Yes$/ }).first().waitFor()
  await takeIn(page, (files[0] ?? '').replace(/<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/, ''))
  await page.getByText('This process has no diagram yet').waitFor()
  await button(page, 'Arrange steps').click()
  await expectSame(files[0] ?? '')
  // What would be left out of the drawing would be lost with the next save.
  for (const [faulty, reason] of [
    ['no file of BPMN', 'This file cannot be shown'],
    [longWay.replaceAll('"step-1"', '"Pack it"'), 'but found “Pack it”'],
  ] as const) {
    await takeIn(page, faulty)
    await page.getByText(reason).first().waitFor()
  }
  // Of the flows that lead there bpmn-js says so.
  expect(takeComplaints().filter((complaint) => !/failed to import/.test(complaint))).toEqual([])
})

it('in a narrow window a process is shown to read', async () => {
  const { page } = await openModeller('Tablet', { width: 800 })
  await page.getByText('This process can only be viewed').waitFor()
  expect(await button(page, 'User task').count()).toBe(0)
  expect(await button(page, 'Save version').count()).toBe(0)
  await expectAccessible(page)

  // What somebody was at is there again when there is room again.
  await page.setViewportSize({ width: 1440, height: 900 })
  await button(page, 'User task').waitFor()
  await shape(page, 'start').first().click()
  await panel(page).locator('[data-element^="start"]').waitFor()
  await shape(page, 'start').first().dblclick()
  await page.keyboard.type('Asked')
  await page.setViewportSize({ width: 800, height: 900 })
  await button(page, 'User task').waitFor({ state: 'detached' })
  await drawing(page).locator('tspan', { hasText: 'Asked' }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await button(page, 'User task').waitFor()
  await panel(page).locator('[data-element^="start"]').waitFor()

  // Of one that is too large the beginning is shown, large enough to be read.
  await takeIn(page, longWay)
  await page.keyboard.press('Control+s')
  await page.getByText('Version 2, Saved').waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.reload()
  await expect.poll(() => page.getByText(/^\d+%$/).textContent()).toBe('50%')
  const { x } = (await drawing(page).locator('[data-element-id="step-0"]').boundingBox()) ?? { x: -1 }
  expect(x).toBeGreaterThan(-40)
  expect(x).toBeLessThan(360)
})
