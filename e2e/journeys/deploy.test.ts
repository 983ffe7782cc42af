import { expect, it } from 'vitest'
import { visitAs } from './visit.ts'

const model = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="greeting" name="Greeting" isExecutable="true" camunda:historyTimeToLive="30">${body}</process>
</definitions>`

const good = model(`
  <startEvent id="start" />
  <sequenceFlow id="f1" sourceRef="start" targetRef="greet" />
  <userTask id="greet" name="Say hello" camunda:assignee="petra" />
  <sequenceFlow id="f2" sourceRef="greet" targetRef="end" />
  <endEvent id="end" />`)

const broken = model(`
  <startEvent id="start" />
  <sequenceFlow id="f1" sourceRef="start" targetRef="nowhere" />`)

it('an operator deploys a model, is told what is wrong with another, and cancels an instance', async () => {
  const petra = await visitAs('petra', '/processengine/deployment')
  await petra.getByRole('button', { name: 'Deploy' }).click()
  await petra
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.bpmn', mimeType: 'text/xml', buffer: Buffer.from(broken) })
  await petra.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await petra.getByText('Nothing was deployed.').waitFor()
  expect(await petra.getByRole('table', { name: 'Problem' }).textContent()).toContain('f1')

  await petra.getByRole('button', { name: 'Remove broken.bpmn' }).click()
  await petra
    .locator('input[type=file]')
    .setInputFiles({ name: 'greeting.bpmn', mimeType: 'text/xml', buffer: Buffer.from(good) })
  await petra.getByLabel('Name').fill('Greetings')
  await petra.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
  await petra.getByText('This process has no drawing').waitFor()

  await petra.goto('/category/view/Home?q=greeting')
  await petra.getByRole('link', { name: 'Greeting', exact: true }).click()
  await petra.getByRole('button', { name: 'Start process' }).click()
  await petra.getByRole('heading', { level: 2, name: 'Say hello' }).waitFor()
  await petra.getByRole('link', { name: 'Greeting', exact: true }).click()
  await petra.getByRole('button', { name: 'Cancel instance' }).click()
  await petra.getByRole('textbox', { name: 'Reason' }).fill('Only a try')
  await petra.getByRole('dialog').getByRole('button', { name: 'Cancel instance' }).click()
  await petra.getByText('Instance cancelled').waitFor()
  await petra.getByText('Only a try').waitFor()
})
