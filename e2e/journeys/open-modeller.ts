import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readBpmn } from '../../packages/bpmn/src/index.ts'
import { type VisitOptions, visit } from './visit.ts'

/** Creates an application with a process, and opens the process in the modeller. */
export async function openModeller(name: string, options: VisitOptions = {}): Promise<{ page: Page; appId: string }> {
  const page = await visit({ as: 'dario', ...options })
  const { id: appId } = await post(page, '/applications', { name: `${name} application`, key: name.toLowerCase() })
  await openProcess(page, appId, name)
  return { page, appId }
}

/** Creates a process of an application, and opens it in the modeller. */
export async function openProcess(page: Page, appId: string, name: string): Promise<void> {
  const { id } = await post(page, `/applications/${appId}/appprocesses`, { name, key: `${name.toLowerCase()}Process` })
  await page.goto(`/applications/${appId}/appprocesses/${id}/modeller`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await drawing(page).locator('svg').first().waitFor()
}

/** Makes a POST call as the signed-in user of a page. */
export async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
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

export const drawing = (page: Page): Locator => page.getByRole('region', { name: 'Diagram of the process' })
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Properties' })

/** Opens a file in place of the current diagram, and waits until it is shown. */
export async function takeIn(page: Page, xml: string): Promise<void> {
  // What is there is at rest until the new file has been read: another one stands in its place then.
  await page.evaluate(`for (const old of document.querySelectorAll('[aria-busy]')) old.dataset.old = ''`)
  const file = { name: 'process.bpmn', mimeType: 'application/xml', buffer: Buffer.from(xml) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('[aria-busy=false]:not([data-old])').first().waitFor({ state: 'attached' })
}

/** Returns the processes that the engine reads from a file. */
export function readProcesses(xml: string): unknown {
  const result = readBpmn(xml)
  expect(result.ok ? [] : result.problems).toEqual([])
  return result.ok ? result.document.processes : null
}
