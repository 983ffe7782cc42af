import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { deploy, findDefinitionId, listTasks, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

/** Drawn, so that tokens can be dragged. */
const model = (last: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="http://example.org">
  <process id="repairs" name="Repairs" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" /><sequenceFlow id="f1" sourceRef="start" targetRef="check" />
    <userTask id="check" name="Check the device" camunda:assignee="petra" /><sequenceFlow id="f2" sourceRef="check" targetRef="${last}" />
    <userTask id="${last}" name="Repair it" camunda:assignee="petra" /><sequenceFlow id="f3" sourceRef="${last}" targetRef="end" />
    <endEvent id="end" name="Repaired" />
  </process>
  <bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="repairs">
    <bpmndi:BPMNShape id="s1" bpmnElement="start"><dc:Bounds x="150" y="102" width="36" height="36" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s2" bpmnElement="check"><dc:Bounds x="240" y="80" width="100" height="80" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s3" bpmnElement="${last}"><dc:Bounds x="440" y="80" width="100" height="80" /></bpmndi:BPMNShape>
    <bpmndi:BPMNShape id="s4" bpmnElement="end"><dc:Bounds x="640" y="102" width="36" height="36" /></bpmndi:BPMNShape>
    <bpmndi:BPMNEdge id="e1" bpmnElement="f1"><di:waypoint x="186" y="120" /><di:waypoint x="240" y="120" /></bpmndi:BPMNEdge>
    <bpmndi:BPMNEdge id="e2" bpmnElement="f2"><di:waypoint x="340" y="120" /><di:waypoint x="440" y="120" /></bpmndi:BPMNEdge>
    <bpmndi:BPMNEdge id="e3" bpmnElement="f3"><di:waypoint x="540" y="120" /><di:waypoint x="640" y="120" /></bpmndi:BPMNEdge>
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>`

const instancePage = (id: string) => `/processengine/processes/processinstance/${id}/variables`
const shape = (page: Page, element: string) => page.locator(`.djs-shape[data-element-id="${element}"]`)
const apply = (page: Page) => page.getByRole('button', { name: 'Apply to 1 instance' })

async function drag(page: Page, from: string, to: string): Promise<void> {
  // The diagram may be there before its place, and before it is known where tokens are.
  await settle(page)
  const centres = await Promise.all(
    [from, to].map(async (element) => {
      const box = await shape(page, element).boundingBox()
      if (box === null) throw new Error(`Expected ${element} to be drawn, but it is not.`)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }),
  )
  const [start = { x: 0, y: 0 }, end = { x: 0, y: 0 }] = centres
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 })
  await page.mouse.move(end.x, end.y, { steps: 5 })
  await page.mouse.up()
}

it('an operator drags a token, another one learns that the instance is over, and it is restarted', async () => {
  await deploy('repairs.bpmn', model('repair'))
  const id = await start('repairs', 'R-1')
  const petra = await visitAs('petra', instancePage(id))
  await petra.getByRole('button', { name: 'Move tokens' }).click()
  await shape(petra, 'check').waitFor()
  await drag(petra, 'check', 'repair')
  await petra.getByText('Move 1 token to Repair it').waitFor()
  await petra.getByText('Check the device ends.').waitFor()
  await petra.getByText('Repair it starts.').waitFor()
  await expectAccessible(petra)
  await petra.getByRole('button', { name: 'Copy as request' }).click()
  await petra.getByText(`POST /engine-rest/process-instance/${id}/modification`).waitFor()
  await petra.keyboard.press('Escape')
  await petra.getByLabel('Reason').fill('Checked by phone')
  await apply(petra).click()
  await petra.getByText('Tokens moved').waitFor()
  expect(await listTasks(id)).toMatchObject([{ taskDefinitionKey: 'repair' }])

  // Two operators: one cancels what the other one is about to change.
  await petra.getByRole('button', { name: 'Move tokens' }).click()
  await shape(petra, 'repair').waitFor()
  await drag(petra, 'repair', 'check')
  await petra.getByText('Check the device starts.').waitFor()
  await petra.getByLabel('Reason').fill('Again')
  const other = await visitAs('petra', instancePage(id))
  await other.getByRole('button', { name: 'Cancel instance' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel instance' }).click()
  await other.getByText('Instance cancelled').waitFor()
  await petra.getByText('This instance has ended').waitFor()
  await petra.getByText('Move 1 token to Check the device').waitFor()
  expect(await apply(petra).isDisabled()).toBe(true)
  const restart = other.getByRole('button', { name: 'Restart' })
  await restart.waitFor()

  await restart.click()
  await other.getByText('1 selected instance').waitFor()
  await other.getByRole('button', { name: 'Add start point' }).click()
  const dialog = other.getByRole('dialog', { name: 'Add start point' })
  await dialog.getByLabel('Element').selectOption('repair')
  await dialog.getByRole('button', { name: 'Add start point' }).click()
  await other.getByText('Repair it starts.').waitFor()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Restart instance' }).click()
  await other.getByText('Instance restarted').waitFor()
  await other.getByRole('button', { name: 'Move tokens' }).waitFor()
})

it('tokens are moved by the keyboard alone', async () => {
  await deploy('repairs.bpmn', model('repair'))
  const id = await start('repairs', 'R-2')
  const page = await visitAs('petra', `${instancePage(id)}?mode=move`)
  await shape(page, 'check').waitFor()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Add a step to the plan' })
  await dialog.waitFor()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await expect
    .poll(() => dialog.getByLabel('To').evaluate((node) => node === node.ownerDocument.activeElement))
    .toBe(true)
  await page.keyboard.type('Repair it')
  await expect.poll(() => dialog.getByLabel('To').inputValue()).toBe('repair')
  await dialog.getByRole('button', { name: 'Add step' }).focus()
  await press('Enter')
  await page.getByText('Repair it starts.').waitFor()
  await page.getByLabel('Reason').focus()
  await page.keyboard.type('By keyboard')
  await apply(page).focus()
  await press('Enter')
  await page.getByText('Tokens moved').waitFor()
  expect(await listTasks(id)).toMatchObject([{ taskDefinitionKey: 'repair' }])
})

it('instances are migrated with an edited mapping, on a phone too', async () => {
  await deploy('repairs.bpmn', model('repair'))
  const first = await findDefinitionId('repairs')
  const id = await start('repairs', 'R-3')
  await deploy('repairs.bpmn', model('mend'))
  const second = await findDefinitionId('repairs')
  const page = await visitAs('petra', `/processengine/processdefinitions/${first}?mode=migrate`)
  await page.getByRole('combobox', { name: 'Target version' }).selectOption(second)
  const row = page.getByRole('row', { name: /Repair it/ })
  await row.getByRole('combobox').selectOption('mend')
  await row.getByText('Edited').waitFor()
  await page.getByText('Possible', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await settle(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Migrate instances…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Reason/).fill('New version')
  await dialog.getByLabel(/MIGRATE/).fill('MIGRATE')
  await dialog.getByRole('button', { name: 'Migrate', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Migrate instances' }).waitFor()
  await page.getByRole('row', { name: /R-3/ }).getByText('Done').waitFor()
  await page.goto(instancePage(id))
  await page.getByText(/Repairs version \d+/).waitFor()
})
