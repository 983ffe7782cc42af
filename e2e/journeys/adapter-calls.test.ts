import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { callAs } from './design.ts'
import { expectAccessible } from './expect-accessible.ts'
import { drawing, panel } from './open-modeller.ts'
import { settle, visit, visitAs } from './visit.ts'

/** A shop that takes orders, and breaks the line after one when it is told to. */
async function openShop() {
  const state = { isBreaking: false, orders: [] as string[] }
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.method === 'POST') state.orders.push(`${request.url} ${body}`)
    if (state.isBreaking) response.destroy()
    else response.end(JSON.stringify({ number: 100 + state.orders.length, lines: [{ article: 'Tea' }] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="http://example.org">
  <process id="ordering" name="Order tea" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="order" />
    <serviceTask id="order" name="Order" />
    <sequenceFlow id="f2" sourceRef="order" targetRef="unpack" />
    <userTask id="unpack" name="Unpack the tea" millrace:assignee="rosa" />
    <sequenceFlow id="f3" sourceRef="unpack" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

const field = (page: Page, name: string) =>
  panel(page).getByLabel(name, { exact: true }).and(page.locator('input, textarea, select')).first()
const choose = (page: Page, name: string, option: string) => field(page, name).selectOption({ label: option })
async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text)
  await page.keyboard.press('Tab')
}

it('a designer lets a step order something, which is never ordered twice by itself', async () => {
  const shop = await openShop()
  const ines = await visitAs('ines', '/integrate/externalsystems')
  const { id: systemId } = await callAs(ines, '/external-systems', { name: 'Tea shop' })
  const settings = { kind: 'rest', baseUrl: shop.url, signIn: 'none' }
  const { id: connectionId } = await callAs(ines, `/external-systems/${systemId}/connections`, {
    name: 'Real',
    settings,
  })
  const { id: apiId } = await callAs(ines, `/external-systems/${systemId}/apis`, { name: 'Orders', connectionId })
  const { id: adapterId } = await callAs(ines, `/external-apis/${apiId}/adapters`, {
    name: 'Order tea',
    key: 'orderTea',
    settings: {
      kind: 'rest',
      method: 'POST',
      path: '/customers/{customer}/orders',
      body: '{"note":"{note}"}',
      rows: 'lines',
      columns: [{ key: 'article', path: 'article' }],
    },
  })

  const dario = await visit({ as: 'dario' })
  const { id: appId } = await callAs(dario, '/applications', { name: 'Tea', key: 'tea' })
  const ofApp = `/applications/${appId}`
  const { id: processId } = await callAs(dario, `${ofApp}/appprocesses`, { name: 'Order tea', key: 'ordering' })
  await callAs(dario, `${ofApp}/appprocesses/${processId}/saveProcessDesign`, { xml: model })
  await dario.goto(`${ofApp}/appprocesses/${processId}/modeller`)
  await drawing(dario).locator('svg').first().waitFor()
  const arrange = dario.getByRole('button', { name: 'Arrange the steps' })
  if ((await arrange.count()) > 0) await arrange.click()
  await drawing(dario).locator('[data-element-id="order"] .djs-hit').first().dispatchEvent('click', { button: 0 })
  await panel(dario).locator('[data-element="order"]').waitFor()
  await settle(dario)
  await choose(dario, 'What does it do', 'Call an adapter')
  await choose(dario, 'System', 'Tea shop')
  await choose(dario, 'Adapter', 'Order tea')
  await panel(dario).getByText('The adapter requires a value for “customer”').first().waitFor()
  await type(dario, 'customer (required)', 'north/1')
  await type(dario, 'note', 'Green')
  await panel(dario).getByRole('button', { name: 'Add output' }).click()
  await type(dario, 'Variable', 'number')
  await type(dario, 'Path in the answer', 'body.number')
  await choose(dario, 'Type', 'Whole number')
  await expectAccessible(dario)
  await panel(dario).getByRole('button', { name: 'What will be sent' }).click()
  const dialog = dario.getByRole('dialog', { name: 'What “Order tea” sends' })
  await dialog.getByRole('button', { name: 'Show request' }).click()
  await dialog.getByText('POST /customers/north%2F1/orders').waitFor()
  await expectAccessible(dario)
  expect(shop.state.orders).toEqual([])
  await dario.keyboard.press('Escape')
  const saved = dario.waitForResponse((response) => response.url().endsWith('/saveProcessDesign'))
  await dario.getByRole('button', { name: 'Save version' }).click()
  expect((await saved).status()).toBe(200)
  await callAs(dario, `${ofApp}/deploy`, {})

  // The adapter tells of the process, and stays in use as long as that asks it.
  await ines.goto(`/integrate/externalsystems/${systemId}/restadapters/${adapterId}`)
  await ines.getByRole('listitem').filter({ hasText: 'Process Order tea' }).waitFor()
  await expectAccessible(ines)

  const start = async () => {
    const rosa = await visitAs('rosa', '/category/view/Home')
    await rosa.getByRole('link', { name: 'Order tea', exact: true }).click()
    await rosa.getByRole('button', { name: 'Start process' }).click()
  }
  await start()
  await expect.poll(() => shop.state.orders).toEqual(['/customers/north%2F1/orders {"note":"Green"}'])
  shop.state.isBreaking = true
  await start()
  await expect.poll(() => shop.state.orders.length).toBe(2)

  // What may have arrived waits for somebody who has looked.
  const petra = await visitAs('petra', '/processengine/processFailure')
  await petra
    .getByRole('link', { name: /Order tea|Order/ })
    .first()
    .click()
  await petra
    .getByText(/with the idempotency key/)
    .first()
    .waitFor()
  await expectAccessible(petra)
  await petra.getByRole('button', { name: 'Mark as done' }).click()
  const question = petra.getByRole('dialog', { name: 'Mark the step as done?' })
  await expectAccessible(petra)
  await question.getByRole('button', { name: 'Mark as done' }).click()
  await petra.getByText('The step is done').waitFor()
  expect(shop.state.orders.length).toBe(2)
}, 240_000)
