import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

/** A model in the format of Camunda Modeler. */
const model = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org" exporter="Camunda Modeler">
  <bpmn:process id="holiday" name="Holiday" isExecutable="true" camunda:historyTimeToLive="30">
    <bpmn:startEvent id="start" camunda:formKey="camunda-forms:deployment:holiday.form" />
    <bpmn:sequenceFlow id="f1" sourceRef="start" targetRef="check" />
    <bpmn:serviceTask id="check" name="Check the balance" camunda:class="org.example.CheckBalance" />
    <bpmn:sequenceFlow id="f2" sourceRef="check" targetRef="approve" />
    <bpmn:userTask id="approve" name="Approve" camunda:candidateGroups="line-managers" />
    <bpmn:sequenceFlow id="f3" sourceRef="approve" targetRef="end" />
    <bpmn:endEvent id="end" />
  </bpmn:process>
</bpmn:definitions>`

const form = JSON.stringify({
  type: 'default',
  id: 'Form_holiday',
  schemaVersion: 16,
  components: [
    { type: 'textfield', id: 'A', key: 'reason', label: 'Reason', validate: { required: true } },
    { type: 'documentPreview', id: 'B', label: 'Rules' },
  ],
})

const files = [
  { name: 'holiday.bpmn', mimeType: 'application/xml', buffer: Buffer.from(model) },
  { name: 'holiday.form', mimeType: 'application/json', buffer: Buffer.from(form) },
]

it('a designer imports a process and a form of Camunda, sees what is to be decided, and imports it again as a new version', async () => {
  const page = await visitAs('dario', '/design/applications')
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('button', { name: 'Read files' }).click()
  const process = page.getByRole('table', { name: 'Result for holiday.bpmn' })
  await process.getByText('org.example.CheckBalance').waitFor()
  expect(await process.getByRole('link', { name: 'Add binding' }).getAttribute('href')).toContain(
    'org.example.CheckBalance',
  )
  await process.getByText('The form “camunda-forms:deployment:holiday.form” is “Form_holiday” here.').waitFor()
  await page.getByRole('table', { name: 'Result for holiday.form' }).getByText('documentPreview').waitFor()
  await settle(page)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /^Name/ }).fill('Holidays')
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('holidays')
  await page.getByRole('button', { name: 'Import 2 parts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()

  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Import into Holidays' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(files)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Read files' }).click()
  await page.getByText('“Holiday” in this application has the key holiday.').waitFor()
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBe(0)
  await settle(page)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Action for holiday.form' }).click()
  await page.getByRole('option', { name: 'Do not import' }).click()
  await page.getByRole('button', { name: 'Import 1 part', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await page.getByRole('tab', { name: /Processes/ }).click()
  await page.getByRole('link', { name: 'Holiday', exact: true }).waitFor()
})
