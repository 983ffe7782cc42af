import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRoom } from '../../apps/server/src/testing/find-room.ts'
import { type MailServer, openMailServer } from '../../apps/server/src/testing/mail-server.ts'
import { type FreshServer, startFreshServer } from '../../scripts/fresh-server.ts'
import { button, create, field, goTo, select, signInWith, tab } from './newcomer.ts'
import { makeDecision, makeForms, makeProcess, tryOut } from './newcomer-design.ts'
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
  server = await startFreshServer({ room: findRoom(), environment })
  await addUser('ann')
})

afterAll(async () => {
  await server?.stop()
  await mails?.close()
})

/** Creates a user with the call that tools use. */
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
  await page.getByRole('textbox', { name: 'HTML text' }).fill('<p>For ${guests} guests: ${answer}</p>')
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
})

async function deploy(page: Page, application: string, version: number): Promise<void> {
  await page.goto(application)
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await page.getByRole('button', { name: `Deploy version ${version}` }).click()
  await page.getByText(`Version ${version} of Room bookings deployed`).waitFor()
}

/** Works as a user who has nothing to do with designing. */
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

/** Changes the model so that another user prepares the room. */
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
  await dialog.getByRole('button', { name: /^Changed: show the changes of / }).click()
  await dialog.getByText('Assignee').waitFor()
  await dialog.getByText('ann', { exact: true }).waitFor()
  await dialog.getByText('admin', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await deploy(page, application, 2)
}
