import type { Page } from 'playwright-core'
import { button, connect, create, draw, field, find, select, tab, write } from './newcomer.ts'
import { drawing } from './open-modeller.ts'

const tables = (page: Page) => page.getByRole('region', { name: 'Tables of the decision' })

export async function makeForms(page: Page): Promise<void> {
  const designs = [
    { name: 'Request', parts: [['Data list', 'Room', 'room'] as const, ['Number', 'Guests', 'guests'] as const] },
    { name: 'Answer', parts: [['Long text', 'Answer', 'answer'] as const] },
  ]
  for (const { name, parts } of designs) {
    await tab(page, /^Forms/).click()
    await page.getByRole('link', { name: 'New form' }).click()
    await create(page, name, 'Create form')
    await page.getByRole('link', { name: 'Open designer' }).click()
    await page.getByText('This form has no design yet').waitFor()
    for (const [type, label, key] of parts) {
      await page.getByRole('button', { name: type, exact: true }).click()
      await write(page, 'Label', label)
      await write(page, 'Key', key)
      if (type === 'Data list') await field(page, 'Data list').selectOption('Rooms')
    }
    await button(page, 'Save version').click()
    await page.getByText('Version 1', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Room bookings' }).click()
  }
}

/** Creates the decision that bookings of more than ten are large. */
export async function makeDecision(page: Page): Promise<void> {
  await tab(page, /^Decisions/).click()
  await page.getByRole('link', { name: 'New decision' }).click()
  await create(page, 'Size', 'Create decision')
  await page.getByRole('link', { name: 'Open editor' }).click()
  for (const [head, name, text] of [
    ['Input', 'Input expression', 'guests'],
    ['Output', 'Output name', 'size'],
  ] as const) {
    await tables(page)
      .getByRole('button', { name: `Edit column ${head}` })
      .click()
    await page.getByRole('textbox', { name }).fill(text)
    if (text === 'guests') await page.getByRole('combobox', { name: 'Type' }).selectOption('Number')
    await page.keyboard.press('Enter')
  }
  // After the last cell of a rule, Enter adds the next one.
  await button(page, 'Add rule').click()
  for (const cells of [
    ['> 10', '"large"'],
    ['<= 10', '"small"'],
  ]) {
    await page.keyboard.type(cells[0] ?? '')
    await page.keyboard.press('Tab')
    await page.keyboard.type(cells[1] ?? '')
    if (cells[0] === '> 10') await page.keyboard.press('ControlOrMeta+Enter')
    else await page.keyboard.press('Tab')
  }
  await page.getByText('No problems. The decision can be deployed.').waitFor()
  await button(page, 'Save version').click()
  await page.getByText('Version 2, Saved').waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Room bookings' }).click()
}

/** Draws a process of eight elements: a start form, a decision, two gateways, two tasks, a mail and an end. */
export async function makeProcess(page: Page): Promise<void> {
  await tab(page, /^Processes/).click()
  await page.getByRole('link', { name: 'New process' }).click()
  await create(page, 'Book a room', 'Create process')
  await page.getByRole('link', { name: 'Open modeller' }).click()
  await drawing(page).locator('[data-element-id="start"]').first().waitFor()
  await select(page, 'start')
  await find(page, 'Form', /^Request/)
  await draw(page, 'Decision', 'How large is it?')
  await find(page, 'Decision', /^Size/)
  await field(page, 'Result as').selectOption('singleEntry')
  await write(page, 'Result variable', 'size')
  const split = await draw(page, 'Exclusive', 'Large?')
  const flows = () =>
    drawing(page)
      .locator('.djs-connection')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-element-id') ?? ''))
  const before = await flows()
  await draw(page, 'User task', 'Agree to it')
  const large = (await flows()).find((id) => !before.includes(id)) ?? ''
  await field(page, 'Assign to').selectOption({ label: 'A user' })
  await field(page, 'Assignee').fill('ann')
  await page.getByRole('option', { name: /ann/ }).click()
  await find(page, 'Form', /^Answer/)
  const join = await draw(page, 'Exclusive', 'Both ways')
  await draw(page, 'User task', 'Prepare the room')
  await field(page, 'Assign to').selectOption({ label: 'A user' })
  await field(page, 'Assignee').fill('ann')
  await page.getByRole('option', { name: /ann/ }).click()
  await draw(page, 'Mail', 'Tell who asked')
  await write(page, 'To', 'ann@example.org')
  await find(page, 'Email template', /^Room booked/)
  await draw(page, 'End', 'Booked')
  await connect(page, split, join)
  await select(page, split)
  await field(page, 'Default').selectOption({ label: '→ Both ways' })
  await select(page, large)
  await write(page, 'Condition', '= size = "large"')
  await button(page, 'No problems').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Version 2, Saved').waitFor()
}

const trial = (page: Page) => page.getByRole('complementary', { name: 'Try it out' })
const inTrial = (page: Page, name: string | RegExp) => trial(page).getByRole('button', { name })

/** Tries a large booking, which a user has to approve, and saves it as a test case. */
export async function tryOut(page: Page): Promise<void> {
  await button(page, 'Try it out').click()
  await trial(page).getByRole('combobox', { name: 'Room' }).click()
  await page.getByRole('option', { name: 'Aula' }).click()
  await trial(page).getByRole('textbox', { name: 'Guests' }).fill('40')
  await inTrial(page, 'Start the process').click()
  await inTrial(page, /Agree to it/).waitFor()
  await trial(page).getByRole('textbox', { name: 'Answer' }).fill('Yes')
  await inTrial(page, 'Complete').click()
  await inTrial(page, /Prepare the room/).waitFor()
  await inTrial(page, 'Complete').click()
  await inTrial(page, /Tell who asked/).waitFor()
  await inTrial(page, 'Sent').click()
  await trial(page).getByText('Completed', { exact: true }).waitFor()
  await inTrial(page, 'Save as test case…').click()
  const dialog = page.getByRole('dialog', { name: 'Save as test case' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('A large booking')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}
