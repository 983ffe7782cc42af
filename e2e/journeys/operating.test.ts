import { beforeAll, expect, it } from 'vitest'
import { deploy, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goWithin } from './shell/go-within.ts'
import { settle, visitAs } from './visit.ts'

/** Waits for two days beside a user task, and works in the background on a value that may not be there. */
const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="operated" name="Operated" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="wait"/>
    <intermediateCatchEvent id="wait" name="Wait two days"><timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition></intermediateCatchEvent>
    <sequenceFlow id="f2" sourceRef="wait" targetRef="check"/>
    <userTask id="check" name="Check by hand" camunda:candidateGroups="operators"/>
  </process></definitions>`

/** Waits for a message, and then for a user. */
const hearing = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <message id="paid" name="paid"/>
  <process id="hearing" name="Hearing" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="wait"/>
    <receiveTask id="wait" name="Wait for payment" messageRef="paid"/><sequenceFlow id="f2" sourceRef="wait" targetRef="ship"/>
    <userTask id="ship" name="Ship" camunda:candidateGroups="operators"/>
  </process></definitions>`

beforeAll(async () => {
  await deploy('operated.bpmn', model)
  await deploy('hearing.bpmn', hearing)
})

it('an operator finds a job, changes it, and runs it, at a desk and on a phone', async () => {
  const id = await start('operated', 'OP-job')
  const petra = await visitAs('petra', `/processengine/jobs?instance=${id}`)
  await expectAccessible(petra)
  await petra.getByRole('link', { name: 'Wait two days' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Wait two days' }).waitFor()
  await petra.getByText('This job has not failed.').waitFor()
  await petra.getByRole('textbox', { name: 'Retries' }).fill('7')
  await petra.getByRole('button', { name: 'Set retries' }).click()
  await petra.getByText('Job changed').waitFor()
  await petra.getByRole('button', { name: 'Suspend', exact: true }).click()
  await petra.getByText('Suspended', { exact: true }).first().waitFor()
  await petra.getByRole('button', { name: 'Activate' }).click()
  await petra.getByText('Waiting', { exact: true }).first().waitFor()
  await expectAccessible(petra)

  const phone = await visitAs('petra', new URL(petra.url()).pathname, { width: 360 })
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Run now' }).click()
  await phone.getByText('Job not found').waitFor()

  await goWithin(petra, `/processengine/processes/processinstance/${id}/jobs`)
  await petra.getByText('No jobs.').waitFor()
  await petra.getByRole('button', { name: 'Check by hand' }).first().waitFor()
  await settle(petra)
})

it('an operator finds instances by pasted keys, writes a variable, and cancels what is ticked', async () => {
  for (const key of ['OP-1', 'OP-2', 'OP-3']) await start('operated', key)
  const petra = await visitAs('petra', '/processengine/processes?key=OP-1,OP-2')
  await petra.getByRole('link', { name: 'OP-1', exact: true }).waitFor()
  expect(await petra.getByRole('link', { name: 'OP-3', exact: true }).count()).toBe(0)
  await expectAccessible(petra)
  await petra.getByRole('link', { name: 'OP-1', exact: true }).click()
  await petra.getByRole('button', { name: 'Add variable' }).click()
  const dialog = petra.getByRole('dialog', { name: 'Add a variable' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('amount')
  await dialog.getByRole('combobox', { name: /^Type/ }).selectOption('Integer')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('many')
  await dialog.getByRole('button', { name: 'Save variable' }).click()
  await dialog.getByText(/^Enter a whole number between/).waitFor()
  await expectAccessible(petra)
  await dialog.getByRole('textbox', { name: 'Value' }).fill('42')
  await dialog.getByRole('button', { name: 'Save variable' }).click()
  await petra.getByRole('row', { name: /amount Integer 42/ }).waitFor()
  await settle(petra)

  await goWithin(petra, '/processengine/processes?key=OP-1,OP-2&variable=is:number:amount:42')
  await petra.getByRole('checkbox', { name: /OP-1/ }).check()
  await petra.getByRole('button', { name: 'Cancel', exact: true }).click()
  const asked = petra.getByRole('dialog', { name: 'Cancel 1 instance?' })
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Ordered twice')
  await asked.getByRole('button', { name: 'Cancel 1 instance' }).click()
  await petra.getByText('1 instance cancelled').waitFor()
  await petra.getByRole('row', { name: /OP-1/ }).getByText('Cancelled').waitFor()
})

it('an operator uploads a file as a variable, gets it back, and delivers a message, at a desk and on a phone', async () => {
  const id = await start('hearing', 'OP-message')
  const petra = await visitAs('petra', `/processengine/processes/processinstance/${id}/variables`)
  await petra.getByRole('button', { name: 'Upload file' }).click()
  const upload = petra.getByRole('dialog', { name: 'Upload a file as a variable' })
  await upload.locator('input[type=file]').setInputFiles({
    name: 'receipt.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Paid in full.'),
  })
  await upload.getByRole('textbox', { name: /^Name/ }).fill('receipt')
  await expectAccessible(petra)
  await upload.getByRole('button', { name: 'Upload file' }).click()
  await petra.getByRole('row', { name: /receipt File receipt\.txt/ }).waitFor()
  const download = petra.waitForEvent('download')
  await petra.getByRole('button', { name: 'Download the file of receipt' }).click()
  expect((await download).suggestedFilename()).toBe('receipt.txt')
  await settle(petra)

  const phone = await visitAs('petra', `/processengine/processes/processinstance/${id}/subscriptions`, { width: 360 })
  await phone.getByRole('button', { name: 'Deliver message to Wait for payment' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Deliver a message to “Wait for payment”' })
  await dialog.getByText('Ship starts.').waitFor()
  await dialog.getByRole('button', { name: 'Add variable' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('amount')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Integer')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('21')
  await dialog.getByText('Sets amount.').waitFor()
  await expectAccessible(phone)
  await dialog.getByRole('button', { name: 'Deliver message' }).click()
  await phone.getByText('The instance waits for no message, signal or condition.').waitFor()
  await petra.getByRole('row', { name: /amount Integer 21/ }).waitFor()
})

it('a custom view comes into the menu of another window within a second, and leaves it', async () => {
  await start('operated', 'OP-view')
  const petra = await visitAs('petra', '/processengine/processes?key=OP-view')
  const other = await visitAs('petra', '/processengine/tasks')
  const menu = other.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Instances', exact: true }).waitFor()
  await settle(other)
  await petra.getByRole('button', { name: 'Save as custom view' }).click()
  const dialog = petra.getByRole('dialog', { name: 'Save as custom view' })
  await dialog.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Journey view')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Journey view' }).waitFor()
  await petra.getByRole('link', { name: 'OP-view' }).waitFor()
  await expectAccessible(petra)
  await menu.getByRole('link', { name: 'Journey view' }).click()
  await other.getByRole('heading', { level: 1, name: 'Journey view' }).waitFor()
  await other.getByRole('link', { name: 'OP-view' }).waitFor()

  const phone = await visitAs('petra', new URL(petra.url()).pathname, { width: 360 })
  await phone.getByRole('link', { name: 'OP-view' }).waitFor()
  await expectAccessible(phone)

  await petra.getByRole('link', { name: 'Copy', exact: true }).click()
  await petra.getByRole('textbox', { name: /^Name in the menu/ }).fill('Journey copy')
  await expectAccessible(petra)
  await petra.getByRole('button', { name: 'Save view' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Journey copy' }).waitFor()
  for (const name of ['Journey copy', 'Journey view']) {
    await menu.getByRole('link', { name }).waitFor()
    await petra.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click()
    await petra.getByRole('heading', { level: 1, name }).waitFor()
    await petra.getByRole('button', { name: 'Delete', exact: true }).click()
    await petra.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await petra
      .getByText(/^View “.*” deleted$/)
      .first()
      .waitFor()
    await menu.getByRole('link', { name }).waitFor({ state: 'detached' })
  }
  await other.getByText('Custom view not found').waitFor()
  await settle(other)
})

it('a custom view of tasks is saved from the list, and opens on a phone', async () => {
  const petra = await visitAs('petra', '/processengine/tasks?stuck=true')
  await petra.getByRole('button', { name: 'Save as custom view' }).click()
  const dialog = petra.getByRole('dialog', { name: 'Save as custom view' })
  await dialog.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Journey tasks')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Journey tasks' }).waitFor()
  const phone = await visitAs('petra', new URL(petra.url()).pathname, { width: 360 })
  await phone.getByRole('heading', { level: 1, name: 'Journey tasks' }).waitFor()
  await expectAccessible(phone)
  await petra.getByRole('button', { name: 'Delete', exact: true }).click()
  await petra.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await petra
    .getByText(/^View “.*” deleted$/)
    .first()
    .waitFor()
})
