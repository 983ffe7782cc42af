import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { callAs } from './design.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { visit, visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="http://example.org">
  <process id="ordering" name="Order an article" isExecutable="true">
    <startEvent id="start" millrace:formKey="order" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="ship" />
    <userTask id="ship" name="Ship the article" millrace:assignee="rosa" millrace:formKey="order" />
    <sequenceFlow id="f2" sourceRef="ship" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`
const props = { label: 'Article', adapter: 'priceList', labelColumn: 'text', strict: true }
const designerJson = JSON.stringify({
  schema: 2,
  id: 'order',
  root: [{ id: 'article', type: 'file-look-up', key: 'article', props }],
})

it('an integrator connects a folder and reads a file of it, and people choose what is in it', async () => {
  const folder = join(inject('filesFolder'), 'prices')
  mkdirSync(folder)
  writeFileSync(join(folder, 'list.csv'), 'article;text;unit price\nB-4410;Belt conveyor;3180\nD-0750;Drive unit;890\n')
  await connect(folder)

  const dario = await visit({ as: 'dario' })
  const { id: appId } = await callAs(dario, '/applications', { name: 'Orders of files', key: 'fileOrders' })
  const ofApp = `/applications/${appId}`
  const { id: processId } = await callAs(dario, `${ofApp}/appprocesses`, { name: 'Order', key: 'ordering' })
  await callAs(dario, `${ofApp}/appprocesses/${processId}/saveProcessDesign`, { xml: model })
  const { id: formId } = await callAs(dario, `${ofApp}/appforms`, { name: 'Order', formKey: 'order', labels: '' })
  await callAs(dario, `${ofApp}/appforms/${formId}/saveFormDesign`, { designerJson })
  await callAs(dario, `${ofApp}/deploy`, {})

  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Order an article', exact: true }).click()
  const input = rosa.getByRole('combobox', { name: 'Article' })
  await input.fill('drive')
  await rosa.getByRole('option', { name: 'Drive unit', exact: true }).click()
  await expectAccessible(rosa)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByRole('heading', { name: 'Ship the article' }).waitFor()
  await expect.poll(() => input.inputValue()).toBe('Drive unit')
}, 240_000)

/** System, connection, API and adapter, each on its page. */
async function connect(folder: string): Promise<void> {
  const ines = await visitAs('ines', '/integrate/externalsystems/new')
  const type = (name: string, text: string) => ines.getByRole('textbox', { name, exact: true }).fill(text)
  // Fields of the page before are called the same.
  const follow = async (name: string) => {
    await ines.getByRole('link', { name }).click()
    await ines.getByRole('heading', { level: 1, name }).waitFor()
  }
  await type('Name', 'Supplier exchange')
  await ines.getByRole('button', { name: 'Save external system' }).click()
  await follow('New file connection')
  await type('Name', 'Folder of prices')
  await type('Folder', '/etc')
  await ines.getByRole('button', { name: 'Save connection' }).click()
  await ines.getByRole('button', { name: 'Test connection' }).click()
  await ines
    .getByText(/but \/etc is not permitted\. An administrator can permit it with MILLRACE_FILE_ROOTS\./)
    .waitFor()
  await type('Folder', folder)
  await ines.getByRole('button', { name: 'Save connection' }).click()
  await ines.getByRole('button', { name: 'Test connection' }).click()
  await ines.getByText('The connection works').waitFor()
  await lookAt(ines)

  await ines.getByRole('link', { name: 'Supplier exchange', exact: true }).click()
  await follow('New API')
  await type('Name', 'Price lists')
  await ines.getByRole('button', { name: 'Save API' }).click()
  await follow('New file adapter')
  await type('Name', 'Price list')
  await type('Path of the file', 'list.csv')
  await ines.getByRole('button', { name: 'Save adapter' }).click()
  await ines.getByRole('button', { name: 'Run', exact: true }).click()
  // The delimiter is another one: all of it is one column.
  await ines.getByRole('columnheader', { name: 'article;text;unit price' }).waitFor()
  await ines.getByRole('combobox', { name: 'Delimiter' }).click()
  await ines.getByRole('option', { name: 'Semicolon' }).click()
  await ines.getByRole('button', { name: 'Save adapter' }).click()
  await ines.getByText('Runs the saved adapter.').waitFor()
  await ines.getByRole('button', { name: 'Run', exact: true }).click()
  for (const name of ['article', 'text', 'unit price'])
    await ines.getByRole('button', { name: `Add as column: ${name}`, exact: true }).click()
  await ines.getByRole('button', { name: 'Save adapter' }).click()
  await ines.getByText('Runs the saved adapter.').waitFor()
  await ines.getByRole('button', { name: 'Run', exact: true }).click()
  const answer = ines.getByRole('table', { name: 'Response' })
  await answer.getByRole('columnheader', { name: 'unitprice' }).waitFor()
  expect(await answer.getByRole('row').count()).toBe(3)
  await lookAt(ines)
}

/** Looks at the page now, and as it is on a phone. */
async function lookAt(page: Page): Promise<void> {
  await expectAccessible(page)
  await onPhone(page, () => expectAccessible(page))
}
