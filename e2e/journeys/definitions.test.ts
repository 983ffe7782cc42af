import { expect, it } from 'vitest'
import { deploy, findDefinitionId, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { goWithin } from './shell/go-within.ts'
import { settle, visitAs } from './visit.ts'

const model = (step: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="lending" name="Lending" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="lend" />
    <userTask id="lend" name="${step}" camunda:assignee="petra" />
    <sequenceFlow id="f2" sourceRef="lend" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

it('an operator finds a process, compares its versions, suspends it, and deletes the version that nobody uses', async () => {
  await deploy('lending.bpmn', model('Lend the book'))
  const first = await findDefinitionId('lending')
  await start('lending', 'L-1')
  await deploy('lending.bpmn', model('Lend the book or the film'))
  const second = await findDefinitionId('lending')

  const petra = await visitAs('petra', '/processengine/processdefinitions')
  const row = petra.getByRole('row', { name: /Lending/ })
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    'Lending',
    'lending',
    '2',
    '1',
    '0',
    expect.stringMatching(/^Today /),
    '',
  ])
  await row.getByRole('link', { name: 'Lending' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Lending' }).waitFor()
  await petra.getByText('No instance has reached an element of this version yet.').waitFor()
  await expectAccessible(petra)

  // By the keyboard to the other version, which has the instance.
  await petra.getByRole('link', { name: /^Version 1/ }).focus()
  await petra.keyboard.press('Enter')
  await petra.waitForURL(`**/processdefinitions/${first}`)
  await petra
    .getByRole('table', { name: 'Elements' })
    .getByRole('row', { name: /Lend the book/ })
    .waitFor()
  await petra.getByRole('button', { name: 'Compare' }).click()
  await petra.getByText('Lend the book or the film').first().waitFor()
  await petra.keyboard.press('Escape')

  await petra.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = petra.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Suspend running instances too' }).check()
  await expectAccessible(petra)
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await petra.getByText('This version is suspended').waitFor()
  await petra.getByRole('button', { name: 'Activate', exact: true }).click()
  await petra.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click()
  await petra.getByText('This version is suspended').waitFor({ state: 'detached' })

  await onPhone(petra, async () => {
    await expectAccessible(petra)
    await goWithin(petra, `/processengine/processdefinitions/${first}?part=simulation`)
    await petra.getByText('No ended instances in this period').waitFor()
    await expectAccessible(petra)
    await goWithin(petra, '/processengine/processdefinitions')
    await petra.getByRole('link', { name: /Lending/ }).waitFor()
    await expectAccessible(petra)
  })

  await goWithin(petra, `/processengine/processdefinitions/${second}`)
  await petra.getByText('Lend the book or the film').first().waitFor()
  await settle(petra)
  await petra.getByRole('button', { name: 'More actions' }).click()
  await petra.getByRole('menuitem', { name: 'Delete version' }).click()
  await petra.getByRole('dialog').getByRole('textbox').fill('lending')
  await petra.getByRole('dialog').getByRole('button', { name: 'Delete version' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Definitions' }).waitFor()
  // Until the list is there again, its row leads to the version that is gone.
  await settle(petra)
  await petra
    .getByRole('row', { name: /Lending/ })
    .getByRole('link')
    .click()
  await petra.waitForURL(`**/processdefinitions/${first}`)
})
