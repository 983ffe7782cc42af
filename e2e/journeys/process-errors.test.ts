import { expect, it } from 'vitest'
import { deploy, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { settle, visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="shipping" name="Shipping" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="ship" />
    <serviceTask id="ship" name="Ship the parcel" camunda:asyncBefore="true" camunda:class="com.example.shipping.ShipParcel" />
    <sequenceFlow id="f2" sourceRef="ship" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

it('an operator finds the cause of incidents, writes a note, puts it off, and retries all of them', async () => {
  await deploy('shipping.bpmn', model)
  await start('shipping', 'S-1')
  await start('shipping', 'S-2')
  const petra = await visitAs('petra', '/processengine/processFailure')
  const row = petra.getByRole('row', { name: /Ship the parcel · Shipping/ })
  // A worker takes the steps in its own time.
  await expect
    .poll(async () => {
      await petra.reload()
      await settle(petra)
      return (await row.count()) === 0 ? null : row.getByRole('cell').nth(2).textContent()
    })
    .toBe('2')
  await expectAccessible(petra)
  await onPhone(petra, async () => {
    await petra.getByRole('link', { name: /Ship the parcel/ }).waitFor()
    await expectAccessible(petra)
  })
  await row.getByRole('link').click()
  const table = petra.getByRole('table', { name: 'Incidents' })
  await table.getByRole('link', { name: 'S-1' }).waitFor()
  await expectAccessible(petra)

  await petra.getByRole('button', { name: 'Add note' }).click()
  await petra.getByRole('textbox', { name: 'Note' }).fill('The class is not bound yet.')
  await petra.getByRole('button', { name: 'Save note' }).click()
  await petra.getByText('The class is not bound yet.').waitFor()

  await onPhone(petra, () => expectAccessible(petra))

  await petra.getByRole('button', { name: 'Snooze' }).click()
  await petra.getByRole('menuitem', { name: 'For 7 days' }).click()
  await petra.getByText('Cause snoozed').waitFor()
  await petra.goto('/processengine/processFailure?state=snoozed')
  await row.getByText('Snoozed').waitFor()
  await expectAccessible(petra)
  await row.getByRole('link').click()

  await petra.getByRole('button', { name: 'Retry all 2 incidents' }).click()
  await petra.getByRole('dialog').getByRole('button', { name: 'Retry all 2 incidents' }).click()
  const panel = petra.getByRole('region', { name: 'Retry of all incidents' })
  await panel.getByText(/^2 retried, 0 failed, 0 remaining/).waitFor()
  await panel.getByRole('button', { name: 'Results' }).click()
  await panel.getByRole('row', { name: 'S-2 Done' }).waitFor()
  await petra.getByText('This cause has no open incidents.').waitFor()
  await expectAccessible(petra)
})
