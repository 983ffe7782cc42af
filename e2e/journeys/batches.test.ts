import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { deploy, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { goWithin } from './shell/go-within.ts'
import { settle, visitAs } from './visit.ts'

/** Fails for the instances that have no number, once they are asked for it. */
const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="batched" name="Batched" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="check"/>
    <userTask id="check" name="Check by hand"/>
  </process></definitions>`

it('an operator starts a batch over a query, follows it, and keeps its results, at a desk and on a phone', async () => {
  await addUsers([{ username: 'ben', roles: ['RoleProcessAdmin'] }])
  await deploy('batched.bpmn', model)
  for (const key of ['BA-1', 'BA-2', 'BA-3']) await start('batched', key)
  const ben = await visitAs('ben', '/processengine/processes?key=BA-1,BA-2,BA-3')
  await ben.getByRole('link', { name: 'BA-3', exact: true }).waitFor()
  // By the keyboard alone: all rows, then the action.
  await ben.getByRole('checkbox', { name: 'Select all rows of this page' }).focus()
  await ben.keyboard.press('Space')
  await ben.getByRole('button', { name: 'Set variable' }).focus()
  await ben.keyboard.press('Enter')
  const dialog = ben.getByRole('dialog', { name: 'Set a variable of 3 instances?' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('amount')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('42')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Counted again')
  await expectAccessible(ben)
  await dialog.getByRole('button', { name: 'Start batch' }).click()
  await ben
    .getByRole('button', { name: 'Open batch' })
    .or(ben.getByRole('link', { name: 'Open batch' }))
    .first()
    .click()
  await ben.getByText('Counted again').first().waitFor()
  await expect
    .poll(async () => {
      await ben.reload()
      await settle(ben)
      return ben.getByRole('row', { name: /BA-2.*Done/ }).count()
    })
    .toBe(1)
  await expectAccessible(ben)
  await onPhone(ben, async () => {
    await ben.getByText('Counted again').first().waitFor()
    await expectAccessible(ben)
    const downloading = ben.waitForEvent('download')
    await ben
      .getByRole('link', { name: 'Download CSV' })
      .or(ben.getByRole('button', { name: 'Download CSV' }))
      .first()
      .click()
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/)
  })
  await goWithin(ben, '/processengine/batches')
  await ben.getByRole('row', { name: /Counted again/ }).waitFor()
  await expectAccessible(ben)
  await onPhone(ben, async () => {
    await ben.getByText('Counted again').first().waitFor()
    await expectAccessible(ben)
  })
})

it('two operators change one instance, and the second learns that the first has ended it by force', async () => {
  await addUsers([
    { username: 'ole', roles: ['RoleProcessAdmin'] },
    { username: 'olga', roles: ['RoleProcessAdmin'] },
  ])
  await deploy('batched.bpmn', model)
  const id = await start('batched', 'BA-two')
  const page = `/processengine/processes/processinstance/${id}/variables`
  const [ole, olga] = [await visitAs('ole', page), await visitAs('olga', page)]
  await olga.getByRole('button', { name: 'Add variable' }).click()
  const form = olga.getByRole('dialog', { name: 'Add a variable' })
  await form.getByRole('textbox', { name: /^Name/ }).fill('note')
  await form.getByRole('textbox', { name: 'Value' }).fill('from Olga')
  await ole.getByRole('button', { name: 'Cancel instance' }).click()
  const asked = ole.getByRole('dialog')
  await asked.getByRole('checkbox', { name: 'End by force' }).check()
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Nothing else helps')
  await expectAccessible(ole)
  await asked.getByRole('button', { name: 'Cancel instance' }).click()
  await ole.getByText('Instance cancelled').first().waitFor()
  // What Olga has typed is still there when the page has followed, and she is told.
  await olga.getByText('Nothing else helps').first().waitFor()
  const value = form.getByRole('textbox', { name: 'Value' })
  expect(await value.inputValue()).toBe('from Olga')
  await form.getByRole('button', { name: 'Save variable' }).click()
  await form.getByText('The instance has already ended. Your entries are kept.').waitFor()
  expect(await value.inputValue()).toBe('from Olga')
  await expectAccessible(olga)
})
