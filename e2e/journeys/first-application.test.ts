import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { createClickCounter } from './count-clicks.ts'
import { decideApproval, designRequest, drawTrip, typeInto } from './first-application.ts'
import { goTo } from './newcomer.ts'
import { visit } from './visit.ts'

const password = 'administrator-1'

beforeAll(async () => {
  for (const id of people) await addUser(id)
})

const people = ['rita', 'marco', 'bea', 'alan'] as const

/** Creates a user with the call that tools use. */
async function addUser(id: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const response = await fetch(`${inject('serverUrl')}/engine-rest/user/create`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      profile: { id, firstName: id, lastName: 'Lee', email: `${id}@example.org` },
      credentials: { password: passwordOf(id) },
    }),
  })
  expect(response.status).toBe(204)
}

const passwordOf = (id: string) => `${id}-has-a-password`

const counter = createClickCounter()

/** A browser whose work is counted. */
async function open(username: string, secret: string): Promise<Page> {
  const page = await visit()
  await counter.follow(page.context())
  await page.goto('/login')
  await page.getByLabel('User name').click()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(secret)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
  return page
}

it('a first application of a form, a decision and a process of nine elements takes less than 130 presses of the mouse', async () => {
  counter.begin('Application')
  const page = await open('admin', password)
  await goTo(page, 'Design', 'Applications')
  await page.getByRole('link', { name: 'New application' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'Business trips')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Business trips', exact: true }).waitFor()
  counter.begin('Form')
  await designRequest(page)
  counter.begin('Decision')
  await decideApproval(page)
  counter.begin('Process')
  await drawTrip(page)
  counter.begin('Deployment')
  await deploy(page)
  counter.begin('Work of four people')
  await work()
  const all = counter.list()
  const clicks = all.reduce((sum, one) => sum + one.clicks, 0)
  const fields = all.reduce((sum, one) => sum + one.fields, 0)
  console.info(
    [...all, { chapter: 'All', clicks, fields }]
      .map((one) => `${one.chapter}: ${one.clicks} clicks, ${one.fields} fields`)
      .join('\n'),
  )
  expect(clicks).toBeLessThan(130)
  // A counter that sees nothing would be content, too.
  expect(clicks).toBeGreaterThan(60)
}, 300_000)

async function deploy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Save and deploy|Deploy)$/ }).click()
  await page.getByRole('button', { name: 'Deploy version 1' }).click()
  await page.getByText('Version 1 of Business trips deployed').waitFor()
}

/** One asks, the manager approves, one books, one checks the costs, and the first one reads the answer. */
async function work(): Promise<void> {
  const rita = await open('rita', passwordOf('rita'))
  await rita.getByRole('link', { name: 'Business trip', exact: true }).click()
  await fillRequest(rita)
  await rita.getByRole('button', { name: 'Start process' }).click()
  await rita.getByText('Process started').waitFor()
  for (const [user, task] of tasks) {
    const page = user === 'rita' ? rita : await open(user, passwordOf(user))
    await openTask(page, task)
    await page.getByRole('button', { name: 'Complete task' }).click()
    await page.getByText('Task completed').first().waitFor()
  }
}

const tasks = [
  ['marco', 'Approve the trip'],
  ['bea', 'Book the trip'],
  ['alan', 'Check the costs'],
  ['rita', 'Read the answer'],
] as const

async function openTask(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: /^Assigned/ }).click()
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('heading', { name, exact: true }).first().waitFor()
}

/** Fills in all fields, and one row of the grid. Between texts that follow each other the Tab key is enough. */
async function fillRequest(page: Page): Promise<void> {
  const textbox = (name: string) => page.getByRole('textbox', { name, exact: true })
  await typeInto(page, textbox('Traveller'), 'Rita Lee')
  await typeNext(page, 'rita@example.org')
  await typeNext(page, '+351210000000')
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: 'Research' }).click()
  await typeInto(page, textbox('Destination'), 'Porto')
  await typeNext(page, 'A fair')
  await typeInto(page, textbox('From'), '07/12/2026')
  await typeInto(page, textbox('Until'), '09/12/2026')
  await typeInto(page, textbox('Days'), '3')
  await page.getByRole('checkbox', { name: 'Hotel' }).click()
  await page.getByRole('radio', { name: 'Train' }).click()
  await typeInto(page, page.getByRole('textbox', { name: /^Budget/ }), '1200')
  await typeNext(page, '200')
  await typeNext(page, 'Back on Wednesday')
  await page.getByRole('button', { name: 'Add row' }).click()
  await typeInto(page, page.getByRole('textbox', { name: /^Item/ }), 'Ticket')
  await typeNext(page, '80')
}

async function typeNext(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.type(text)
}
