import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { oneNote } from '../../fixtures/one-note.bpmn.ts'
import { addUsers } from '../add-users.ts'
import { deploy, start } from '../engine-rest.ts'
import { settle, takeComplaints, visit, visitAs } from '../visit.ts'
import { interfere } from './interfere.ts'

beforeAll(() => deploy('one-note.bpmn', oneNote))

// The browser's own notes of a line that is cut.
afterEach(() => expect(takeComplaints().filter((one) => !one.includes('Failed to load resource'))).toEqual([]))

const outOfDate = (page: Page) => page.getByText('The list may be out of date').first()

it('a list that cannot be asked for again stays, says of when it is, and continues when the line is back', async () => {
  const page = await visitAs('rosa', '/processes/startedbyme')
  const rows = await page.getByRole('row').count()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await outOfDate(page).waitFor()
  await page.getByText(/Shown as of \d\d:\d\d/).waitFor()
  expect(await page.getByRole('row').count()).toBe(rows)
  await page.context().setOffline(false)
  await outOfDate(page).waitFor({ state: 'detached' })
})

it('each region of an instance that is not fresh says so, and is so again with another try', async () => {
  const instanceId = await start('one-note', 'ON-offline')
  const page = await visit({ as: 'petra' })
  await page.clock.install()
  await page.goto(`/processengine/processes/processinstance/${instanceId}/variables`)
  await settle(page)
  const mend = await interfere(page, `/processes/instances/${instanceId}/activities`, (route) =>
    route.fulfill({ status: 503, json: { code: 'server.unavailable', message: 'Made to fail.', requestId: 'r-1' } }),
  )
  // What is ten seconds old is asked for again when the line is back.
  await page.clock.fastForward(15_000)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await outOfDate(page).waitFor()
  expect(await page.getByText('The list may be out of date').count()).toBe(1)
  await page.getByText('Write a note').first().waitFor()
  mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await outOfDate(page).waitFor({ state: 'detached' })
})

it('what is done without a line is reported at once, and done when it is back', async () => {
  await addUsers([{ username: 'far-away', roles: ['RoleUser'] }])
  const page = await visitAs('far-away', '/user/profile')
  await settle(page)
  await page.context().setOffline(true)
  await page.getByLabel('First name').fill('Adele')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The server did not answer. Check the connection.').first().waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The server did not answer. Check the connection.').first().waitFor({ state: 'detached' })
  // It goes when the changes are sent, the buttons when they have arrived.
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
  await page.reload()
  await settle(page)
  expect(await page.getByLabel('First name').inputValue()).toBe('Adele')
})

it('a list that is opened without a line says so instead of loading for ever, and comes when the line is back', async () => {
  const page = await visitAs('rosa', '/tasks/assigned')
  await page.context().setOffline(true)
  // Of the same part of the program.
  await page.getByRole('link', { name: 'Unclaimed' }).first().click()
  await page.getByText('The server did not answer. Check the connection.').first().waitFor()
  await page.context().setOffline(false)
  await page.getByText('The server did not answer. Check the connection.').first().waitFor({ state: 'detached' })
  await settle(page)
})
