import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { callAs } from './design.ts'
import { expectAccessible } from './expect-accessible.ts'
import { phoneWidth } from './on-phone.ts'
import { visit, visitAs } from './visit.ts'

const token = 'hush-hush-7'
const towns = [
  { code: 'LIS', city: 'Lisbon', country: 'PT', people: 545796 },
  { code: 'OPO', city: 'Porto', country: 'PT', people: 231800 },
  { code: 'MAD', city: 'Madrid', country: 'ES', people: 3332035 },
]

/** A service of others, which answers those alone who have its token. */
async function openService() {
  const state = { isAway: false }
  const server = http.createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x')
    const [q = '', country = '', code = ''] = ['q', 'country', 'code'].map(
      (name) => searchParams.get(name)?.toLowerCase() ?? '',
    )
    if (request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end()
    else if (state.isAway) response.writeHead(503).end()
    else
      response.end(
        JSON.stringify({
          items: towns.filter(
            (one) =>
              one.city.toLowerCase().includes(q) &&
              (country === '' || one.country.toLowerCase() === country) &&
              (code === '' || one.code.toLowerCase() === code),
          ),
        }),
      )
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
  <process id="looked-up-travel" name="Travel somewhere" isExecutable="true">
    <startEvent id="start" millrace:formKey="travel" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="book" />
    <userTask id="book" name="Book the travel" millrace:assignee="rosa" millrace:formKey="travel" />
    <sequenceFlow id="f2" sourceRef="book" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`
const field = (key: string, type: string, props: object) => ({ id: key, type, key, props })
const designerJson = JSON.stringify({
  schema: 2,
  id: 'travel',
  root: [
    field('country', 'text', { label: 'Country' }),
    field('town', 'rest-look-up', { label: 'Town', adapter: 'later', strict: true }),
    field('people', 'number', { label: 'People' }),
  ],
})

it('an integrator connects a service, a designer lets a field ask it, and people choose what it has while it is there', async () => {
  const service = await openService()
  await connect(service.url)

  const dario = await visit({ as: 'dario' })
  const { id: appId } = await callAs(dario, '/applications', { name: 'Travels', key: 'travels' })
  const ofApp = `/applications/${appId}`
  const { id: processId } = await callAs(dario, `${ofApp}/appprocesses`, { name: 'Travel', key: 'looked-up-travel' })
  await callAs(dario, `${ofApp}/appprocesses/${processId}/saveProcessDesign`, { xml: model })
  const { id: formId } = await callAs(dario, `${ofApp}/appforms`, { name: 'Travel', formKey: 'travel', labels: '' })
  await callAs(dario, `${ofApp}/appforms/${formId}/saveFormDesign`, { designerJson })
  await dario.goto(`${ofApp}/appforms/${formId}/formdesigner`)
  await dario.getByRole('group', { name: 'REST look-up “Town”' }).first().click()
  const panel = dario.getByRole('complementary', { name: 'Properties' })
  await panel.getByText(/^Adapter “later” does not exist/).waitFor()
  await panel.getByRole('combobox', { name: 'Adapter (key)' }).selectOption('Find towns (Places)')
  await panel.getByRole('combobox', { name: 'Label column' }).selectOption('city')
  // Of the names that there are, by keyboard: the first that is free, with the field of the same name.
  await panel.getByRole('button', { name: 'Add parameter' }).press('Enter')
  await panel.getByRole('button', { name: 'Add column' }).press('Enter')
  await panel.getByRole('combobox', { name: 'Column of line 1' }).selectOption('people')
  await panel.getByRole('combobox', { name: 'Field of line 1' }).nth(1).selectOption('people')
  expect(await panel.getByRole('combobox', { name: 'Field of line 1' }).first().inputValue()).toBe('country')
  await expectAccessible(dario)
  const saved = dario.waitForResponse((response) => response.url().endsWith('/saveFormDesign'))
  await dario.getByRole('button', { name: 'Save version' }).click()
  expect((await saved).status()).toBe(200)
  await callAs(dario, `${ofApp}/deploy`, {})

  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Travel somewhere', exact: true }).click()
  await rosa.getByRole('textbox', { name: 'Country' }).fill('PT')
  await choose(rosa, 'o', 'Porto')
  // What another system says goes into the other field, and stays open to change.
  await expect.poll(() => rosa.getByRole('textbox', { name: 'People' }).inputValue()).toMatch(/^231.?800$/)
  await rosa.getByRole('combobox', { name: 'Town' }).click()
  await rosa.getByRole('option', { name: 'Lisbon' }).waitFor()
  expect(await rosa.getByRole('option', { name: 'Madrid' }).count()).toBe(0)
  await rosa.getByRole('option', { name: 'Lisbon' }).click()
  await expect.poll(() => rosa.getByRole('textbox', { name: 'People' }).inputValue()).toMatch(/^545.?796$/)
  await expectAccessible(rosa)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByRole('heading', { name: 'Book the travel' }).waitFor()
  await expect.poll(() => rosa.getByRole('combobox', { name: 'Town' }).inputValue()).toBe('Lisbon')

  // On a phone, while the service is away: what was typed stays, and can be sent once it is back.
  const phone = rosa
  await phone.setViewportSize({ width: phoneWidth, height: 780 })
  await phone.getByRole('textbox', { name: 'Country' }).fill('ES')
  await choose(phone, 'mad', 'Madrid')
  await expect.poll(() => phone.getByRole('textbox', { name: 'People' }).inputValue()).toMatch(/^3.?332.?035$/)
  service.state.isAway = true
  await phone.getByRole('combobox', { name: 'Town' }).fill('nowhere')
  await phone.getByRole('option', { name: 'The search failed. Type again to retry.' }).waitFor()
  await expectAccessible(phone)
  await phone.keyboard.press('Escape')
  await phone.getByRole('textbox', { name: 'Country' }).fill('PT')
  service.state.isAway = false
  await choose(phone, 'por', 'Porto')
  service.state.isAway = true
  const complete = phone.getByRole('button', { name: 'Complete task' })
  await complete.click()
  const unchecked =
    'This value could not be checked because the other system does not answer. Your entries are kept. Try again later.'
  await phone.locator('.mantine-InputWrapper-error').getByText(unchecked).waitFor()
  await expectAccessible(phone)
  expect(await phone.getByRole('combobox', { name: 'Town' }).inputValue()).toBe('Porto')
  service.state.isAway = false
  await complete.click()
  await expect.poll(() => complete.count()).toBe(0)
}, 240_000)

/** System, connection, API and adapter, each on its page, as somebody makes them who has read nothing. */
async function connect(url: string): Promise<void> {
  const ines = await visitAs('ines', '/integrate/externalsystems/new')
  const type = (name: string, text: string) => ines.getByRole('textbox', { name, exact: true }).fill(text)
  // Fields of the page before are called the same.
  const follow = async (name: string) => {
    await ines.getByRole('link', { name }).click()
    await ines.getByRole('heading', { level: 1, name }).waitFor()
  }
  await type('Name', 'Places')
  await ines.getByRole('button', { name: 'Save external system' }).click()
  await follow('New REST connection')
  await type('Name', 'Real')
  await type('Base URL', url)
  await ines.getByRole('combobox', { name: 'Sign-in' }).click()
  await ines.getByRole('option', { name: 'Token (bearer)' }).click()
  await ines.getByLabel(/^Token/).fill('another token')
  await ines.getByRole('button', { name: 'Save connection' }).click()
  await ines.getByRole('button', { name: 'Test connection' }).click()
  await ines.getByText(/to accept the sign-in, but it answered with the status 401\. Check the sign-in\./).waitFor()
  await ines.getByLabel(/^New token/).fill(token)
  await ines.getByRole('button', { name: 'Save connection' }).click()
  await ines.getByRole('button', { name: 'Test connection' }).click()
  await ines.getByText('The connection works').waitFor()
  await expectAccessible(ines)

  await ines.getByRole('link', { name: 'Places', exact: true }).click()
  await follow('New API')
  await type('Name', 'Towns')
  await ines.getByRole('button', { name: 'Save API' }).click()
  await follow('New REST adapter')
  await type('Name', 'Find towns')
  for (const [index, name] of ['q', 'country', 'code'].entries()) {
    await ines.getByRole('button', { name: 'Add query parameter' }).click()
    await type(`Name of query parameter ${index + 1}`, name)
    await type(`Value of query parameter ${index + 1}`, `{${name}}`)
  }
  await type('Path of the rows', 'items')
  for (const [index, name] of ['code', 'city'].entries()) {
    if (index > 0) await ines.getByRole('button', { name: 'Add column' }).click()
    await type(`Name of column ${index + 1}`, name)
    await type(`Value of column ${index + 1}`, name)
  }
  await type('Parameter for the search text', 'q')
  await type('Parameter for the selected value', 'code')
  await ines.getByRole('button', { name: 'Save adapter' }).click()
  await type('country', 'PT')
  await ines.getByRole('button', { name: 'Run', exact: true }).click()
  // What else a row has is made a column by one press.
  await ines.getByRole('button', { name: 'Add as column: people' }).click()
  await ines.getByRole('button', { name: 'Save adapter' }).click()
  await ines.getByText('Runs the saved adapter.').waitFor()
  await ines.getByRole('button', { name: 'Run', exact: true }).click()
  const answer = ines.getByRole('table', { name: 'Response' })
  await answer.getByRole('cell', { name: '545796' }).waitFor()
  expect(await answer.getByRole('row').count()).toBe(3)
  await expectAccessible(ines)
}

async function choose(page: Page, q: string, name: string): Promise<void> {
  const input = page.getByRole('combobox', { name: 'Town' })
  await input.click()
  await input.fill(q)
  await page.getByRole('option', { name, exact: true }).click()
}
