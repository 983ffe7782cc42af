import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { actOnTask, deploy } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="travelling" name="Ask for a trip" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" camunda:formKey="millrace:deployment:ask.form.json" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="decide" />
    <userTask id="decide" name="Decide on the trip" camunda:assignee="decider" camunda:formKey="millrace:deployment:decide.form.json" />
    <sequenceFlow id="f2" sourceRef="decide" targetRef="book" />
    <userTask id="book" name="Book the trip" camunda:assignee="traveller" />
    <sequenceFlow id="f3" sourceRef="book" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`
const where = { id: 'n1', type: 'text', key: 'where', props: { label: 'Where' } }
const plan = { id: 'n2', type: 'file', key: 'plan', props: { label: 'Plan', filetypes: ['txt'] } }
const budget = { id: 'n3', type: 'currency', key: 'budget', props: { label: 'Budget', currency: 'EUR' } }
const third = {
  id: 'n4',
  type: 'currency',
  key: 'third',
  props: { label: 'A third', currency: 'EUR', computed: '=budget / 3' },
}
const form = (...root: object[]) => JSON.stringify({ schema: 2, id: 'form', root })

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })

it('who decides sees what was submitted, and what a delegate gave back is not lost to an old draft', async () => {
  await addUsers(['traveller', 'decider', 'helper'].map((username) => ({ username, roles: ['RoleUser'] })))
  await deploy('travelling.bpmn', model, {
    'ask.form.json': form(where, plan),
    'decide.form.json': form(where, budget, third),
  })
  const traveller = await visitAs('traveller', '/category/view/Home')
  await settle(traveller)
  await traveller.getByRole('link', { name: 'Ask for a trip', exact: true }).click()
  await field(traveller, 'Where').fill('Oslo')
  const buffer = Buffer.from('By train, two nights')
  await traveller.locator('input[type=file]').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer })
  await traveller.getByText('plan.txt', { exact: true }).waitFor()
  await traveller.getByRole('button', { name: 'Start process' }).click()
  await traveller.getByText('Process started').waitFor()

  const decider = await visitAs('decider', '/tasks/assigned')
  await decider.getByRole('link', { name: /Decide on the trip/ }).click()
  await field(decider, 'Budget').fill('1')
  await decider.getByText('0.33 EUR').waitFor()
  // A slow machine saves the draft once before, with the budget alone.
  const kept = decider.waitForResponse((response) => response.request().postData()?.includes('Bergen') === true)
  await field(decider, 'Where').fill('Bergen')
  expect((await kept).status()).toBe(200)
  await decider.getByText(/^Draft saved at/).waitFor()
  await decider.getByRole('tab', { name: 'Files 1' }).click()
  await decider.getByRole('list', { name: 'Files' }).getByText('plan.txt').waitFor()
  await expectAccessible(decider)
  await decider.getByRole('tab', { name: 'Form' }).click()

  const id = decider.url().split('/').at(-1)?.split('?')[0] ?? ''
  await actOnTask(id, 'delegate', { userId: 'helper' })
  await field(decider, 'Where').waitFor({ state: 'detached' })
  await actOnTask(id, 'resolve', { variables: { where: { value: 'Tromsø', type: 'String' } } })
  await decider.getByText(/is older than these values/).waitFor()
  await decider.getByRole('row', { name: 'Where Bergen Tromsø' }).waitFor()
  await expectAccessible(decider)
  await decider.reload()
  await decider.getByText(/is older than these values/).waitFor()
  expect(await field(decider, 'Where').inputValue()).toBe('Tromsø')
  await decider.getByRole('button', { name: 'Keep the current values' }).click()
  await decider.getByText(/is older than these values/).waitFor({ state: 'detached' })
  await field(decider, 'Budget').fill('100')
  await decider.getByRole('button', { name: 'Complete task' }).click()
  await decider.getByText('Task completed').waitFor()

  await traveller.goto('/tasks/assigned')
  await traveller.getByRole('link', { name: /Book the trip/ }).click()
  const data = traveller.getByRole('table', { name: 'Process data' })
  await data.getByRole('row', { name: /^where String Tromsø/ }).waitFor()
  await data.getByRole('row', { name: /^third Double 33.33/ }).waitFor()
  await expectAccessible(traveller)
})
