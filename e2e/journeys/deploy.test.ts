import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visitAs } from './visit.ts'

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
  <sequenceFlow id="f1" sourceRef="start" targetRef="nowhere" />
  <exclusiveGateway id="choice" />
  <sequenceFlow id="f2" sourceRef="choice" targetRef="start" />`)

const bound = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="filing" name="Filing" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="file" />
    <serviceTask id="file" name="File the letter" camunda:asyncBefore="true" camunda:class="com.example.letters.FileLetter" />
    <sequenceFlow id="f2" sourceRef="file" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

it('an operator deploys a model, learns what is wrong with others, and cancels an instance', async () => {
  const petra = await visitAs('petra', '/processengine/deployment')
  // Numbers stand under one another, and a date is short until somebody asks.
  const row = petra.getByRole('row', { name: /Sample application/ })
  const cell = row.getByRole('cell', { name: '1', exact: true }).first()
  expect(await cell.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).textAlign)).toBe('end')
  expect(await row.locator('time').textContent()).toMatch(/^(Today \d\d:\d\d|\d\d\/\d\d)$/)
  expect(await row.locator('time').getAttribute('title')).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  await petra.getByRole('button', { name: 'Deploy', exact: true }).click()
  await petra.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await petra.getByText('Choose at least one file.').waitFor()

  await choose(petra, 'broken.bpmn', broken)
  await petra.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await petra.getByText('Nothing was deployed.').waitFor()
  const problems = petra.getByRole('table', { name: 'Problem' })
  await problems.getByRole('row', { name: /f1/ }).first().waitFor()
  expect(await problems.textContent()).toContain('nowhere')
  await expectAccessible(petra)

  await petra.getByRole('button', { name: 'Remove broken.bpmn' }).click()
  await choose(petra, 'torn.bpmn', good.slice(0, 200))
  await petra.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await problems.getByRole('row', { name: /torn\.bpmn Whole file/ }).waitFor()

  await petra.getByRole('button', { name: 'Remove torn.bpmn' }).click()
  await choose(petra, 'greeting.bpmn', good)
  await petra.getByRole('textbox', { name: 'Name' }).fill('Greetings')
  await petra.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
  await petra.getByText('This process has no diagram').waitFor()
  await expectAccessible(petra)

  await petra.goto('/category/view/Home?q=greeting')
  await petra.getByRole('link', { name: 'Greeting', exact: true }).click()
  await petra.getByText('This process has no start form').waitFor()
  await petra.getByRole('button', { name: 'Start process' }).click()
  await petra.getByRole('heading', { level: 2, name: 'Say hello' }).waitFor()
  await petra.getByRole('link', { name: 'Greeting', exact: true }).click()
  await petra.getByRole('button', { name: 'Cancel instance' }).click()
  await petra.getByRole('textbox', { name: 'Reason' }).fill('Only a try')
  await petra.getByRole('dialog').getByRole('button', { name: 'Cancel instance' }).click()
  await petra.getByText('Instance cancelled').waitFor()
  await petra.getByText('Only a try').first().waitFor()
  await expectAccessible(petra)
})

it('a step that names a Java class is warned of, raises an incident that names it, and can be tried again', async () => {
  const petra = await visitAs('petra', '/processengine/deployment')
  await petra.getByRole('button', { name: 'Deploy', exact: true }).click()
  await choose(petra, 'filing.bpmn', bound)
  await petra.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click()
  await petra.getByText('Deployed with warnings').waitFor()
  await petra
    .getByRole('row', { name: /filing\.bpmn/ })
    .getByText('com.example.letters.FileLetter')
    .waitFor()
  await petra.getByRole('button', { name: 'Close', exact: true }).click()
  await petra.getByRole('heading', { level: 1, name: 'filing.bpmn' }).waitFor()

  await petra.goto('/category/view/Home?q=filing')
  await petra.getByRole('link', { name: 'Filing', exact: true }).click()
  await petra.getByRole('button', { name: 'Start process' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Started By Me' }).waitFor()
  const row = petra.getByRole('row', { name: /Filing/ })
  // A worker takes the step in its own time.
  await expect
    .poll(
      async () => {
        await petra.reload()
        await settle(petra)
        return row.textContent()
      },
      { timeout: 30_000 },
    )
    .toContain('Incident')
  await row.getByRole('link', { name: 'Filing' }).click()
  await petra
    .getByText(/“File the letter” failed/)
    .first()
    .waitFor()
  await expectAccessible(petra)
  const address = new URL(petra.url()).pathname.replace('/processes/', '/processengine/processes/')
  await petra.goto(address)
  const alert = petra.getByRole('alert')
  await alert.getByText('“File the letter” has failed').waitFor()
  expect(await alert.textContent()).toContain('com.example.letters.FileLetter')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await petra.getByText('Retry started').waitFor()
})

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) })
}
