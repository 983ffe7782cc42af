import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { demoPassword, startServer } from './start-server.ts'

/*
 * Takes the pictures of the README on a server of its own with the sample applications:
 *   npm run node -- e2e/take-pictures.ts
 */

const requests = [
  {
    what: 'Label printer for the warehouse',
    kind: 'equipment',
    amount: 1250,
    reason: 'The old one skips every third label.',
  },
  { what: 'First aid courses online', kind: 'subscription', amount: 480, reason: 'All first aiders need a refresher.' },
  { what: 'Office chairs for the new team', kind: 'equipment', amount: 3900, reason: 'Six colleagues start in March.' },
] as const

const folder = join(import.meta.dirname, '../docs/guide/pictures')

/** Takes the pictures, each as the demo user whose work it shows. */
async function takePictures(browser: Browser, url: string): Promise<void> {
  const rosa = await openBrowser(browser, url, 'rosa')
  for (const values of requests) await startRequest(rosa, values)
  const martin = await openBrowser(browser, url, 'martin')
  const tasks = await martin.newPage()
  await tasks.goto('/tasks/unclaimed')
  await tasks.getByText(requests[0].what).first().click()
  await tasks.getByRole('button', { name: 'Claim', exact: true }).waitFor()
  await save(tasks, 'tasks')

  const dario = await openBrowser(browser, url, 'dario')
  const { applicationId } = await post(dario, '/api/samples/employee-onboarding')
  const { items = [] } = await get<{ items?: { id: string }[] }>(dario, '/api/applications/0/appprocesses')
  const modeller = await dario.newPage()
  await modeller.goto(`/applications/${applicationId}/appprocesses/${items[0]?.id}/modeller`)
  await modeller.locator('.djs-element[data-element-id]').first().waitFor()
  await modeller.locator('.djs-shape', { hasText: 'Plan the first' }).locator('.djs-hit').first().click()
  await save(modeller, 'modeller')

  const petra = await openBrowser(browser, url, 'petra')
  const instance = await petra.newPage()
  await instance.goto('/processengine/processes')
  await instance
    .getByRole('link', { name: /Belt conveyor/ })
    .first()
    .click()
  await instance.locator('.djs-element[data-element-id]').first().waitFor()
  await save(instance, 'instance')
}

/** Starts a purchase request with the values of its start form. */
async function startRequest(context: BrowserContext, values: object): Promise<void> {
  const processes = await get<{ definitionId: string; name: string }[]>(context, '/api/category/Home/processes')
  const id = processes.find(({ name }) => name === 'Purchase request')?.definitionId
  const { form } = await get<{ form: { document: { hash: string } } }>(
    context,
    `/api/processes/definitions/${id}/start-form?timeZone=UTC`,
  )
  await post(context, `/api/processes/definitions/${id}/start`, {
    values: { ...values, neededBy: '2026-12-18' },
    hash: form.document.hash,
    timeZone: 'UTC',
  })
}

/** Opens a browser in which a demo user is signed in. */
async function openBrowser(browser: Browser, url: string, username: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await context.request.get('/api/actuator/health/liveness')
  await post(context, '/api/auth/login', { username, password: demoPassword })
  return context
}

async function get<Answer>(context: BrowserContext, path: string): Promise<Answer> {
  const response = await context.request.get(path)
  if (!response.ok()) throw new Error(`Expected ${path} to succeed, but it answered ${await response.text()}.`)
  return (await response.json()) as Answer
}

async function post(context: BrowserContext, path: string, data?: object): Promise<Record<string, string>> {
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post(path, {
    headers: { 'x-xsrf-token': decodeURIComponent(token) },
    ...(data !== undefined && { data }),
  })
  if (!response.ok()) throw new Error(`Expected ${path} to succeed, but it answered ${await response.text()}.`)
  const text = await response.text()
  return text === '' ? {} : JSON.parse(text)
}

/** Saves the window as a PNG once nothing is loading, and messages have disappeared. */
async function save(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForLoadState('load')
  await page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' })
  await page.locator('.mantine-Skeleton-root, [aria-label="Loading"]').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

const server = await startServer({}, { withBrowser: true })
const browser = await launchBrowser()
try {
  await takePictures(browser, server.url)
} finally {
  await browser.close()
  await server.stop()
}
