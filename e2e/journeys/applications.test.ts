import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

const model = (step: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="parcel" name="Parcel" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="pack" />
    <userTask id="pack" name="${step}" camunda:assignee="dario" />
    <sequenceFlow id="f2" sourceRef="pack" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

it('a designer creates an application, imports a process, deploys it, starts it, changes it and deploys version 2', async () => {
  const page = await visitAs('dario', '/design/applications')
  await page.getByRole('link', { name: 'New application' }).first().click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Parcels')
  await page.getByRole('textbox', { name: /^Key/ }).fill('parcels')
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('heading', { level: 1, name: 'Parcels' }).waitFor()
  const application = new URL(page.url()).pathname

  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await page.getByRole('button', { name: 'Deploy version 1' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('tab', { name: /Processes/ }).click()
  await page.getByRole('link', { name: 'New process' }).click()
  const file = { name: 'parcel.bpmn', mimeType: 'application/xml', buffer: Buffer.from(model('Pack it')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Import file' }).click()
  await page.getByRole('heading', { level: 1, name: 'Parcel' }).waitFor()
  await settle(page)
  await expectAccessible(page)

  await page.goto(application)
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await page.getByRole('textbox', { name: 'Change note' }).fill('The first one')
  await page.getByRole('button', { name: 'Deploy version 1' }).click()
  await page.getByText('Version 1 of Parcels deployed').waitFor()

  await page.goto('/category/view/Home')
  await page
    .getByRole('link', { name: /Parcel/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Start/ }).first().click()
  await page.getByText('Pack it').first().waitFor()

  await page.goto(`${application}?tab=processes`)
  await page.getByRole('link', { name: 'Parcel', exact: true }).click()
  await page.getByRole('textbox', { name: 'Documentation' }).fill('How parcels are packed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Details changed').waitFor()

  await page.goto(application)
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 → 2').waitFor()
  await dialog.getByText('1 running instance continues with its own version.').waitFor()
  await dialog.getByRole('button', { name: 'Deploy version 2' }).click()
  await page.getByText('Version 2 of Parcels deployed').waitFor()
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByText('Deployed now').waitFor()
  await settle(page)
  await expectAccessible(page)
  expect(await page.getByRole('button', { name: 'Deploy again: version 1' }).count()).toBe(1)
})
