import type { BrowserContext, Page } from 'playwright-core'
import type { FreshServer } from '../../../scripts/fresh-server.ts'

/** Opens a page and signs in as the administrator of a fresh server. */
export async function signIn(context: BrowserContext, { password }: FreshServer): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  return page
}

/** Makes a POST call as the signed-in user of a page. @throws Error when it is refused. */
export async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const context = page.context()
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post(`/api${path}`, {
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() },
    data,
  })
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}
