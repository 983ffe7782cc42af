import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addUsers } from './add-users.ts'
import { createProcess, modellerOf } from './design.ts'
import { doubleClick, listPosts, loseAnswers } from './twice.ts'
import { openTab, takeComplaints, visit } from './visit.ts'

beforeAll(() => addUsers([{ username: 'delia', roles: ['RoleUser', 'RoleDesign'] }]))

const drawing = (page: Page) => page.getByRole('region', { name: 'Diagram of the process' })
const shape = (page: Page, type: string) => drawing(page).locator(`[data-element-id^="${type}"].djs-shape`)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await drawing(page).locator('.djs-shape').first().waitFor()
}

/** Waits until what was drawn is kept apart from its versions, which happens by itself. */
async function drawTask(page: Page, { isKept = false } = {}): Promise<void> {
  await shape(page, 'start').first().click()
  const kept = isKept
    ? page.waitForResponse(
        (response) => response.url().endsWith('/auto-saved-data') && response.request().method() === 'PUT',
      )
    : null
  await page.getByRole('button', { name: 'User task' }).click()
  await shape(page, 'Activity').first().waitFor()
  await kept
}

it('who opens a design in a second window reads that it is open in the first, which a closed or reloaded one is not', async () => {
  const first = await visit({ as: 'dario' })
  const path = modellerOf(await createProcess(first, 'TwiceOpen'))
  await open(first, path)
  await first.reload()
  await drawing(first).locator('.djs-shape').first().waitFor()
  await first.getByRole('button', { name: 'Save version' }).waitFor()
  const words = 'You have this process open in another window'
  expect(await first.getByText(words).count()).toBe(0)

  const second = await openTab(first)
  await open(second, path)
  await second.getByText(words).waitFor()
  expect(await second.getByRole('button', { name: 'Save version' }).count()).toBe(0)
  await first.close()
  const third = await openTab(second)
  await open(third, path)
  await drawTask(third)
  await third.getByRole('button', { name: 'Save version' }).click()
  await third.getByText('Version 2, Saved').waitFor()
})

it('who comes second reads who is at it, takes it over, and the first one keeps what he drew', async () => {
  const dario = await visit({ as: 'dario' })
  const path = modellerOf(await createProcess(dario, 'Together'))
  await open(dario, path)
  await drawTask(dario, { isKept: true })

  const dora = await visit({ as: 'delia' })
  await open(dora, path)
  await dora.getByText('Dario Costa is editing this process').waitFor()
  await dario.getByRole('button', { name: 'Save version' }).click()
  await dario.getByText('Version 2, Saved').waitFor()
  await drawTask(dario, { isKept: true })
  expect(await dora.getByRole('button', { name: 'Save version' }).count()).toBe(0)
  // He hears of it within half a minute, which a slow machine needs for what follows.
  const lock = '**/lock'
  await dario.route(lock, () => undefined)
  await dora.getByRole('button', { name: 'Take over' }).click()
  await dora.getByRole('button', { name: 'Take over' }).waitFor({ state: 'detached' })
  // What he has saved since is what she goes on with.
  await dora.getByText('Version 2, Saved').waitFor()
  await shape(dora, 'Activity').first().waitFor()
  await drawTask(dora)
  await dora.getByRole('button', { name: 'Save version' }).click()
  await dora.getByText('Version 3, Saved').waitFor()

  await dario.getByRole('button', { name: 'Save version' }).click()
  await dario.getByText('The process was not saved').waitFor()
  await dario.getByText('Your changes are kept.').waitFor()
  expect(await shape(dario, 'Activity').count()).toBe(2)

  await dario.unroute(lock)
  await dario.reload()
  await dario.getByText(/^You have unsaved changes from/).waitFor()
  await dario.getByText(/do not contain the changes of version 3/).waitFor()
  await dario.getByRole('button', { name: 'Restore changes' }).click()
  await dario.getByText('Version 3, Not saved').waitFor()
  await shape(dario, 'Activity').first().waitFor()
})

it('a save whose line breaks loses nothing: neither before it arrives nor after', async () => {
  const page = await visit({ as: 'dario' })
  const path = modellerOf(await createProcess(page, 'Line'))
  await open(page, path)
  await drawTask(page)
  const address = /\/saveProcessDesign$/
  await page.route(address, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText('The process was not saved').waitFor()
  await page.getByText('Version 1, Not saved').waitFor()
  await page.unroute(address)
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText('Version 2, Saved').waitFor()

  // It arrives and is done, and nobody hears of it.
  const isSelected = async () => {
    await shape(page, 'Activity').first().click()
    return shape(page, 'Activity')
      .first()
      .evaluate((element) => element.classList.contains('selected'))
  }
  await expect.poll(isSelected).toBe(true)
  await page.getByRole('button', { name: 'Script', exact: true }).click()
  await expect.poll(() => shape(page, 'Activity').count()).toBe(2)
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText('The process was not saved').waitFor()
  await page.unroute(address)
  expect(await shape(page, 'Activity').count()).toBe(2)
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.getByText(/Version \d, Saved/).waitFor()
  await page.reload()
  await expect.poll(() => shape(page, 'Activity').count()).toBe(2)
  // That is what the browser says of a line that breaks.
  expect(takeComplaints().filter((complaint) => !complaint.includes('net::ERR_CONNECTION'))).toEqual([])
})

it('a double click on Save version saves one, on Deploy deploys once, also when its answer is lost', async () => {
  const page = await visit({ as: 'dario' })
  const made = await createProcess(page, 'Clicks')
  await open(page, modellerOf(made))
  const saves = listPosts(page, /\/saveProcessDesign$/)
  const deploys = listPosts(page, /\/deploy$/)
  await drawTask(page)
  await doubleClick(page, page.getByRole('button', { name: 'Save version' }), 40)
  await page.getByText('Version 2, Saved').waitFor()
  expect(saves).toHaveLength(1)

  await page.goto(`/design/applications/${made.appId}`)
  const deploy = async (version: number) => {
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await doubleClick(page, page.getByRole('button', { name: `Deploy version ${version}` }), 40)
    await page.getByText(`Version ${version} of Clicks application deployed`).waitFor()
  }
  await deploy(1)
  expect(deploys).toHaveLength(1)
  await page.reload()
  // Done and not heard of: it is sent again under its key.
  await loseAnswers(page, '**/deploy', 1)
  await deploy(2)
  expect(deploys).toHaveLength(3)
  const versions = await page.context().request.get(`/api/applications/${made.appId}/versions`)
  expect((await versions.json()).map(({ version }: { version: number }) => version)).toEqual([2, 1])

  await page.goto(`/design/applications/${made.appId}/appprocesses/${made.processId}`)
  await page.getByRole('textbox', { name: 'Documentation' }).fill('How it is clicked')
  const saved: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saved.push(request.url())
  })
  await loseAnswers(page, `**/appprocesses/${made.processId}`, 1)
  await doubleClick(page, page.getByRole('button', { name: 'Save changes' }), 40)
  await page.getByText('Details changed').waitFor()
  expect(saved).toHaveLength(2)
  expect(await page.getByText(/saved changes in the meantime|has changed/).count()).toBe(0)
  expect(takeComplaints().filter((complaint) => !complaint.includes('net::ERR_CONNECTION'))).toEqual([])
})
