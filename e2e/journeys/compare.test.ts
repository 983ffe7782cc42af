import { expect, it } from 'vitest'
import { callAs, createProcess, readSample } from './design.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visit } from './visit.ts'

it('a designer compares two versions of a process in words and in the drawing, and sees it before deploying', async () => {
  const page = await visit({ as: 'dario' })
  const { appId, processId, key } = await createProcess(page, 'Shop')
  const design = `/applications/${appId}/appprocesses/${processId}/saveProcessDesign`
  const first = await readSample(key)
  await callAs(page, design, { xml: first, version: 1 })
  await callAs(page, `/applications/${appId}/deploy`, { note: 'First' })
  const second = first.replace('millrace:assignee="=requester"', 'millrace:assignee="grace"')
  expect(second).not.toBe(first)
  await callAs(page, design, { xml: second, version: 2 })

  await page.goto(`/design/applications/${appId}/appprocesses/${processId}`)
  await page.getByRole('button', { name: 'Compare version 2 with the current one' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare versions' })
  const words = dialog.getByRole('list').last()
  await words.getByText('=requester').waitFor()
  await words.getByText('grace').waitFor()
  const after = dialog.getByRole('region', { name: 'Version 3' })
  await after.locator('[data-kind="changed"]').first().waitFor()
  await words.getByRole('button').first().press('Enter')
  await after.locator('.djs-element.selected').waitFor()
  await settle(page)
  await expectAccessible(page)
  // From the drawing to the words.
  await after.locator('.djs-element.selected').click()
  expect(await words.getByRole('button', { pressed: true }).count()).toBe(1)
  await dialog.getByLabel('Earlier').selectOption('Version 1')
  await words.getByText('New', { exact: false }).first().waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`/design/applications/${appId}`)
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  const deploying = page.getByRole('dialog', { name: /^Deploy / })
  await deploying.getByRole('button', { name: /^Changed: show the changes of / }).click()
  await deploying.getByText('Assignee').waitFor()
  await expectAccessible(page)
  await deploying.getByRole('button', { name: 'Show in the diagram' }).click()
  await page.getByRole('region', { name: 'To be deployed: version 3' }).locator('.djs-shape').first().waitFor()
})
