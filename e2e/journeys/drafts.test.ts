import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoPassword } from '../start-server.ts'
import { addUsers } from './add-users.ts'
import { deploy } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { actAsSessionEnds, settle, takeComplaints, visitAs } from './visit.ts'

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="http://example.org">
  <process id="reporting" name="Write a report" isExecutable="true" camunda:historyTimeToLive="30">
    <startEvent id="start" camunda:formKey="millrace:deployment:report.form.json" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`
const text = (id: string, key: string, label: string) => ({ id, type: 'text', key, props: { label } })
const form = { schema: 2, id: 'report', root: [text('n1', 'what', 'What'), text('n2', 'why', 'Why')] }

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })
const saved = (page: Page) => page.getByText(/^Draft saved at \d\d:\d\d/).waitFor()
const restored = (page: Page) => page.getByText(/^Restored your draft from/).waitFor()

async function open(page: Page): Promise<void> {
  await page.goto('/category/view/Home')
  // Tiles move as long as others come.
  await settle(page)
  await page.getByRole('link', { name: 'Write a report', exact: true }).click()
  await field(page, 'What').waitFor()
}

it('nothing that was typed is lost: by a reload, without a line, by a session that ends, or on another device', async () => {
  await addUsers([{ username: 'writer', roles: ['RoleUser'] }])
  await deploy('reporting.bpmn', model, { 'report.form.json': JSON.stringify(form) })
  const page = await visitAs('writer', '/category/view/Home')
  await open(page)
  await field(page, 'What').fill('The flood')
  await saved(page)
  await expectAccessible(page)

  await page.reload()
  await restored(page)
  expect(await field(page, 'What').inputValue()).toBe('The flood')

  // Without a line it stays in the browser, and goes when the line is back.
  await page.context().setOffline(true)
  await field(page, 'Why').fill('It rained')
  await page.getByText(/^Not saved yet\. Your entries are kept in this browser/).waitFor()
  await page.context().setOffline(false)
  await saved(page)
  takeComplaints()

  // The session ends; what is typed then is there after signing in.
  await actAsSessionEnds(page, () => field(page, 'Why').fill('It rained for days'))
  await page.getByLabel('User name').fill('writer')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: /^(Sign|Log) in$/ }).click()
  await restored(page)
  expect(await field(page, 'Why').inputValue()).toBe('It rained for days')
  await saved(page)
  takeComplaints()

  const elsewhere = await visitAs('writer', '/category/view/Home')
  await open(elsewhere)
  await restored(elsewhere)
  expect(await field(elsewhere, 'Why').inputValue()).toBe('It rained for days')

  // Both go on: whoever is second is told, and loses nothing.
  await field(elsewhere, 'What').fill('The great flood')
  await saved(elsewhere)
  await field(page, 'What').fill('The small flood')
  await page.getByText(/^Your draft was saved elsewhere at/).waitFor()
  await expectAccessible(page)
  expect(await field(page, 'What').inputValue()).toBe('The small flood')
  await page.getByRole('button', { name: 'Use the other draft' }).click()
  await expect.poll(() => field(page, 'What').inputValue()).toBe('The great flood')

  await page.getByRole('button', { name: 'Start process' }).click()
  await page.getByText('Process started').waitFor()
  await open(page)
  expect(await page.getByText(/^Restored your draft from/).count()).toBe(0)
  expect(await field(page, 'What').inputValue()).toBe('')
})
