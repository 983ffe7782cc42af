import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { drawing, openModeller, openProcess, panel, post, readProcesses, takeIn } from './open-modeller.ts'
import { settle } from './visit.ts'

const form = {
  schema: 2,
  id: 'trip',
  root: [
    { id: 'n1', type: 'number', key: 'amount', props: { label: 'Amount' } },
    { id: 'n2', type: 'checkbox', key: 'isUrgent', props: { label: 'Urgent' } },
  ],
}

/** One of each kind, with nothing set. */
const bare = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t"><process id="trip" isExecutable="true">
  <startEvent id="begin"><outgoing>f1</outgoing></startEvent><sequenceFlow id="f1" sourceRef="begin" targetRef="ask"/>
  <userTask id="ask" name="Ask"><incoming>f1</incoming><outgoing>f2</outgoing></userTask><sequenceFlow id="f2" sourceRef="ask" targetRef="check"/>
  <userTask id="check" name="Check"><incoming>f2</incoming><outgoing>f3</outgoing></userTask><sequenceFlow id="f3" sourceRef="check" targetRef="choose"/>
  <exclusiveGateway id="choose" default="f5"><incoming>f3</incoming><outgoing>f4</outgoing><outgoing>f5</outgoing></exclusiveGateway><sequenceFlow id="f4" sourceRef="choose" targetRef="book"/><sequenceFlow id="f5" sourceRef="choose" targetRef="wait"/>
  <serviceTask id="book" name="Book"><incoming>f4</incoming><outgoing>f6</outgoing></serviceTask><sequenceFlow id="f6" sourceRef="book" targetRef="tell"/>
  <serviceTask id="tell" name="Tell"><incoming>f6</incoming><outgoing>f7</outgoing></serviceTask><sequenceFlow id="f7" sourceRef="tell" targetRef="rate"/>
  <businessRuleTask id="rate" name="Rate"><incoming>f7</incoming><outgoing>f8</outgoing></businessRuleTask><sequenceFlow id="f8" sourceRef="rate" targetRef="end"/>
  <intermediateCatchEvent id="wait"><incoming>f5</incoming><outgoing>f9</outgoing><timerEventDefinition id="timer"/></intermediateCatchEvent><sequenceFlow id="f9" sourceRef="wait" targetRef="again"/>
  <userTask id="again" name="Again"><incoming>f9</incoming><outgoing>f10</outgoing></userTask><sequenceFlow id="f10" sourceRef="again" targetRef="end"/>
  <endEvent id="end"><incoming>f8</incoming><incoming>f10</incoming></endEvent></process></definitions>`

/** With all of its sections open. */
async function select(page: Page, id: string): Promise<void> {
  // Once the drawing is open.
  await panel(page).waitFor()
  // Wherever it is: what stands on it or beside it is not in the way.
  await drawing(page).locator(`[data-element-id="${id}"] .djs-hit`).first().dispatchEvent('click', { button: 0 })
  await panel(page).locator(`[data-element="${id}"]`).waitFor()
  // Sections come, and open by themselves, with what is found out about the step.
  await settle(page)
  await expect.poll(() => page.evaluate<number>(openAll)).toBe(0)
}

/** How many there were to open. As a text, because the types of the browser are not those of this program. */
const openAll = `(() => {
  const closed = [...document.querySelectorAll('h3 > button[aria-expanded="false"]')]
  for (const button of closed) button.click()
  return closed.length
})()`

const field = (page: Page, name: string) =>
  panel(page).getByLabel(name, { exact: true }).and(page.locator('input, textarea, select')).first()
const choose = (page: Page, name: string, option: string) => field(page, name).selectOption({ label: option })
/** Adds what the element can have by the menu of its panel. */
async function addProperty(page: Page, name: string): Promise<void> {
  await panel(page).getByRole('combobox', { name: 'Add property' }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

const add = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).first().click()

async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text)
  await page.keyboard.press('Tab')
}

async function exportBpmn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as BPMN' }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}

it('what is set in the panel of each kind is there after saving, loading, giving out and taking in', async () => {
  const { page, appId } = await openModeller('Trip')
  const { id: formId } = await post(page, `/applications/${appId}/appforms`, { name: 'Trip form', formKey: 'tripForm' })
  await post(page, `/applications/${appId}/appforms/${formId}/saveFormDesign`, { designerJson: JSON.stringify(form) })
  await page.reload()
  await takeIn(page, bare)
  await page.getByRole('button', { name: 'Arrange steps' }).click()
  await drawing(page).locator('[data-element-id="ask"]').waitFor()

  // Who, and with which form: found by name, and told when nobody is called so.
  await select(page, 'ask')
  await choose(page, 'Assign to', 'A user')
  await field(page, 'Assignee').fill('mart')
  await page.getByRole('option', { name: /martin/ }).click()
  await field(page, 'Form').click()
  await page.getByRole('option', { name: /Trip form/ }).click()
  await panel(page).getByRole('link', { name: 'Open form' }).waitFor()
  await type(page, 'Due date', 'P2D')
  await select(page, 'check')
  await choose(page, 'Assign to', 'Assignee of another task')
  await choose(page, 'Same assignee as', 'Ask')
  const candidates = field(page, 'Candidate groups')
  await candidates.fill('line')
  await page.getByRole('option', { name: /Line managers/ }).click()
  await candidates.fill('nobody-here')
  await candidates.press('Enter')
  await panel(page).getByText('Group “nobody-here” does not exist').waitFor()
  await page.getByRole('button', { name: /\d+ problem/ }).click()
  await page.getByRole('region', { name: 'Problems' }).getByText('Group “nobody-here” does not exist').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('region', { name: 'Problems' })
    .getByText('Group “nobody-here” does not exist')
    .waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close the problems' }).click()
  await expectAccessible(page)

  // When: lines of a condition, and the fields of the form where it is typed.
  await select(page, 'f4')
  await add(page, 'Add condition')
  await field(page, 'Variable of condition 1').fill('amo')
  await page.getByRole('option', { name: 'amount' }).click()
  await choose(page, 'Comparison of condition 1', 'is more than')
  await type(page, 'Value of condition 1', '100')
  await expect.poll(() => field(page, 'Condition').inputValue()).toBe('= amount > 100')
  await field(page, 'Condition').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and isU')
  await page.getByRole('option', { name: /isUrgent/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' = true')
  await page.keyboard.press('Enter')
  await field(page, 'Variable of condition 2').waitFor()
  await expectAccessible(page)

  // What: one kind, and what that needs.
  await select(page, 'book')
  await choose(page, 'Type of work', 'Call a web service')
  await choose(page, 'Method', 'POST')
  await type(page, 'Address', 'https://example.org/book')
  await type(page, 'Headers, one per line', 'Accept: application/json\nX-Trip: $' + '{id}')
  await type(page, 'Response variable', 'booking')
  await type(page, 'Retries', 'R3/PT5M')
  await addProperty(page, 'Inputs and outputs')
  await add(page, 'Add: Input')
  const input = panel(page).locator('[data-property=inputParameter]')
  await input.locator('[data-property=name] input').fill('sum')
  await input.locator('[data-property=body] textarea').first().fill('= amount')
  await addProperty(page, 'Listener')
  await choose(page, 'Event', 'Start')
  await type(page, 'Expression', '= amount')
  await select(page, 'tell')
  await choose(page, 'Type of work', 'External worker')
  await type(page, 'Topic', 'mails')
  await choose(page, 'Type of work', 'Send a mail')
  expect(await field(page, 'Topic').count()).toBe(0)
  await type(page, 'To', 'ann@example.org')
  await type(page, 'Subject', 'Trip')
  await type(page, 'Text', 'Dear Ann\nit is booked')
  await expectAccessible(page)
  await select(page, 'rate')
  await choose(page, 'Type of work', 'Evaluate a decision')
  await type(page, 'Decision', 'rating')
  await type(page, 'Result variable', 'rate')

  // How long, and how often.
  await select(page, 'wait')
  await choose(page, 'When', 'Repeatedly')
  await type(page, 'Time', 'R12/PT10M')
  await expect.poll(() => panel(page).getByRole('listitem').count()).toBe(10)
  await select(page, 'again')
  await addProperty(page, 'Multi-instance')
  await type(page, 'Collection', '= travellers')
  await type(page, 'Element variable', 'traveller')
  await type(page, 'Completion condition', '= nrOfCompletedInstances > 2')

  const expected = {
    ask: { assignee: { text: 'martin' }, form: { ref: { key: { text: 'tripForm' } } }, dueDate: { text: 'P2D' } },
    check: { assignee: null, assigneeOf: 'ask', candidateGroups: [{ text: 'line-managers' }] },
    book: {
      implementation: { kind: 'builtIn', name: 'http' },
      io: { inputs: [{ name: 'sum' }] },
      async: { retryCycle: { text: 'R3/PT5M' } },
      listeners: [{ event: 'start' }],
    },
    tell: { implementation: { kind: 'builtIn', name: 'mail' } },
    rate: { implementation: { kind: 'decision', decision: { ref: { text: 'rating' }, resultVariable: 'rate' } } },
    wait: { definitions: [{ timer: 'cycle', value: { text: 'R12/PT10M' } }] },
    again: { loop: { kind: 'multi-instance', elementVariable: 'traveller' } },
  }
  await page.keyboard.press('Control+s')
  await page.getByText('Version 2, Saved').waitFor()
  const drawn = await exportBpmn(page)
  await page.reload()
  await page.getByText('Version 2, Saved').waitFor()
  await select(page, 'tell')
  await expect.poll(() => field(page, 'Text').inputValue()).toBe('Dear Ann\nit is booked')
  const loaded = await exportBpmn(page)
  expect(readProcesses(loaded)).toEqual(readProcesses(drawn))
  expect(readProcesses(loaded)).toMatchObject([{ elements: expected }])

  await openProcess(page, appId, 'Copy')
  await takeIn(page, loaded)
  await drawing(page).locator('[data-element-id="ask"]').waitFor()
  expect(readProcesses(await exportBpmn(page))).toEqual(readProcesses(drawn))
})

it('the page of a process leads to its modeller', async () => {
  const { page, appId } = await openModeller('Leading')
  await page.goto(`/design/applications/appprocesses?application=${appId}`)
  await page.getByRole('link', { name: 'Leading', exact: true }).click()
  await page.getByRole('link', { name: 'Open modeller' }).click()
  await drawing(page).locator('svg').first().waitFor()
})
