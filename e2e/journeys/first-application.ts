import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { field } from './newcomer.ts'
import { drawing, panel } from './open-modeller.ts'

/** Types into a field, after a click on it unless it has the focus. */
export async function typeInto(page: Page, input: Locator, text: string): Promise<void> {
  await input.waitFor()
  const hasFocus = await input.evaluate((element) => element.matches(':focus'))
  if (!hasFocus) await input.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Creates a part of the application by its name, and opens its designer. */
async function createPart(page: Page, { opener, name, open }: { opener: string; name: string; open: string }) {
  await page.getByRole('link', { name: opener, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: /^New / }).waitFor()
  await typeInto(page, textbox(page, 'Name'), name)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.getByRole('link', { name: open }).click()
}

/** Types of the fields of the request, with their labels. */
const fields = [
  ['Text', 'Traveller'],
  ['Email', 'Email'],
  ['Phone', 'Phone'],
  ['Select', 'Department'],
  ['Text', 'Destination'],
  ['Long text', 'Purpose'],
  ['Date', 'From'],
  ['Date', 'Until'],
  ['Number', 'Days'],
  ['Checkbox', 'Hotel'],
  ['Radio', 'Transport'],
  ['Currency', 'Budget'],
  ['Currency', 'Advance'],
  ['Long text', 'Notes'],
] as const

/** What the columns of the grid of costs hold. */
const costs = [
  ['Text', 'Item'],
  ['Currency', 'Amount'],
] as const

const choices: Readonly<Record<string, readonly string[]>> = {
  Department: ['Sales', 'Research', 'Service'],
  Transport: ['Train', 'Plane'],
}

/** Designs a form of 17 fields: 14 single fields, and a grid with two columns. */
export async function designRequest(page: Page): Promise<void> {
  await createPart(page, { opener: 'New form', name: 'Trip request', open: 'Open designer' })
  await page.getByText('This form has no design yet').waitFor()
  for (const [type, label] of fields) {
    await addNode(page, type, label)
    const options = choices[label] ?? []
    for (const [index, option] of options.entries()) {
      if (index > 1) await page.getByRole('button', { name: 'Add option' }).click()
      await typeInto(page, panel(page).getByLabel(`Text of option ${index + 1}`), option)
    }
  }
  await addNode(page, 'Editable grid', 'Costs')
  for (const [type, label] of costs) await addNode(page, type, label)
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Version 1', { exact: true }).waitFor()
}

/** Adds a field behind the selected one. The focus is on its label. */
async function addNode(page: Page, type: string, label: string): Promise<void> {
  await page.getByRole('button', { name: type, exact: true }).click()
  const input = panel(page).getByRole('textbox', { name: 'Label', exact: true }).first()
  await expect.poll(() => input.inputValue()).toBe(type)
  await typeInto(page, input, label)
}

/** Creates the decision that trips over 1,000 need the approval of the manager. */
export async function decideApproval(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Business trips' }).click()
  await page.getByRole('tab', { name: /^Decisions/ }).click()
  await createPart(page, { opener: 'New decision', name: 'Approval', open: 'Open editor' })
  const tables = page.getByRole('region', { name: 'Tables of the decision' })
  for (const [head, name, text] of [
    ['Input', 'Input expression', 'budget'],
    ['Output', 'Output name', 'level'],
  ] as const) {
    await tables.getByRole('button', { name: `Edit column ${head}` }).click()
    await typeInto(page, page.getByRole('textbox', { name }), text)
    if (head === 'Input') await page.getByRole('combobox', { name: 'Type' }).selectOption('Number')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Add rule' }).click()
  for (const [index, [input = '', output = '']] of [
    ['> 1000', '"manager"'],
    ['<= 1000', '"none"'],
  ].entries()) {
    if (index > 0) await page.keyboard.press('ControlOrMeta+Enter')
    await page.keyboard.type(input)
    await page.keyboard.press('Tab')
    await page.keyboard.type(output)
  }
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Version 2, Saved').waitFor()
}

const shape = (page: Page, id: string) => drawing(page).locator(`[data-element-id="${id}"].djs-shape`)

/** Presses an element or flow in its middle. */
async function select(page: Page, id: string): Promise<void> {
  const hit = drawing(page).locator(`[data-element-id="${id}"] .djs-hit`).first()
  await hit.waitFor({ state: 'attached' })
  const { x, y, width, height } = (await hit.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await panel(page).locator(`[data-element="${id}"]`).waitFor()
}

/** Puts an element behind the selected one, and types its name. @returns its id. */
async function append(page: Page, tile: string, name: string): Promise<string> {
  const selected = drawing(page).locator('.djs-shape.selected')
  const before = await selected.getAttribute('data-element-id')
  await page.getByRole('region', { name: 'Elements' }).getByRole('button', { name: tile, exact: true }).click()
  await expect.poll(() => selected.getAttribute('data-element-id')).not.toBe(before)
  await page.keyboard.type(name)
  const id = (await selected.getAttribute('data-element-id')) ?? ''
  await panel(page).locator(`[data-element="${id}"]`).waitFor()
  return id
}

async function choose(page: Page, name: string, option: RegExp): Promise<void> {
  await field(page, name).click()
  await page.getByRole('option', { name: option }).first().click()
}

async function addTask(page: Page, name: string, user: string): Promise<string> {
  const id = await append(page, 'User task', name)
  await field(page, 'Assign to').selectOption({ label: 'A user' })
  await field(page, 'Assignee').click()
  await page.keyboard.type(user)
  await page.getByRole('option', { name: new RegExp(user) }).click()
  return id
}

const listFlows = (page: Page) =>
  drawing(page)
    .locator('.djs-connection')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-element-id') ?? ''))

/** Draws a process of nine elements: start, decision, two gateways, four tasks of four people, and an end. */
export async function drawTrip(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Business trips' }).click()
  await page.getByRole('tab', { name: /^Processes/ }).click()
  await createPart(page, { opener: 'New process', name: 'Business trip', open: 'Open modeller' })
  await shape(page, 'start').waitFor()
  await select(page, 'start')
  await choose(page, 'Form', /^Trip request/)
  await append(page, 'Decision', 'Find the level')
  await choose(page, 'Decision', /^Approval/)
  await typeInto(page, field(page, 'Result variable'), 'level')
  const split = await append(page, 'Exclusive', 'Approval needed?')
  const before = await listFlows(page)
  await addTask(page, 'Approve the trip', 'marco')
  const needed = (await listFlows(page)).find((id) => !before.includes(id)) ?? ''
  const join = await append(page, 'Exclusive', 'Approved')
  await connect(page, split, join)
  await select(page, needed)
  await typeInto(page, field(page, 'Condition'), '= level = "manager"')
  await select(page, split)
  await field(page, 'Default').selectOption({ label: '→ Approved' })
  await select(page, join)
  await addTask(page, 'Book the trip', 'bea')
  await addTask(page, 'Check the costs', 'alan')
  await addTask(page, 'Read the answer', 'rita')
  await append(page, 'End', 'Travelled')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Version 2, Saved').waitFor()
}

/** Draws a flow by the tool: it leads above the task between the two, so that both ways can be seen and pressed. */
async function connect(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect two elements (C)' }).click()
  for (const id of [from, to]) {
    const { x, y, width, height } = (await shape(page, id).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2 - 4, y + height / 2 - 4)
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 })
    await page.mouse.down()
    await page.mouse.up()
  }
  await drawing(page).locator('.djs-connection.selected').waitFor({ state: 'attached' })
}
