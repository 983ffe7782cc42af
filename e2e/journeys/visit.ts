import type { Browser, BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { demoPassword } from '../start-server.ts'

let browser: Browser
const visits: BrowserContext[] = []
const complaints: string[] = []
const underWay = new WeakMap<Page, Set<Request>>()

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

afterEach(async () => {
  await Promise.all(visits.splice(0).map((visit) => visit.close()))
  // Whatever a page has to complain about is a fault, whatever else the journey shows.
  expect(takeComplaints()).toEqual([])
})

/** What pages have complained about since it was last asked. */
export function takeComplaints(): string[] {
  return complaints.splice(0)
}

export interface VisitOptions {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
}

/** Nothing takes longer on a machine that has other things to do; what does has failed. */
const patience = 30_000

/** A browser of one's own, with nobody signed in. Errors on its console and broken content rules fail the journey. */
export async function visit({ width = 1440, scheme = 'light' }: VisitOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: inject('serverUrl'),
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  visits.push(context)
  context.setDefaultTimeout(patience)
  context.setDefaultNavigationTimeout(patience)
  const page = await context.newPage()
  listen(page)
  return page
}

/** A browser in which a demo user is signed in, at an address. */
export async function visitAs(username: string, path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await visit(options)
  await page.goto(path)
  await signIn(page, username)
  await page.waitForURL((url) => url.pathname === new URL(path, url).pathname)
  // The address changes before the page does.
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ state: 'detached' })
  await settle(page)
  return page
}

/** Signs a demo user in at the sign-in page. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits until the page shows what it has to show: no call on its way, no placeholder left, fonts loaded, at rest. */
export async function settle(page: Page): Promise<void> {
  const requests = underWay.get(page) ?? []
  await expect
    .poll(async () => [...(await page.evaluate<string[]>(findPending)), ...[...requests].map((one) => one.url())])
    .toEqual([])
}

/**
 * As a text, because the types of the browser are not those of this program. Two frames, so that what came is drawn.
 * What turns without end, such as a loader, is no movement to wait for.
 */
const findPending = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve([
  ...(document.querySelector('h1') ? [] : ['heading']),
  ...(document.querySelector('.mantine-Skeleton-root, [aria-label="Loading"]') ? ['placeholder'] : []),
  ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
  ...document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
    .map(({ effect }) => 'movement of ' + effect.target?.className),
]))))`

function listen(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    // What the page before had asked for ends without a word.
    if (request.isNavigationRequest()) requests.clear()
    requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message))
      complaints.push(`${page.url()}: ${message.text()}`)
  })
}

/** The browser's own note of a call that the server refused: the page shows why. Its faults are no refusals. */
function isRefusal(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || 'about:blank')
  return /^Failed to load resource: .* status of 4\d\d/.test(message.text()) && pathname.startsWith('/api/')
}
