import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { doubleClick } from './twice.ts'
import { visit } from './visit.ts'

const dinner = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" targetNamespace="t" millrace:dialect="millrace"><bpmn:process id="dinner" name="Dinner" isExecutable="true"><bpmn:startEvent id="start"/><bpmn:sequenceFlow id="f" sourceRef="start" targetRef="rules"/><bpmn:businessRuleTask id="rules" millrace:decisionRef="dish" millrace:mapDecisionResult="singleEntry" millrace:resultVariable="dish"/><bpmn:sequenceFlow id="g" sourceRef="rules" targetRef="work"/><bpmn:userTask id="work" name="Cook" millrace:assignee="dario"/></bpmn:process></bpmn:definitions>`

async function post(page: Page, path: string, data: object): Promise<{ readonly id: string }> {
  const context = page.context()
  await context.request.get('/api/actuator/health/liveness')
  const token = (await context.cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() }
  const response = await context.request.post(`/api${path}`, { headers, data })
  if (!response.ok()) throw new Error(`Expected ${path} to be done, but: ${await response.text()}`)
  return (await response.json()) as { id: string }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tables = (page: Page) => page.getByRole('region', { name: 'Tables of the decision' })
/** The button of the table: a problem that is shown for a moment may offer the same. */
const addRule = (page: Page) =>
  tables(page).getByRole('grid', { name: 'Rules' }).getByRole('button', { name: 'Add rule', exact: true }).click()
const samples = (page: Page) => page.getByRole('region', { name: 'Samples' })

/** Opens a view of the file: a decision, or the diagram. */
async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Decision' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Says what a column reads or gives, in the form of its head. */
async function setColumn(page: Page, head: string, field: string, text: string): Promise<void> {
  await tables(page)
    .getByRole('button', { name: `Edit column ${head}`, exact: true })
    .click()
  await page.getByRole('textbox', { name: field }).fill(text)
  await page.keyboard.press('Enter')
  await tables(page)
    .getByRole('button', { name: `Edit column ${text}`, exact: true })
    .waitFor()
}

const cellAt = (page: Page, rule: number, column: number) =>
  tables(page).locator(`td[data-rule="${rule}"][data-column="${column}"]`)

async function typeIn(page: Page, place: Locator, text: string): Promise<void> {
  await place.click()
  await place.and(page.locator(':focus')).or(place.locator(':focus')).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function writeCell(page: Page, rule: number, column: number, text: string): Promise<void> {
  const cell = cellAt(page, rule, column)
  const focused = cell.and(page.locator(':focus'))
  // A second press would open the editor of the cell.
  if ((await focused.count()) === 0) await cell.click()
  await focused.waitFor()
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
  await expect.poll(() => cell.textContent()).toBe(text)
}

it('a designer creates a decision with two inputs and three rules, tries it with samples, and deploys it', async () => {
  const page = await visit({ as: 'dario', width: 1440 })
  const { id: appId } = await post(page, '/applications', { name: 'Dinners', key: 'dinners' })
  await page.goto(`/design/applications/${appId}?tab=decisions`)
  await page.getByRole('link', { name: 'New decision' }).click()
  // Until the page is there, the one before has a name and a key too.
  await page.getByRole('heading', { level: 1, name: 'New decision in Dinners' }).waitFor()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Dish')
  await page.getByRole('textbox', { name: /^Key/ }).fill('dish')
  await button(page, 'Create decision').click()
  await page.getByRole('link', { name: 'Open editor' }).click()
  await setColumn(page, 'Input', 'Input expression', 'season')
  await tables(page).getByRole('button', { name: 'Input', exact: true }).click()
  await setColumn(page, 'Input', 'Input expression', 'guests')
  await setColumn(page, 'Output', 'Output name', 'dish')
  const rules = [
    ['"winter"', '-', '"Stew"'],
    ['"summer"', '-', '"Salad"'],
    ['not("winter", "summer")', '"many"', '"Buffet"'],
    ['not("winter", "summer")', 'not("many")', '"Bread"'],
  ]
  for (const [at, cells] of rules.entries()) {
    await addRule(page)
    for (const [column, text] of cells.entries()) await writeCell(page, at, column, text)
  }
  await page.getByText('No problems. The decision can be deployed.').waitFor()

  await button(page, 'Add sample').click()
  await samples(page).getByLabel('Name of the sample').fill('Cold')
  await samples(page).getByLabel('season').fill('winter')
  await samples(page).getByText('Stew').waitFor()
  await samples(page).getByText('Matched: rule 1').waitFor()
  await tables(page).locator('tr[data-matched]').first().waitFor()
  await samples(page).getByText('1 of 4').waitFor()
  await button(page, 'Use as expected result').click()
  await samples(page).getByText('1 of 1 passed').waitFor()
  await expectAccessible(page)
  // Twice, and it is one version: the next one is the third.
  await doubleClick(page, button(page, 'Save version'), 40)
  await page.getByText('Version 2 saved').waitFor()

  // What was typed belongs to the version, however soon after it is saved; the second time too.
  const saveAtOnce = async (version: number, place: Locator, text: string) => {
    const sent = page.waitForRequest((request) => request.url().endsWith('/saveDecisionDesign'))
    await typeIn(page, place, text)
    await page.keyboard.press('ControlOrMeta+s')
    expect(((await sent).postDataJSON() as { xml: string }).xml).toContain(text)
    await page.getByText(`Version ${version} saved`).waitFor()
  }
  const note = cellAt(page, 0, 3)
  await saveAtOnce(3, note, 'Broth')
  await saveAtOnce(4, note, 'Chowder')
  await openView(page, 'Diagram')
  await saveAtOnce(5, tables(page).locator('.dmn-definitions-name'), 'Menu')
  await openView(page, 'Dish')
  await writeCell(page, 0, 2, '"Soup"')
  await samples(page).getByText('0 of 1 passed').waitFor()
  await writeCell(page, 1, 0, '>')
  await page
    .getByRole('region', { name: 'Problems' })
    .getByRole('button', { name: 'Show Dish, rule 2, season' })
    .click()
  await cellAt(page, 1, 0).and(page.locator(':focus')).waitFor()
  await writeCell(page, 1, 0, '"summer"')
  await page.getByText('No problems. The decision can be deployed.').waitFor()
  await button(page, 'Save version').click()
  await page.getByText('Version 6 saved').waitFor()

  const { id: processId } = await post(page, `/applications/${appId}/appprocesses`, { name: 'Dinner', key: 'dinner' })
  await post(page, `/applications/${appId}/appprocesses/${processId}/saveProcessDesign`, { xml: dinner })
  await page.goto(`/design/applications/${appId}`)
  await button(page, 'Deploy').click()
  await button(page, 'Deploy version 1').click()
  await page.getByText('1 test case or sample failed').waitFor()
  await button(page, 'Cancel').click()

  await page.goto(`/design/applications/${appId}?tab=decisions`)
  await page.getByRole('link', { name: 'Dish' }).click()
  await button(page, 'Restore version 2').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version' }).click()
  await page.getByText('Version 7 has the design of version 2').waitFor()
  await page.goto(`/design/applications/${appId}`)
  await button(page, 'Deploy').click()
  await button(page, 'Deploy version 1').click()
  await page.getByText('Version 1 of Dinners deployed').waitFor()
})

it('what is being typed is kept, however soon something else takes its place', async () => {
  const page = await visit({ as: 'dario' })
  const { id: appId } = await post(page, '/applications', { name: 'Meals', key: 'meals' })
  const { id } = await post(page, `/applications/${appId}/appdecisions`, { name: 'Meal', key: 'meal' })
  await page.goto(`/applications/${appId}/appdecisions/${id}/editor`)
  await page.getByText('Hit policy').first().waitFor()
  const name = tables(page).locator('.dmn-definitions-name')
  const pressings = [() => openView(page, 'Meal'), () => tables(page).getByTitle('Open decision table').click()]
  await page.clock.install()
  for (const [at, press] of pressings.entries()) {
    await openView(page, 'Diagram')
    await name.click()
    await page.clock.pauseAt(Date.now() + 60_000 * (at + 1))
    await typeIn(page, name, `Menu ${at}`)
    await press()
    await page.getByText('Hit policy').first().waitFor()
    // What dmn-js does a moment after the last key comes now: the table is open.
    await page.clock.runFor(1_000)
    await page.clock.resume()
    await openView(page, 'Diagram')
    await expect.poll(() => name.textContent()).toBe(`Menu ${at}`)
    await openView(page, 'Meal')
  }

  await addRule(page)
  await cellAt(page, 0, 2).click()
  await page.keyboard.type('Broth')
  await page.setViewportSize({ width: 800, height: 900 })
  await page.getByText('This decision can only be viewed').waitFor()
  await tables(page).locator('td', { hasText: 'Broth' }).waitFor()
})

it('what is changed in a view that was opened later is a change of the file, too', async () => {
  const page = await visit({ as: 'dario' })
  const { id: appId } = await post(page, '/applications', { name: 'Fees', key: 'fees' })
  const { id } = await post(page, `/applications/${appId}/appdecisions`, { name: 'Fee', key: 'fee' })
  await page.goto(`/applications/${appId}/appdecisions/${id}/editor`)
  await page.getByText('Hit policy').first().waitFor()
  const rate = `<decision id="rate" name="Rate"><variable id="v" name="Rate" typeRef="number"/><literalExpression id="l"><text>1</text></literalExpression></decision>`
  const fee = `<decision id="fee" name="Fee"><decisionTable id="t"><output id="o" name="fee" typeRef="number"/></decisionTable></decision>`
  const xml = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="g" name="g" namespace="t">${fee}${rate}</definitions>`
  const file = { name: 'fees.dmn', mimeType: 'application/xml', buffer: Buffer.from(xml) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('Version 1, Not saved').waitFor()
  await button(page, 'Save version').click()
  await page.getByText('Version 2, Saved').waitFor()
  await openView(page, 'Rate')
  const name = tables(page).locator('.decision-name')
  for (const next of ['Tariff', 'Share']) {
    await typeIn(page, name, next)
    await expect.poll(() => page.getByRole('combobox', { name: 'Decision' }).inputValue()).toBe(next)
    await page.getByText(/^Version \d, Not saved$/).waitFor()
    const sent = page.waitForRequest((request) => request.url().endsWith('/saveDecisionDesign'))
    await button(page, 'Save version').click()
    expect(((await sent).postDataJSON() as { xml: string }).xml).toContain(`name="${next}"`)
    await page.getByText(/^Version \d, Saved$/).waitFor()
  }
  await button(page, 'Undo').click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Decision' }).inputValue()).toBe('Tariff')
})

it('where there is room again, a sample can be added once the editor is there', async () => {
  const page = await visit({ as: 'dario', width: 800 })
  const { id: appId } = await post(page, '/applications', { name: 'Snacks', key: 'snacks' })
  const { id } = await post(page, `/applications/${appId}/appdecisions`, { name: 'Snack', key: 'snack' })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/editing-tables-/, (route) => isReleased.then(() => route.continue()))
  const asked = page.waitForRequest(/\/editing-tables-/)
  await page.goto(`/applications/${appId}/appdecisions/${id}/editor`)
  await page.getByText('This decision can only be viewed').waitFor()
  await samples(page).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await asked
  await button(page, 'Save version').waitFor()
  // It would be one of the file that is being closed.
  expect(await button(page, 'Add sample').count()).toBe(0)
  release()
  await button(page, 'Add sample').click()
  await samples(page).getByLabel('Name of the sample').waitFor()
})

it('a file of which something would be lost is not opened, and the keys are reported', async () => {
  const page = await visit({ as: 'dario' })
  const { id: appId } = await post(page, '/applications', { name: 'Loans', key: 'loans' })
  const { id } = await post(page, `/applications/${appId}/appdecisions`, { name: 'Rate', key: 'rate' })
  await page.goto(`/applications/${appId}/appdecisions/${id}/editor`)
  await page.getByText('Hit policy').first().waitFor()
  await page.getByRole('heading', { level: 1, name: 'Rate' }).click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts of the editor' })
  await keys.getByText('Ctrl S').waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })

  const decision = (name: string, key: string) =>
    `<decision id="${key}" name="${name}"><literalExpression id="l_${name}"><text>1</text></literalExpression></decision>`
  const xml = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="g" name="g" namespace="t">${decision('Fee', 'fee')}${decision('Rate', 'loan rate')}</definitions>`
  const file = { name: 'loans.dmn', mimeType: 'application/xml', buffer: Buffer.from(xml) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('This file cannot be shown').waitFor()
  await page.getByText('illegal ID <loan rate>').waitFor()
})

it('on a phone a decision is shown to read, in both schemes', async () => {
  const page = await visit({ as: 'dario', width: 360 })
  const { id: appId } = await post(page, '/applications', { name: 'Small', key: 'small' })
  const { id } = await post(page, `/applications/${appId}/appdecisions`, { name: 'Small', key: 'small' })
  await page.goto(`/applications/${appId}/appdecisions/${id}/editor`)
  await page.getByRole('combobox', { name: 'Hit policy' }).waitFor()
  await page.getByText('This decision can only be viewed').waitFor()
  await expectAccessible(page)
})
