import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, openMailServer } from '../../apps/server/src/testing/mail-server.ts'
import { type FreshServer, startFreshServer } from '../../scripts/fresh-server.ts'
import { connect, create, draw, field, find, goTo, select, signInWith, write } from './newcomer.ts'
import { drawing } from './open-modeller.ts'
import { visit } from './visit.ts'

const password = 'administrator-1'
let mails: MailServer
let server: FreshServer

/** Nothing is there but the product, its administrator and a mail server. */
beforeAll(async () => {
  mails = await openMailServer()
  const environment = {
    MILLRACE_ADMIN_PASSWORD: password,
    MILLRACE_SMTP_URL: mails.url,
    MILLRACE_MAIL_FROM: 'rooms@example.org',
  }
  server = await startFreshServer({ withBrowser: true, environment })
  await addUser('ann')
})

afterAll(async () => {
  await server?.stop()
  await mails?.close()
})

/** As long as there is no page for it, by the call that tools make. */
async function addUser(id: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const response = await fetch(`${server.url}/engine-rest/user/create`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      profile: { id, firstName: 'Ann', lastName: 'Lee', email: `${id}@example.org` },
      credentials: { password: `${id}-has-a-password` },
    }),
  })
  expect(response.status).toBe(204)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const tables = (page: Page) => page.getByRole('region', { name: 'Tables of the decision' })

it('from an empty installation a whole application is built, tried, deployed, started, changed and deployed again', async () => {
  const page = await visit({ server: server.url })
  await signInWith(page, 'admin', password)
  await goTo(page, 'Design', 'Categories')
  await button(page, 'New category').first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Facilities')
  await button(page, 'Create category').click()
  await page.getByRole('heading', { level: 2, name: 'Facilities', exact: true }).waitFor()

  await goTo(page, 'Design', 'Custom Data List')
  await page.getByRole('link', { name: 'New data list' }).click()
  await page.getByRole('textbox', { name: 'Name of column 1' }).fill('Room')
  await create(page, 'Rooms', 'Save data list')
  for (const room of ['Aula', 'Board room']) {
    await button(page, 'Add row').click()
    await page.keyboard.type(room)
    await page.keyboard.press('Enter')
  }
  await button(page, 'Save rows').click()
  await tab(page, /^Rows 2$/).waitFor()

  await goTo(page, 'Design', 'Email Templates')
  await page.getByRole('link', { name: 'New template' }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('${room} is yours')
  await page.getByRole('textbox', { name: 'Text as HTML' }).fill('<p>For ${guests} guests: ${answer}</p>')
  await create(page, 'Room booked', 'Save template')

  await goTo(page, 'Design', 'Applications')
  await page.getByRole('link', { name: 'New application' }).click()
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Facilities' }).click()
  await create(page, 'Room bookings', 'Create application')
  const application = page.url()
    await makeForms(page)
    await makeDecision(page)
    await makeProcess(page)
    await tryOut(page)
    await deploy(page, application, 1)
    await work()
    await change(page, application)
    await page.screenshot({ path: '/tmp/jx/f.png' })
    console.log(page.url(), await page.locator('body').ariaSnapshot())
    throw error
  }
})

async function makeForms(page: Page): Promise<void> {
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
    await page.getByRole('link', { name: 'Room bookings' }).click()
  }
}

/** Bookings of more than ten are large. */
async function makeDecision(page: Page): Promise<void> {
  await tab(page, /^Decisions/).click()
  await page.getByRole('link', { name: 'New decision' }).click()
  await create(page, 'Size', 'Create decision')
  await page.getByRole('link', { name: 'Open editor' }).click()
  await tables(page).getByText('Hit policy').waitFor()
  const menu = page.locator('.context-menu')
  for (const [head, name, text] of [
    ['.input-cell', 'Input expression', 'guests'],
    ['.output-cell', 'Output name', 'size'],
  ] as const) {
    await tables(page).locator(head).first().dblclick()
    await menu.getByRole('textbox', { name }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await tables(page).locator('.hit-policy label').click()
    await menu.waitFor({ state: 'detached' })
  }
  for (const [at, cells] of [
    ['> 10', '"large"'],
    ['<= 10', '"small"'],
  ].entries()) {
    await tables(page).getByTitle('Add rule').click()
    for (const [column, text] of cells.entries()) {
      await tables(page).locator('tbody tr').nth(at).locator('td.input-cell, td.output-cell').nth(column).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    }
  }
  await page.getByText('No faults: it can be deployed.').waitFor()
  await button(page, 'Save version').click()
  await page.getByText('Version 2, Saved').waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Room bookings' }).click()
}

/** Eight elements: a form to begin with, a decision, two gateways, two tasks, a mail and an end. */
async function makeProcess(page: Page): Promise<void> {
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
  await write(page, 'Result into', 'size')
  const split = await draw(page, 'Exclusive', 'Large?')
  const flows = () =>
    drawing(page)
      .locator('.djs-connection')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-element-id') ?? ''))
  const before = await flows()
  await draw(page, 'User task', 'Agree to it')
  const large = (await flows()).find((id) => !before.includes(id)) ?? ''
  await field(page, 'Who has it').selectOption({ label: 'A user' })
  await field(page, 'Assignee').fill('ann')
  await page.getByRole('option', { name: /ann/ }).click()
  await find(page, 'Form', /^Answer/)
  const join = await draw(page, 'Exclusive', 'Both ways')
  await draw(page, 'User task', 'Prepare the room')
  await field(page, 'Who has it').selectOption({ label: 'A user' })
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

/** A large booking, which somebody has to agree to, kept as a test case. */
async function tryOut(page: Page): Promise<void> {
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
  await inTrial(page, 'Keep as test case…').click()
  const dialog = page.getByRole('dialog', { name: 'Keep as test case' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('A large booking')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function deploy(page: Page, application: string, version: number): Promise<void> {
  await page.goto(application)
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await page.getByRole('button', { name: `Deploy version ${version}` }).click()
  await page.getByText(`Version ${version} of Room bookings deployed`).waitFor()
}

/** As somebody who has nothing to do with designing. */
async function work(): Promise<void> {
  const page = await visit({ server: server.url })
  await signInWith(page, 'ann', 'ann-has-a-password')
  await page.getByRole('link', { name: 'Book a room', exact: true }).click()
  await page.getByRole('combobox', { name: 'Room' }).click()
  await page.getByRole('option', { name: 'Board room' }).click()
  await page.getByRole('textbox', { name: 'Guests' }).fill('12')
  await page.getByRole('button', { name: 'Start process' }).click()
  await page.getByRole('heading', { name: 'Agree to it' }).waitFor()
  await page.getByRole('textbox', { name: 'Answer' }).fill('You are welcome')
  await page.getByRole('button', { name: 'Complete task' }).click()
  await page.getByRole('heading', { name: 'Prepare the room' }).waitFor()
  await page.getByRole('button', { name: 'Complete task' }).click()
  await expect.poll(() => mails.received.length).toBe(1)
  const [mail] = mails.received
  expect(mail?.to).toEqual(['ann@example.org'])
  expect(mail?.text).toContain('Subject: Board room is yours')
  expect(mail?.text).toContain('For 12 guests: You are welcome')
}

/** Whoever prepares it is somebody else from then on. */
async function change(page: Page, application: string): Promise<void> {
  await page.goto(`${application}?tab=processes`)
  await page.getByRole('link', { name: 'Book a room', exact: true }).click()
  await page.getByRole('link', { name: 'Open modeller' }).click()
  const task = drawing(page).locator('.djs-shape', { hasText: 'Prepare the room' }).first()
  await task.waitFor()
  await select(page, (await task.getAttribute('data-element-id')) ?? '')
  await field(page, 'Assignee').fill('admin')
  await page.getByRole('option', { name: /admin/ }).first().click()
  await page.keyboard.press('Control+s')
  await page.getByText('Version 3, Saved').waitFor()
  await page.goto(application)
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Deploy / })
  await dialog.getByRole('button', { name: /^Changed: what is different in / }).click()
  await dialog.getByText('Assignee').waitFor()
  await dialog.getByText('ann', { exact: true }).waitFor()
  await dialog.getByText('admin', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await deploy(page, application, 2)
}
