import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openSftpServer, type SftpServer } from '../../apps/server/src/testing/sftp-server.ts'
import { callAs } from './design.ts'
import { expectAccessible } from './expect-accessible.ts'
import { button, draw, field, select, write } from './newcomer.ts'
import { openProcess, panel } from './open-modeller.ts'
import { visit, visitAs } from './visit.ts'

const password = 'hush-hush-10'
let partner: SftpServer
/** The requests of the shop: for tokens, and orders with what they were authorized by. */
const asked: string[] = []
const shop = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  asked.push(`${request.url} ${request.headers.authorization ?? ''} ${Buffer.concat(parts)}`)
  const answer = request.url === '/token' ? { access_token: 'token-of-boats', expires_in: 300 } : { number: 'A-1' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})

beforeAll(async () => {
  const files = { '/boats/order.csv': 'customer;amount\nK-17;42\n', '/boats/receipts/first.txt': '' }
  partner = await openSftpServer({ username: 'partner', password, files })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const customers = new DatabaseSync(databaseFile())
  customers.exec('create table customer (code text primary key, name text, email text)')
  customers.exec("insert into customer values ('K-17', 'Katla Boats', 'katla@example.org')")
  customers.close()
  await connectSystem(await visit({ as: 'ines' }))
})
afterAll(async () => {
  await partner.close()
  shop.closeAllConnections()
  shop.close()
})

it('a designer draws a process that reads a file, looks a customer up, orders, writes a file and sends a mail', async () => {
  const dario = await visit({ as: 'dario' })
  const { id: appId } = await callAs(dario, '/applications', { name: 'Boats', key: 'boats' })
  await openProcess(dario, appId, 'Boats')
  await select(dario, 'start')
  await step(dario, 'Read the order', 'Files: Read an order', {}, [
    ['customer', 'rows.0.customer'],
    ['lines', 'rows'],
  ])
  await step(dario, 'Find the customer', 'Customers: Find a customer', { code: 'customer' }, [
    ['who', 'rows.0.name'],
    ['email', 'rows.0.email'],
  ])
  await step(dario, 'Order the boat', 'Shop: Order a boat', { who: 'who' }, [['order', 'body.number']])
  await step(dario, 'Write the receipt', 'Files: Write a receipt', { order: 'order', content: 'lines' }, [])
  await draw(dario, 'Mail', 'Thank the customer')
  await write(dario, 'To', '= email')
  await write(dario, 'Subject', '= "Your order " + order')
  await write(dario, 'Text', '= "Thank you, " + who')
  await draw(dario, 'End', 'Ordered')
  await button(dario, 'No problems').waitFor()
  await expectAccessible(dario)
  await dario.keyboard.press('Control+s')
  await dario.getByText('Version 2, Saved').waitFor()
  await callAs(dario, `/applications/${appId}/deploy`, {})

  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Boats', exact: true }).click()
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await expect.poll(readMails).toEqual([expect.stringContaining('Thank you, Katla Boats')])
  // The connection was tested before: with a token, and at its base address.
  expect(asked.filter((one) => one.startsWith('/orders'))).toEqual([
    '/orders Bearer token-of-boats {"who":"Katla Boats"}',
  ])
  expect(partner.files.get('/boats/receipts/A-1.csv')?.toString()).toBe('customer,amount\r\nK-17,42\r\n')
  expect(readMails()[0]).toContain('Your order A-1')
}, 240_000)

/** Draws a service task behind the selected element, which calls an adapter, named with its API. Inputs are variables. */
async function step(
  page: Page,
  name: string,
  adapter: string,
  inputs: Readonly<Record<string, string>>,
  outputs: readonly (readonly [variable: string, path: string])[],
): Promise<void> {
  await draw(page, 'Service', name)
  await field(page, 'Type of work').selectOption({ label: 'Call an adapter' })
  await field(page, 'System').selectOption({ label: 'Boat builders' })
  const [api, label] = adapter.split(': ')
  await field(page, 'API').selectOption({ label: api ?? '' })
  await field(page, 'Adapter').selectOption({ label: label ?? '' })
  for (const [parameter, variable] of Object.entries(inputs)) {
    const input = panel(page).locator(`[data-input="${parameter}"]`).getByRole('textbox')
    await input.fill(`\${${variable}}`)
    await page.keyboard.press('Tab')
  }
  for (const [at, [variable, path]] of outputs.entries()) {
    await panel(page).getByRole('button', { name: 'Add output' }).click()
    const output = panel(page).getByRole('group', { name: `Output ${at + 1}` })
    for (const [label, text] of [
      ['Variable', variable],
      ['Path in the response', path],
    ] as const) {
      await output.getByLabel(label).fill(text)
      await page.keyboard.press('Tab')
    }
  }
}

/** Connects the SFTP server, the database and the shop, with their adapters. */
async function connectSystem(page: Page): Promise<void> {
  const { id: systemId } = await callAs(page, '/external-systems', { name: 'Boat builders' })
  const offer = async (name: string, settings: object, secret = '') => {
    const made = await callAs(page, `/external-systems/${systemId}/connections`, { name, settings, secret })
    const tested = await callAs<{ fault: string | null }>(page, `/external-connections/${made.id}/test`, {})
    expect(tested.fault).toBeNull()
    const api = await callAs(page, `/external-systems/${systemId}/apis`, { name, connectionId: made.id })
    return (key: string, title: string, adapter: object) =>
      callAs(page, `/external-apis/${api.id}/adapters`, { name: title, key, settings: adapter })
  }
  const sftp = { kind: 'file', place: 'sftp', folder: '/boats', host: '127.0.0.1', port: partner.port }
  const files = await offer('Files', { ...sftp, username: 'partner' }, password)
  const ofFile = { kind: 'file', path: 'order.csv' }
  await files('boatsRead', 'Read an order', { ...ofFile, action: 'read', delimiter: 'semicolon' })
  const receipt = { kind: 'file', action: 'write', path: 'receipts/{order}.csv', ifExists: 'refuse' }
  await files('boatsWrite', 'Write a receipt', receipt)
  const database = await offer('Customers', { kind: 'database', vendor: 'sqlite', database: databaseFile(), port: 0 })
  const statement = 'select name, email from customer where code = :code'
  await database('boatsFind', 'Find a customer', { kind: 'sql', statement })
  const baseUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const oauth = { signIn: 'oauth', clientId: 'millrace', tokenUrl: `${baseUrl}/token` }
  const rest = await offer('Shop', { kind: 'rest', baseUrl, ...oauth }, 'client-secret-1')
  const columns = [{ key: 'number', path: 'number' }]
  await rest('boatsOrder', 'Order a boat', {
    kind: 'rest',
    method: 'POST',
    path: '/orders',
    body: '{"who":"{who}"}',
    columns,
  })
}

function databaseFile(): string {
  return join(inject('filesFolder'), 'boats.db')
}

/** The mails to the customer. */
function readMails(): string[] {
  const folder = inject('mailFolder')
  const mails = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return mails.filter(({ to }) => to.includes('katla@example.org')).map(({ text }) => text)
}
