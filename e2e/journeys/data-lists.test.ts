import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { deploy } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { visit, visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="visiting" name="Visit a city" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" camunda:formKey="millrace:deployment:visit.form.json" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="check" />
    <userTask id="check" name="Book the visit" camunda:assignee="rosa" camunda:formKey="millrace:deployment:visit.form.json" />
    <sequenceFlow id="f2" sourceRef="check" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`
const field = (key: string, props: object) => ({ id: key, type: 'data-list', key, props: { list: 'cities', ...props } })
const form = {
  schema: 2,
  id: 'visit',
  root: [
    field('country', { label: 'Country', valueColumn: 'country' }),
    field('city', {
      label: 'City',
      labelColumn: 'city',
      dependsOn: 'country',
      filterColumn: 'country',
      required: true,
    }),
  ],
}
const file =
  'Code,City,Country,People\nLIS,Lisbon,Portugal,many\nOPO,Porto,Portugal,231800\n,Faro,Portugal,1\nMAD,Madrid,Spain,3300000'

it('a designer creates a list, imports it but for its errors, changes it by keyboard, and a form chooses from it', async () => {
  const dario = await visit({ as: 'dario' })
  await dario.goto('/design/customdatalist')
  await dario.getByRole('link', { name: 'New data list' }).first().click()
  await dario.getByRole('textbox', { name: 'Name', exact: true }).fill('Cities')
  for (const [index, name] of ['Code', 'City', 'Country', 'People'].entries()) {
    if (index > 0) await dario.getByRole('button', { name: 'Add column' }).click()
    await dario.getByRole('textbox', { name: `Name of column ${index + 1}` }).fill(name)
  }
  await dario.getByRole('combobox', { name: 'Type of column 4' }).selectOption('Number')
  await expectAccessible(dario)
  await dario.getByRole('button', { name: 'Save data list' }).click()
  await dario.getByRole('heading', { level: 1, name: 'Cities' }).waitFor()

  await dario.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = dario.getByRole('dialog', { name: 'Import rows' })
  await dialog
    .locator('input[type=file]')
    .or(dario.locator('input[type=file]'))
    .first()
    .setInputFiles({
      name: 'cities.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    })
  await dialog.getByRole('button', { name: 'Import file' }).click()
  await dialog.getByText('Nothing was imported: 2 rows have errors').waitFor()
  const faults = await dialog.getByRole('row').allInnerTexts()
  expect(faults.slice(1).map((row) => row.split('\t').slice(0, 3))).toEqual([
    ['2', 'People', 'many'],
    ['4', 'Code', ''],
  ])
  await expectAccessible(dario)
  await dialog.getByRole('button', { name: 'Import the 2 valid rows' }).click()
  await dialog.getByText('2 added, 0 changed, 0 removed').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  // The row that could not be read is typed, with a mistake that is taken back.
  await dario.getByRole('gridcell', { name: 'MAD', exact: true }).click()
  await dario.getByRole('button', { name: 'Add row' }).click()
  await dario.keyboard.type('LIS')
  await dario.keyboard.press('Tab')
  await dario.keyboard.type('Lisbon')
  await dario.keyboard.press('Tab')
  await dario.keyboard.type('Portugal')
  await dario.keyboard.press('Tab')
  await dario.keyboard.type('many')
  await dario.keyboard.press('Enter')
  await dario.getByText(/^People: Enter a number/).waitFor()
  await dario.keyboard.press('Control+z')
  await dario.getByText('1 row is not saved yet').waitFor()
  await expectAccessible(dario)
  await dario.getByRole('button', { name: 'Save rows' }).click()
  await dario.getByRole('tab', { name: 'Rows 3' }).waitFor()
  await dario.getByRole('tab', { name: 'Versions' }).click()
  await dario.getByRole('cell', { name: 'cities.csv' }).waitFor()

  await deploy('visiting.bpmn', model, { 'visit.form.json': JSON.stringify(form) })
  const rosa = await visitAs('rosa', '/category/view/Home')
  await rosa.getByRole('link', { name: 'Visit a city', exact: true }).click()
  await find(rosa, 'Country', 'port', 'Portugal')
  await find(rosa, 'City', 'lis', 'Lisbon')
  await find(rosa, 'Country', 'sp', 'Spain')
  // What went with the other country is gone.
  await rosa.getByRole('combobox', { name: 'City' }).click()
  await rosa.getByRole('option', { name: 'Madrid' }).waitFor()
  expect(await rosa.getByRole('option', { name: 'Lisbon' }).count()).toBe(0)
  await rosa.getByRole('option', { name: 'Madrid' }).click()
  await expectAccessible(rosa)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByRole('heading', { name: 'Book the visit' }).waitFor()
  expect(await rosa.getByRole('combobox', { name: 'City' }).inputValue()).toBe('Madrid')
}, 180_000)

async function find(page: Page, label: string, q: string, name: string): Promise<void> {
  const input = page.getByRole('combobox', { name: label })
  await input.click()
  await input.fill(q)
  await page.getByRole('option', { name, exact: true }).click()
}
