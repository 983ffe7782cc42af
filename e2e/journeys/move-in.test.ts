import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadStories } from '../../apps/server/src/operations/move-in/testing/stories/load-stories.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { startServer } from '../start-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import { onPhone } from './on-phone.ts'
import { visit } from './visit.ts'

it('an administrator moves a Camunda 7 in: a dry run, a move, its report, and nothing left to move', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-house-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const house = await startPostgres({ dataFolder: folder })
  onTestFinished(() => house.stop())
  const server = await startServer({ MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' })
  // Behind the pages, which are closed first.
  onTestFinished(() => server.stop())
  await loadStories(house.url, 'camunda')
  const { port, username, password } = new URL(house.url)
  const page = await visit({ as: 'adam', server: server.url })
  await page.goto('/admin/importexport')
  await page.getByRole('link', { name: 'Move in from another engine' }).click()
  await page.getByRole('heading', { level: 1, name: 'Move in' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'Port' }).fill(port)
  await page.getByRole('textbox', { name: 'Name of the database' }).fill('millrace')
  await page.getByRole('textbox', { name: 'Schema' }).fill('camunda')
  await page.getByRole('textbox', { name: 'User' }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: 'Off' }).click()
  await page.getByRole('textbox', { name: 'Processes' }).fill('looped')
  await page.getByRole('button', { name: 'Connect and check' }).click()
  await page.getByRole('heading', { name: 'Dry run' }).waitFor()
  await page.getByRole('row', { name: 'running instances looped 1 1 0 0' }).waitFor()
  await expectAccessible(page)
  await onPhone(page, async () => {
    await page.getByRole('button', { name: 'Start move' }).waitFor()
    await expectAccessible(page)
  })

  await page.getByRole('button', { name: 'Start move' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start move' }).click()
  await page.getByRole('heading', { name: 'Moved', exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('move-in.csv')

  await page.getByRole('button', { name: 'Move new rows' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move new rows' }).click()
  await page.getByRole('row', { name: 'running instances looped 1 0 1 0' }).waitFor()

  await page.goto('/admin/importexport/moveIn')
  await page.getByRole('button', { name: 'Delete source' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete source' }).click()
  await page.getByRole('heading', { name: 'Connect another source' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Connect and check' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete source' }).count()).toBe(0)
})
