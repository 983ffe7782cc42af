import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { settle, visitAs } from './visit.ts'

beforeAll(() => addUsers([{ username: 'dora', roles: ['RoleUser', 'RoleDesign'] }]))

const design = JSON.stringify({
  schema: 2,
  id: 'address',
  root: [{ id: 'a', type: 'text', key: 'street', props: { label: 'Street' } }],
})

it('two designers at one form template: the second reads who was first, and what they have typed is still there', async () => {
  const dario = await visitAs('dario', '/design/formTemplates')
  await dario.getByRole('button', { name: 'New template' }).first().click()
  await dario.getByRole('textbox', { name: /Name/ }).fill('Delivery address')
  await dario.getByRole('button', { name: 'Create template' }).click()
  await dario.getByRole('heading', { level: 1, name: 'Delivery address' }).waitFor()
  const { pathname } = new URL(dario.url())
  const id = pathname.split('/').at(-1) ?? ''

  const { token } = await post(dario, `/templates/form-template/${id}/edit-lock`, {})
  const dora = await visitAs('dora', pathname)
  await dora.getByText('Dario Costa is editing the design').waitFor()
  const refused = await send(dora, `/templates/form-template/${id}/save-form-design`, { designerJson: design })
  expect([refused.status(), (await refused.json()).code]).toEqual([409, 'design.locked'])
  await post(dario, `/templates/form-template/${id}/save-form-design`, { designerJson: design, token })

  for (const [page, name] of [
    [dario, 'Address of Dario'],
    [dora, 'Address of Dora'],
  ] as const)
    await page.getByRole('textbox', { name: /Name/ }).fill(name)
  await dario.getByRole('button', { name: 'Save changes' }).click()
  await dario.getByRole('heading', { level: 1, name: 'Address of Dario' }).waitFor()
  await dora.getByRole('button', { name: 'Save changes' }).click()
  await dora.getByText('Somebody else has saved changes in the meantime. Your changes were not saved.').waitFor()
  expect(await dora.getByRole('textbox', { name: /Name/ }).inputValue()).toBe('Address of Dora')
  await dora.getByRole('button', { name: 'Load the saved version' }).click()
  await expect.poll(() => dora.getByRole('textbox', { name: /Name/ }).inputValue()).toBe('Address of Dario')
  await dora.getByRole('cell', { name: 'Current' }).waitFor()
})

it('an email template from nothing to a mail at a mail server', async () => {
  const page = await visitAs('dario', '/design/emailTemplates')
  await page.getByRole('link', { name: 'New template' }).first().click()
  await page.getByRole('textbox', { name: /Name/ }).fill('Welcome')
  await page.getByRole('textbox', { name: /Subject/ }).fill('Welcome, ${customer.name}')
  await page
    .getByRole('textbox', { name: 'HTML text' })
    .fill('<p onclick="x()">Your order ${number} is on its way.</p>')
  await page.getByRole('textbox', { name: 'Sample values' }).fill('{"customer": {"name": "Ann & Co"}, "number": 7}')
  const preview = page.getByRole('region', { name: 'Preview of the mail' })
  await preview.getByText('Your order 7 is on its way.').waitFor()
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  await settle(page)

  await page.getByRole('textbox', { name: 'Sample values' }).fill('{"customer": {"name": "Ann & Co"}, "number": 7}')
  await page.getByRole('textbox', { name: 'To' }).fill('dario@example.org')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await page.getByText('The mail server accepted the mail to dario@example.org').waitFor()
  const [mail] = readMails().filter(({ to }) => to.includes('dario@example.org'))
  expect(mail?.text).toContain('Subject: Welcome, Ann & Co')
  expect(mail?.text).toContain('<p>Your order 7 is on its way.</p>')
})

async function post(page: Page, path: string, data: object) {
  const response = await send(page, path, data)
  expect(response.status()).toBe(200)
  return response.json()
}

/** A call of the designer, which these journeys are not about. */
async function send(page: Page, path: string, data: object) {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return page.request.post(`/api${path}`, { headers: { 'x-xsrf-token': decodeURIComponent(token) }, data })
}

function readMails(): { to: string[]; text: string }[] {
  const folder = inject('mailFolder')
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}
