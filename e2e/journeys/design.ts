import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** Returns the process of the sample application with another key and name, because only the sample has its name. */
export async function readSample(key: string): Promise<string> {
  const folder = new URL('../../apps/server/src/operations/samples/models/', import.meta.url)
  const model = await readFile(new URL('purchase-request.bpmn', folder), 'utf8')
  // What asks for the form keeps its name.
  const renamed = model.replaceAll('"purchase-request"', `"${key}"`).replace('name="Purchase request"', `name="${key}"`)
  if (renamed === model) throw new Error('Expected the sample to have the key purchase-request.')
  return renamed
}

/** Makes a call like the page, as its signed-in user. */
export async function callAs<T = { id: string }>(
  page: Page,
  path: string,
  data: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<T> {
  const context = page.context()
  await context.request.get('/api/actuator/health/liveness')
  const token = (await context.cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.fetch(`/api${path}`, {
    method,
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() },
    data,
  })
  if (!response.ok()) throw new Error(`Expected ${path} to be done, but: ${await response.text()}`)
  return (await response.json()) as T
}

/** Creates an application with one process, whose first version has a start event. */
export async function createProcess(
  page: Page,
  name: string,
): Promise<{ appId: string; processId: string; key: string }> {
  const key = `${name.toLowerCase()}Process`
  const { id: appId } = await callAs(page, '/applications', { name: `${name} application`, key: name.toLowerCase() })
  const { id: processId } = await callAs(page, `/applications/${appId}/appprocesses`, { name, key })
  return { appId, processId, key }
}

export const modellerOf = ({ appId, processId }: { appId: string; processId: string }) =>
  `/applications/${appId}/appprocesses/${processId}/modeller`
