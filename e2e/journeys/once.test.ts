import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { oneNote } from '../fixtures/one-note.bpmn.ts'
import { countInstances, deploy, findDefinitionId, listTasks, start } from './engine-rest.ts'
import { goWithin } from './shell/go-within.ts'
import { doubleClick, listPosts, loseAnswers } from './twice.ts'
import { settle, takeComplaints, visitAs } from './visit.ts'

beforeAll(() => deploy('one-note.bpmn', oneNote))

// The browser's own note of a line that was cut.
afterEach(() => expect(takeComplaints().filter((one) => !one.includes('ERR_CONNECTION_RESET'))).toEqual([]))

/** How long after the first press the second comes, from at once to later than any answer: twenty by `npm run soak`. */
const pauses = Array.from({ length: 20 }, (_, time) => time * 15).filter(
  (_, time) => process.env.MILLRACE_SOAK === '1' || time % 3 === 0,
)

const startButton = (page: Page) => page.getByRole('button', { name: 'Start process' })
const completeButton = (page: Page) => page.getByRole('button', { name: 'Complete task' })

it('each double click on Start process, however slow, starts one instance', async () => {
  const before = await countInstances('one-note', 'rosa')
  const id = await findDefinitionId('one-note')
  const page = await visitAs('rosa', '/processes/startedbyme')
  const sent = listPosts(page, /\/start$/)
  for (const pause of pauses) {
    await goWithin(page, `/processes/viewprocess/${id}`)
    await doubleClick(page, startButton(page), pause)
    await page.getByText('Process started').waitFor()
    await settle(page)
    await closeMessage(page, 'Process started')
  }
  expect(await countInstances('one-note', 'rosa')).toBe(before + pauses.length)
  expect(sent).toHaveLength(pauses.length)
})

it('each double click on Complete task, however slow, completes one task, reported once', async () => {
  const page = await visitAs('rosa', '/tasks/assigned')
  const sent = listPosts(page, /\/complete$/)
  for (const pause of pauses) {
    await openTask(page, `ON-click-${pause}`)
    await doubleClick(page, completeButton(page), pause)
    await page.getByText('Task completed').waitFor()
    expect(await page.getByText('Task completed').count()).toBe(1)
    expect(await page.getByText('The task could not be completed').count()).toBe(0)
    await settle(page)
    await closeMessage(page, 'Task completed')
  }
  expect(sent).toHaveLength(pauses.length)
})

it('Ctrl+Enter twice completes once', async () => {
  const page = await visitAs('rosa', '/tasks/assigned')
  const sent = listPosts(page, /\/complete$/)
  await openTask(page, 'ON-keys')
  await page.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Task completed').waitFor()
  await settle(page)
  expect(sent).toHaveLength(1)
})

it('a start whose answer is lost on a bad line is sent again, and happens once', async () => {
  const before = await countInstances('one-note', 'rosa')
  const page = await visitAs('rosa', `/processes/viewprocess/${await findDefinitionId('one-note')}`)
  const sent = listPosts(page, /\/start$/)
  await loseAnswers(page, '**/start', 1)
  await startButton(page).click()
  await page.getByText('Process started').waitFor()
  expect(sent).toHaveLength(2)
  expect(await countInstances('one-note', 'rosa')).toBe(before + 1)
})

it('a start that the user sends again after the line was lost happens once', async () => {
  const before = await countInstances('one-note', 'rosa')
  const page = await visitAs('rosa', `/processes/viewprocess/${await findDefinitionId('one-note')}`)
  await loseAnswers(page, '**/start', 2)
  await startButton(page).click()
  await page.getByText('The process could not be started').waitFor()
  expect(await countInstances('one-note', 'rosa')).toBe(before + 1)
  await startButton(page).click()
  await page.getByText('Process started').waitFor()
  expect(await countInstances('one-note', 'rosa')).toBe(before + 1)
})

it('a task whose completion is reported on a bad line is completed once, and its page shows that it is over', async () => {
  const page = await visitAs('rosa', '/tasks/assigned')
  await openTask(page, 'ON-line')
  await loseAnswers(page, '**/complete', 2)
  await completeButton(page).click()
  await page.getByText('The task could not be completed').waitFor()
  // The server tells the window that the task has ended, though its answer was lost.
  await completeButton(page).waitFor({ state: 'detached' })
})

it('two starts that are meant are two', async () => {
  const before = await countInstances('one-note', 'rosa')
  const id = await findDefinitionId('one-note')
  const page = await visitAs('rosa', '/processes/startedbyme')
  for (let time = 1; time <= 2; time++) {
    await goWithin(page, `/processes/viewprocess/${id}`)
    await startButton(page).click()
    await page.getByText('Process started').waitFor()
    await closeMessage(page, 'Process started')
    await expect.poll(() => countInstances('one-note', 'rosa')).toBe(before + time)
  }
})

async function openTask(page: Page, businessKey: string): Promise<void> {
  const [task] = await listTasks(await start('one-note', businessKey))
  await goWithin(page, `/tasks/viewtask/assigned/${task?.id}`)
  await settle(page)
  await completeButton(page).waitFor()
}

/** On a busy machine it may have gone by itself. */
async function closeMessage(page: Page, text: string): Promise<void> {
  await page.evaluate(`document.querySelector('button[aria-label="Close"]')?.click()`)
  await page.getByText(text).waitFor({ state: 'detached' })
}
