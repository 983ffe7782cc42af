import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

// A draft is of a person and a process: what others type into this form meanwhile would be theirs, and this be in theirs.
beforeAll(() => addUsers([{ username: 'requests', roles: ['RoleUser'] }]))

it('a request goes through the hands of four people, and who asked finds it finished with all that happened', async () => {
  const what = `Belt conveyor ${Date.now()}`
  const asker = await visitAs('requests', '/category/view/Home')
  await expectAccessible(asker)
  await asker.getByRole('link', { name: 'Purchase request', exact: true }).click()
  await asker.getByLabel(/What do you need/).fill(what)
  await choose(asker, 'Kind', 'Equipment')
  await asker.getByLabel(/Amount/).fill('9000')
  await asker.getByRole('textbox', { name: /Needed by/ }).fill('31/12/2099')
  await asker.getByRole('textbox', { name: /Reason/ }).fill('The old one stops several times a day.')
  await asker.locator('input[type=file]').setInputFiles({
    name: 'quote.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 One belt conveyor, 9,000 EUR'),
  })
  await asker.getByText('quote.pdf', { exact: true }).waitFor()
  await expectAccessible(asker)
  await asker.getByRole('button', { name: 'Start process' }).click()
  await asker.getByRole('alert').filter({ hasText: 'Process started' }).getByText(what).waitFor()
  await asker.getByRole('heading', { level: 1, name: 'Started By Me' }).waitFor()
  await asker
    .getByRole('row', { name: new RegExp(`${what}.*Approve by line manager`) })
    .first()
    .waitFor()
  await expectAccessible(asker)

  const martin = await visitAs('martin', '/tasks/unclaimed?sort=-created')
  await expectAccessible(martin)
  await openTask(martin, 'Approve by line manager', what)
  expect(await martin.getByRole('button', { name: 'Complete task' }).count()).toBe(0)
  await claim(martin)
  await martin.getByRole('radio', { name: 'Approve' }).click()
  await expectAccessible(martin)
  await martin.getByRole('button', { name: 'Complete task' }).click()
  await martin.getByText('Task completed').waitFor()

  const fiona = await visitAs('fiona', '/tasks/unclaimed?sort=-created')
  await openTask(fiona, 'Approve by finance', what)
  await claim(fiona)
  await fiona.getByRole('radio', { name: 'Approve' }).click()
  await fiona.getByRole('textbox', { name: /Cost centre/ }).fill('4410')
  await fiona.getByRole('button', { name: 'Complete task' }).click()
  await fiona.getByText('Task completed').waitFor()

  await asker.goto('/tasks/assigned?sort=-created')
  await expectAccessible(asker)
  await openTask(asker, 'Read the approval', what)
  await asker.getByRole('tab', { name: 'Diagram' }).click()
  await asker.locator('svg [data-element-id=approve-by-manager]').waitFor()
  await asker.getByRole('tab', { name: 'Form' }).click()
  await asker.getByRole('button', { name: 'Complete task' }).click()
  await asker.getByText('Task completed').waitFor()

  await asker.goto('/processes/startedbyme?sort=-ended')
  await asker
    .getByRole('row', { name: /Completed/ })
    .getByRole('link', { name: what })
    .click()
  await asker.getByRole('heading', { level: 1, name: what }).waitFor()
  await asker.locator('svg [data-element-id=approve-by-finance]').waitFor()
  await asker.getByTitle('Approve by finance: completed').waitFor()
  await expectAccessible(asker)
  const events = asker.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await events.filter({ hasText: 'Purchase request completed' }).waitFor()
  await events.filter({ hasText: 'Task Approve by line manager completed by Martin Oduya' }).waitFor()
  await events.filter({ hasText: 'Task Approve by finance completed by Fiona Lindqvist' }).waitFor()
  await expectAccessible(asker)
  const instance = new URL(asker.url()).pathname

  const petra = await visitAs('petra', instance.replace('/processes/', '/processengine/processes/'))
  const variables = petra.getByRole('table', { name: 'Variables' })
  expect(await variables.getByRole('row', { name: /costCentre/ }).textContent()).toContain('4410')
  expect(await variables.getByRole('row', { name: /what/ }).textContent()).toContain(what)
  await expectAccessible(petra)
})

it('a task that is sent with errors says which, and keeps what was entered', async () => {
  const asker = await visitAs('requests', '/category/view/Home')
  await asker.getByRole('link', { name: 'Purchase request', exact: true }).click()
  await asker.getByLabel(/What do you need/).fill('Two monitors')
  await asker.getByRole('button', { name: 'Start process' }).click()
  await asker.getByText('This field is required.').first().waitFor()
  expect(await asker.getByLabel(/What do you need/).inputValue()).toBe('Two monitors')

  await asker.getByRole('link', { name: 'Cancel' }).click()
  await asker.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
  // Nothing is lost by leaving, so nobody is asked.
  await asker.getByRole('link', { name: 'Purchase request', exact: true }).click()
  await asker.getByText(/^Restored your draft from/).waitFor()
  expect(await asker.getByLabel(/What do you need/).inputValue()).toBe('Two monitors')
  await asker.getByRole('button', { name: 'Start over' }).click()
  await asker.getByText(/^Restored your draft from/).waitFor({ state: 'detached' })
  expect(await asker.getByLabel(/What do you need/).inputValue()).toBe('')
})

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(field) }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Opens the task of this request: others may have started one since. */
async function openTask(page: Page, task: string, what: string): Promise<void> {
  await settle(page)
  await page.getByRole('link', { name: new RegExp(`${task}.*${what}`, 's') }).click()
  await page.getByText(what).first().waitFor()
}

async function claim(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByText('Claimed by you').waitFor()
}
