import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FreshServer } from '../../scripts/fresh-server.ts'
import { doubleCheck } from '../fixtures/double-check.bpmn.ts'
import { startServer } from '../start-server.ts'
import { deploy, start } from './engine-rest.ts'
import { expectAccessible } from './expect-accessible.ts'
import { takeComplaints, visitAs } from './visit.ts'

let server: FreshServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server.stop())

it('a form that is being filled outlives a restart of the server: what was saved, and what was typed meanwhile', async () => {
  const rosa = await visitAs('rosa', '/category/view/Home', { server: server.url })
  await rosa.getByRole('link', { name: 'Purchase request', exact: true }).click()
  const what = rosa.getByLabel(/What do you need/)
  const amount = rosa.getByLabel(/Amount/)
  const reason = rosa.getByRole('textbox', { name: /Reason/ })
  const saved = rosa.getByText(/^Draft saved at \d\d:\d\d/)
  await what.fill('Belt conveyor')
  await amount.fill('900')
  await rosa.locator('input[type=file]').setInputFiles({
    name: 'quote.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 One belt conveyor, 900 EUR'),
  })
  await rosa.getByRole('link', { name: 'quote.pdf' }).waitFor()
  await saved.waitFor()

  // Neither the server nor its PostgreSQL runs.
  const resume = await server.pause()
  await reason.fill('The old one stops')
  await rosa.getByText(/^Not saved yet\. Your entries are kept in this browser/).waitFor()
  await expectAccessible(rosa)
  await resume()
  takeComplaints()

  await reason.fill('The old one stops several times a day.')
  await saved.waitFor()
  takeComplaints()
  await rosa.goto('/processes/drafts')
  await rosa.getByRole('link', { name: 'Continue Purchase request' }).click()
  await rosa.getByText(/^Restored your draft from/).waitFor()
  expect([await what.inputValue(), await amount.inputValue(), await reason.inputValue()]).toEqual([
    'Belt conveyor',
    expect.stringMatching(/^900/),
    'The old one stops several times a day.',
  ])
  await rosa.getByRole('link', { name: 'quote.pdf' }).waitFor()
  await rosa.getByRole('combobox', { name: /Kind/ }).click()
  await rosa.getByRole('option', { name: 'Equipment' }).click()
  await rosa.getByRole('textbox', { name: /Needed by/ }).fill('31/12/2099')
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await rosa.getByRole('alert').filter({ hasText: 'Process started' }).getByText('Belt conveyor').waitFor()

  // What was started is found again by its file and its name, from the keyboard alone.
  const palette = rosa.getByRole('dialog')
  await rosa.keyboard.press('Control+k')
  await palette.getByRole('textbox').fill('quote')
  await palette.getByRole('button', { name: /^quote\.pdf/ }).waitFor()
  await palette.getByRole('textbox').fill('conv belt')
  await palette
    .getByRole('button', { name: /Belt ?conveyor/ })
    .first()
    .waitFor()
  await rosa.keyboard.press('Enter')
  await rosa.waitForURL('**/processes/processinstance/**')

  // The dashboard counts it, on a phone too, and its number leads to as many rows.
  await rosa.setViewportSize({ width: 360, height: 780 })
  await rosa.goto('/user/dashboard')
  const running = rosa.getByRole('link', { name: /^Running processes \d+$/ })
  await running.waitFor()
  await expectAccessible(rosa)
  await rosa.setViewportSize({ width: 1440, height: 900 })
  const count = Number(/\d+$/.exec((await running.textContent())?.trim() ?? '')?.[0])
  expect(count).toBeGreaterThan(0)
  await running.click()
  await rosa.waitForURL('**/processes/involvingme?**')
  await expect.poll(() => rosa.getByRole('row').count()).toBe(count + 1)
})

it('a server that is killed while a task is completed leaves it either open, with all that was entered, or done', async () => {
  const martin = await visitAs('martin', '/tasks/unclaimed?q=monitors', { server: server.url })
  await martin.getByRole('link', { name: /Approve by line manager/ }).click()
  await martin.getByRole('button', { name: 'Claim', exact: true }).click()
  await martin.getByText('Claimed by you').waitFor()
  const approve = martin.getByRole('radio', { name: 'Approve' })
  const comment = martin.getByRole('textbox', { name: /Comment/ })
  await approve.click()
  await comment.fill('Anna needs them.')
  await martin.getByText(/^Draft saved at/).waitFor()
  const address = new URL(martin.url()).pathname.replace('unclaimed', 'assigned')
  const asked = martin.waitForRequest((request) => /\/tasks\/[^/]+\/complete$/.test(request.url()))
  await martin.getByRole('button', { name: 'Complete task' }).click()
  await asked
  const resume = await server.pause('SIGKILL')
  await resume()
  takeComplaints()

  await martin.goto(address)
  const isOver = martin.getByText(/^This task was completed/)
  await isOver
    .or(martin.getByRole('button', { name: 'Complete task' }))
    .first()
    .waitFor()
  if ((await isOver.count()) === 0) {
    await expect.poll(() => comment.inputValue()).toBe('Anna needs them.')
    expect(await approve.isChecked()).toBe(true)
    await martin.getByRole('button', { name: 'Complete task' }).click()
    await martin.getByText('Task completed').waitFor()
  }
  // Whichever it was: it was done once.
  const rosa = await visitAs('rosa', '/tasks/assigned?q=monitors', { server: server.url })
  await rosa.getByRole('link', { name: /Read the approval/ }).waitFor()
  expect(await rosa.getByRole('link', { name: /Read the approval/ }).count()).toBe(1)
})

it('a list that somebody looks at shows what others start when the server is back', async () => {
  await deploy('double-check.bpmn', doubleCheck, {}, server.url)
  const rosa = await visitAs('rosa', '/tasks/unclaimed?q=LX-', { server: server.url })
  // What a page waits before it looks again grows to half a minute: by its clock the server is away for a moment.
  await rosa.clock.install()
  await rosa.clock.pauseAt(Date.now() + 5_000)
  const resume = await server.pause()
  await resume()
  await rosa.clock.resume()
  await start('double-check', 'LX-one', server.url)
  await rosa.getByRole('link', { name: /Check the delivery/ }).waitFor()
  // The browser's own notes of the time without a server.
  takeComplaints()
})
