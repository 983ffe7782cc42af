import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { limitedOrder } from '../fixtures/limited-order.bpmn.ts'
import { expectAccessible } from './expect-accessible.ts'
import { settle, visit } from './visit.ts'

async function send(page: Page, path: string, data: object): Promise<{ id: string }> {
  const context = page.context()
  await context.request.get('/api/actuator/health/liveness')
  const token = (await context.cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post(`/api${path}`, {
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() },
    data,
  })
  if (!response.ok()) throw new Error(`Expected ${path} to be done, but: ${await response.text()}`)
  return (await response.json()) as { id: string }
}

/** An application with the process of the fixture. */
async function createOrder(page: Page, name: string): Promise<{ appId: string; modeller: string; path: string }> {
  const key = name.toLowerCase()
  const { id: appId } = await send(page, '/applications', { name: `${name} application`, key })
  const { id } = await send(page, `/applications/${appId}/appprocesses`, { name, key: `${key}-process` })
  const path = `/applications/${appId}/appprocesses/${id}`
  await send(page, `${path}/saveProcessDesign`, { xml: limitedOrder(`${key}-process`, 100) })
  return { appId, path, modeller: `${path}/modeller` }
}

const trial = (page: Page) => page.getByRole('complementary', { name: 'Try it out' })
const drawing = (page: Page) => page.getByRole('region', { name: 'Diagram of the process' })
const inTrial = (page: Page, name: string | RegExp) => trial(page).getByRole('button', { name })
const marked = (page: Page, id: string, mark: string) =>
  drawing(page).locator(`[data-element-id="${id}"].${mark}`).first()
const listPath = (page: Page) => trial(page).locator('ol li').allTextContents()

async function openTrial(page: Page, modeller: string): Promise<void> {
  await page.goto(modeller)
  await drawing(page).locator('[data-element-id="order"]').first().waitFor()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await inTrial(page, 'Start the process').waitFor()
}

it('a designer tries a process, keeps it as a test case, and a test case that fails keeps it from being deployed', async () => {
  const page = await visit({ as: 'dario' })
  const { appId, modeller, path } = await createOrder(page, 'Limited')
  await openTrial(page, modeller)

  // By the keyboard alone, as far as it can.
  await inTrial(page, 'Start the process').focus()
  await page.keyboard.press('Enter')
  await inTrial(page, /Place the order.*Task, for dario/).waitFor()
  await marked(page, 'order', 'trial-token').waitFor()
  await inTrial(page, 'Complete').click()
  await trial(page).getByRole('textbox', { name: 'Amount' }).fill('250')
  await settle(page)
  await expectAccessible(page)
  await inTrial(page, 'Complete').click()
  await inTrial(page, /Check the budget.*Service, budget/).waitFor()
  await marked(page, 'large', 'trial-passed').waitFor()
  await expect.poll(() => trial(page).getByText('amount', { exact: true }).count()).toBe(1)
  await trial(page).getByRole('textbox', { name: 'Variables' }).first().fill('isCovered = true')
  await inTrial(page, 'Complete').click()
  await trial(page).getByText('Completed', { exact: true }).waitFor()
  expect(await listPath(page)).toEqual(['Begun', 'Place the order', 'How large?', 'Check the budget', 'Done'])

  await inTrial(page, 'One step back').click()
  await inTrial(page, /Check the budget/).waitFor()
  await trial(page).getByRole('textbox', { name: 'Variables' }).first().fill('isCovered = true')
  await inTrial(page, 'Complete').click()
  await trial(page).getByText('Completed', { exact: true }).waitFor()

  await inTrial(page, 'Save as test case…').click()
  const dialog = page.getByRole('dialog', { name: 'Save as test case' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('A large order')
  await dialog.getByRole('checkbox', { name: 'isCovered is true' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  await trial(page).getByText('Test cases', { exact: true }).click()
  await inTrial(page, 'Run all').click()
  await trial(page).getByText('Passed', { exact: true }).waitFor()
  await trial(page).getByText('Test cases cover 69% of the diagram: 9 of 13 elements and flows.').waitFor()
  await marked(page, 'reminded', 'trial-missed').waitFor()
  await settle(page)
  await expectAccessible(page)

  await inTrial(page, 'Edit A large order').click()
  const editing = page.getByRole('dialog', { name: 'Edit test case' })
  await editing.getByRole('textbox', { name: 'Name' }).fill('Above the limit')
  await editing.getByRole('button', { name: 'Save' }).click()
  await inTrial(page, 'Open Above the limit as a trial').click()
  await trial(page).getByText('Completed', { exact: true }).waitFor()

  // The limit is another one: the test case says so before the application is deployed.
  await send(page, `${path}/saveProcessDesign`, { xml: limitedOrder('limited-process', 1000) })
  await page.goto(`/design/applications/${appId}`)
  await page.getByRole('button', { name: 'Deploy' }).click()
  const deploying = page.getByRole('dialog')
  await deploying.getByRole('button', { name: 'Deploy version 1' }).click()
  await deploying.getByText('1 test case or sample failed').waitFor()
  await deploying.getByText(/Expected the path to go to “check” after “size”, but it went to “done”/).waitFor()
  await settle(page)
  await expectAccessible(page)
  await deploying.getByRole('textbox', { name: 'Reason to deploy anyway' }).fill('The limit is right')
  await deploying.getByRole('button', { name: 'Deploy version 1' }).click()
  await deploying.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByText('Deployed although 1 test case or sample failed: The limit is right').waitFor()
})

it('a trial moves its clock to a timer, says what cannot be done, and starts again; in a narrow window too', async () => {
  const page = await visit({ as: 'dario', width: 768 })
  const { modeller } = await createOrder(page, 'Narrow')
  await openTrial(page, modeller)
  await trial(page).getByRole('textbox', { name: 'Variables' }).fill('no variable')
  await inTrial(page, 'Start the process').click()
  await trial(page).getByText('Line 1 is not valid.').waitFor()
  await trial(page).getByRole('textbox', { name: 'Variables' }).fill('')
  await inTrial(page, 'Start the process').click()
  await inTrial(page, /Two days.*Timer, Due/).click()
  await inTrial(page, 'Move the clock to this time').click()
  await expect.poll(() => listPath(page)).toEqual(['Begun', 'Place the order', 'Two days', 'Reminded'])
  await inTrial(page, 'Throw error').isDisabled()
  await trial(page).getByRole('textbox', { name: 'Error code' }).fill('nobody-catches-it')
  await settle(page)
  await expectAccessible(page)
  await inTrial(page, 'Start again').click()
  await inTrial(page, 'Start the process').waitFor()
  await inTrial(page, 'Close the trial').click()
  await trial(page).waitFor({ state: 'detached' })
})
