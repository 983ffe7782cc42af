import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

it('a request goes through the hands of four people, and who asked finds it finished with all that happened', async () => {
  const what = `Belt conveyor ${Date.now()}`
  const rosa = await visitAs('rosa', '/category/view/Home')
  await expectAccessible(rosa)
  await rosa.getByRole('link', { name: 'Purchase request', exact: true }).click()
  await rosa.getByLabel(/What do you need/).fill(what)
  await choose(rosa, 'Kind', 'Equipment')
  await rosa.getByLabel(/Amount/).fill('9000')
  await rosa.getByRole('textbox', { name: /Needed by/ }).fill('31/12/2099')
  await rosa.getByRole('textbox', { name: /Reason/ }).fill('The old one stops several times a day.')
  await rosa.locator('input[type=file]').setInputFiles({
    name: 'quote.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 One belt conveyor, 9,000 EUR'),
  })
  await rosa.getByText('quote.pdf', { exact: true }).waitFor()
  await expectAccessible(rosa)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByRole('alert').filter({ hasText: 'Process started' }).getByText(what).waitFor()
  await rosa.getByRole('heading', { level: 1, name: 'Started By Me' }).waitFor()
  await rosa
    .getByRole('row', { name: new RegExp(`${what}.*Approve by line manager`) })
    .first()
    .waitFor()
  await expectAccessible(rosa)

  const martin = await visitAs('martin', '/tasks/unclaimed?sort=-created')
  await expectAccessible(martin)
  await openFirst(martin, /Approve by line manager/, what)
  expect(await martin.getByRole('button', { name: 'Complete task' }).count()).toBe(0)
  await claim(martin)
  await martin.getByRole('radio', { name: 'Approve' }).click()
  await expectAccessible(martin)
  await martin.getByRole('button', { name: 'Complete task' }).click()
  await martin.getByText('Task completed').waitFor()

  const fiona = await visitAs('fiona', '/tasks/unclaimed?sort=-created')
  await openFirst(fiona, /Approve by finance/, what)
  await claim(fiona)
  await fiona.getByRole('radio', { name: 'Approve' }).click()
  await fiona.getByRole('textbox', { name: /Cost centre/ }).fill('4410')
  await fiona.getByRole('button', { name: 'Complete task' }).click()
  await fiona.getByText('Task completed').waitFor()

  await rosa.goto('/tasks/assigned?sort=-created')
  await expectAccessible(rosa)
  await openFirst(rosa, /Read the approval/, what)
  await rosa.getByRole('tab', { name: 'Diagram' }).click()
  await rosa.locator('svg [data-element-id=approve-by-manager]').waitFor()
  await rosa.getByRole('tab', { name: 'Form' }).click()
  await rosa.getByRole('button', { name: 'Complete task' }).click()
  await rosa.getByText('Task completed').waitFor()

  await rosa.goto('/processes/startedbyme?sort=-ended')
  await rosa
    .getByRole('row', { name: /Completed/ })
    .getByRole('link', { name: what })
    .click()
  await rosa.getByRole('heading', { level: 1, name: what }).waitFor()
  await rosa.locator('svg [data-element-id=approve-by-finance]').waitFor()
  await rosa.getByTitle('Approve by finance: completed').waitFor()
  await expectAccessible(rosa)
  const events = rosa.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await events.filter({ hasText: 'Purchase request completed' }).waitFor()
  await events.filter({ hasText: 'Task Approve by line manager completed by Martin Oduya' }).waitFor()
  await events.filter({ hasText: 'Task Approve by finance completed by Fiona Lindqvist' }).waitFor()
  await expectAccessible(rosa)
  const instance = new URL(rosa.url()).pathname

  const petra = await visitAs('petra', instance.replace('/processes/', '/processengine/processes/'))
  const variables = petra.getByRole('table', { name: 'Variables' })
  expect(await variables.getByRole('row', { name: /costCentre/ }).textContent()).toContain('4410')
  expect(await variables.getByRole('row', { name: /what/ }).textContent()).toContain(what)
  await expectAccessible(petra)
})

it('a task that is sent with faults says which, and keeps what was entered', async () => {
  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Purchase request', exact: true }).click()
  await rosa.getByLabel(/What do you need/).fill('Two monitors')
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByText('This field is required.').first().waitFor()
  expect(await rosa.getByLabel(/What do you need/).inputValue()).toBe('Two monitors')

  await rosa.getByRole('link', { name: 'Cancel' }).click()
  await rosa.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()
  // Nothing is lost by leaving, so nobody is asked.
  await rosa.getByRole('link', { name: 'Purchase request', exact: true }).click()
  await rosa.getByText(/^You go on with your draft of/).waitFor()
  expect(await rosa.getByLabel(/What do you need/).inputValue()).toBe('Two monitors')
  await rosa.getByRole('button', { name: 'Start over' }).click()
  await rosa.getByText(/^You go on with your draft of/).waitFor({ state: 'detached' })
  expect(await rosa.getByLabel(/What do you need/).inputValue()).toBe('')
})

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(field) }).click()
  await page.getByRole('option', { name: option }).click()
}

/** The newest stands first. */
async function openFirst(page: Page, task: RegExp, what: string): Promise<void> {
  await settle(page)
  await page.getByRole('link', { name: task }).first().click()
  await page.getByText(what).first().waitFor()
}

async function claim(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByText('Claimed by you').waitFor()
}
