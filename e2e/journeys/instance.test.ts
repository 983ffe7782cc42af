import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { doubleCheck } from '../fixtures/double-check.bpmn.ts'
import { deploy, findDefinitionId, listTasks } from './engine-rest.ts'
import { settle, visitAs } from './visit.ts'

beforeAll(() => deploy('double-check.bpmn', doubleCheck))

it('two people follow one instance from its start to its end, and look back through its time', async () => {
  const rosa = await visitAs('rosa', '/processes/startedbyme')
  const id = await begin(rosa, 'DC-follow')
  // It comes into the list of who started it without being asked for.
  await rosa.getByRole('link', { name: 'DC-follow' }).click()
  await rosa.getByText(/Has waited .* for .* to claim “Check the delivery”/).waitFor()
  await settle(rosa)

  const martin = await visitAs('martin', '/processes/involvingme?q=DC-follow', { width: 360 })
  await martin.getByRole('link', { name: 'DC-follow' }).click()
  await martin.getByText(/Has waited .* for .* to claim “Check the delivery”/).waitFor()
  await settle(martin)
  const [task] = await listTasks(id)
  await claim(martin, task?.id)
  await complete(martin, task?.id)

  await rosa.getByText('Completed', { exact: true }).first().waitFor()
  await martin.getByText('Completed', { exact: true }).first().waitFor()
  const timeline = rosa.getByRole('list', { name: 'Timeline' })
  await timeline.getByText('Task Check the delivery completed').waitFor()
  await timeline.getByText('Double check completed').waitFor()

  await rosa.getByRole('tab', { name: 'Forms' }).click()
  await rosa.getByRole('button', { name: 'Show Check the delivery as it was sent' }).click()
  await rosa.getByText('All there').waitFor()
  await settle(rosa)

  const slider = rosa.getByRole('slider', { name: 'Selected time' })
  await slider.focus()
  await rosa.keyboard.press('Home')
  await rosa.getByText(/Active steps on .*: Check the delivery/).waitFor()
  await settle(rosa)
  await rosa.getByText(/1 of 3 points in time/).waitFor()
  expect(new URL(rosa.url()).searchParams.get('at')).not.toBeNull()
  await rosa.getByRole('button', { name: 'End', exact: true }).click()
  await rosa.getByText('State at the end').waitFor()

  await rosa.emulateMedia({ media: 'print' })
  await rosa.getByRole('heading', { level: 2, name: 'People' }).waitFor()
  await rosa.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor()
  expect(await rosa.getByRole('button', { name: 'Copy link' }).filter({ visible: true }).count()).toBe(0)
  await rosa.emulateMedia({ media: 'screen' })
})

it('a page shows the whole end of an instance, though its parts are read on both sides of it', async () => {
  const rosa = await visitAs('rosa', '/processes/startedbyme')
  const id = await begin(rosa, 'DC-between')
  await rosa.getByRole('link', { name: 'DC-between' }).click()
  await rosa.getByText(/Has waited .* for .* to claim “Check the delivery”/).waitFor()
  await settle(rosa)
  const martin = await visitAs('martin', '/processes/involvingme')
  // The claim makes her page ask anew: for the timeline before the end, and for the instance itself after it.
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  await rosa.route(
    `**/api/processes/instances/${id}`,
    async (route) => {
      await isOver
      await route.continue()
    },
    { times: 1 },
  )
  const timelineIsRead = rosa.waitForResponse((response) => response.url().includes(`/${id}/history`))
  const [task] = await listTasks(id)
  await claim(martin, task?.id)
  await (await timelineIsRead).finished()
  await complete(martin, task?.id)
  end()
  await rosa.getByText('Completed', { exact: true }).first().waitFor()
  await rosa.getByRole('list', { name: 'Timeline' }).getByText('Double check completed').waitFor()
})

it('a user who started it cancels it with a reason, which the others read at once', async () => {
  const rosa = await visitAs('rosa', '/processes/startedbyme')
  const id = await begin(rosa, 'DC-cancel')
  const martin = await visitAs('martin', `/processes/processinstance/${id}/timeline`, { width: 360, scheme: 'dark' })
  expect(await martin.getByRole('button', { name: 'Cancel instance' }).count()).toBe(0)
  await rosa.getByRole('link', { name: 'DC-cancel' }).click()
  await rosa.getByRole('button', { name: 'Cancel instance' }).click()
  const dialog = rosa.getByRole('dialog', { name: 'Cancel “DC-cancel”?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Cancel instance' }).click()
  await rosa.getByText('Ordered twice').first().waitFor()
  // The only task went with it, and with the task whoever might have claimed it.
  await martin.getByRole('heading', { name: 'Instance not found' }).waitFor()
  await rosa.goto('/processes/startedbyme?state=cancelled&q=DC-cancel')
  await settle(rosa)
  await rosa.getByRole('link', { name: 'DC-cancel' }).waitFor()
})

/** Starts the process as whoever is signed in, by the calls that its page makes. */
async function begin(page: Page, businessKey: string): Promise<string> {
  const path = `/api/processes/definitions/${await findDefinitionId('double-check')}`
  const { form } = await (await page.request.get(`${path}/start-form`)).json()
  const { instanceId } = await post(page, `${path}/start`, { values: {}, hash: form.document.hash, businessKey })
  return instanceId as string
}

async function claim(page: Page, taskId: string | undefined): Promise<void> {
  await post(page, `/api/tasks/${taskId}/claim`, {})
}

async function complete(page: Page, taskId: string | undefined): Promise<void> {
  const { form } = await (await page.request.get(`/api/tasks/${taskId}`)).json()
  await post(page, `/api/tasks/${taskId}/complete`, { values: { note: 'All there' }, hash: form.document.hash })
}

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await page.request.post(path, { data, headers: { 'x-xsrf-token': decodeURIComponent(token) } })
  if (!response.ok()) throw new Error(`Expected ${path} to be done, but: ${response.status()} ${await response.text()}`)
  const text = await response.text()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
