import { beforeAll, expect, it } from 'vitest'
import { deploy, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
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

beforeAll(() => deploy('operated.bpmn', model))

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

  await onPhone(petra, async () => {
    await expectAccessible(petra)
    await petra.getByRole('button', { name: 'Run now' }).click()
    await petra.getByText('Job not found').waitFor()
  })

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

  await onPhone(petra, async () => {
    await petra.getByRole('link', { name: 'OP-view' }).waitFor()
    await expectAccessible(petra)
  })

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
  await onPhone(petra, () => expectAccessible(petra))
  await petra.getByRole('button', { name: 'Delete', exact: true }).click()
  await petra.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await petra
    .getByText(/^View “.*” deleted$/)
    .first()
    .waitFor()
})
