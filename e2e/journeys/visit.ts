import type { Browser, BrowserContext, ConsoleMessage, Page, Request, Route } from 'playwright-core'
import { afterEach, expect, inject } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { followRequests } from '../follow-requests.ts'
import { demoPassword } from '../start-server.ts'

/** One for all journeys of a process. */
let browser: Promise<Browser> | undefined
const visits: BrowserContext[] = []
const complaints: string[] = []
const underWay = new WeakMap<Page, ReadonlySet<Request>>()

/**
 * Closes all pages after each test of every journey. `setup.ts` calls it, because this file is loaded once for several
 * journeys.
 */
export function endVisitsAfterEach(): void {
  afterEach(async ({ task }) => {
    const ended = visits.splice(0)
    const shown =
      task.result?.state === 'fail' ? await Promise.all(ended.flatMap((one) => one.pages().map(describePage))) : []
    // As somebody closes a tab: what it holds, such as the lock of a design, is given back.
    await Promise.all(ended.flatMap((visit) => visit.pages()).map((page) => page.close()))
    await Promise.all(ended.map((visit) => visit.close()))
    // Whatever a page has to complain about is a fault, whatever else the journey shows.
    expect(takeComplaints()).toEqual([])
    if (shown.length > 0) throw new Error(`At the end stood: ${shown.join(' | ')}`)
  })
}

/** What a page shows, in one line: where only the output of a run is left, it is the one trace of why it failed. */
async function describePage(page: Page): Promise<string> {
  // Dialogs first: they are at the end of the document, which is cut.
  const shown = `[...document.querySelectorAll('[role=dialog]'), document.body].map((one) => one.innerText).join(' – ')`
  const text = await page.evaluate<string>(shown).catch(String)
  return `${page.url()}: ${text.replaceAll(/\s+/g, ' ').slice(0, 1_000)}`
}

/** Returns the errors of pages since the last call. */
export function takeComplaints(): string[] {
  return complaints.splice(0)
}

export interface VisitOptions {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  /** The demo user who is signed in; nobody without it. */
  readonly as?: string
  /** Where; the server of all journeys without it. */
  readonly server?: string
  /** The time zone of the browser; without it that of the machine. */
  readonly timeZone?: string
}

/** Nothing takes longer on a machine that has other things to do; what does has failed. */
const patience = 30_000

/**
 * Opens a separate browser without a page. Errors in its console and violations of the content security policy fail the
 * journey.
 */
export async function visit({
  width = 1440,
  scheme = 'light',
  as,
  server = inject('serverUrl'),
  timeZone,
}: VisitOptions = {}): Promise<Page> {
  browser ??= launchBrowser()
  const context = await (await browser).newContext({
    baseURL: server,
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(timeZone !== undefined && { timezoneId: timeZone }),
  })
  visits.push(context)
  context.setDefaultTimeout(patience)
  context.setDefaultNavigationTimeout(patience)
  if (as !== undefined) await startSession(context, as)
  const page = await context.newPage()
  listen(page)
  return page
}

/** Opens another tab of the same browser, whose calls and errors are observed like those of the first one. */
export async function openTab(beside: Page): Promise<Page> {
  const page = await beside.context().newPage()
  listen(page)
  return page
}

/** Opens a browser at an address, in which a demo user is signed in. */
export async function visitAs(username: string, path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await visit({ ...options, as: username })
  await page.goto(path)
  await page.waitForURL((url) => url.pathname === new URL(path, url).pathname)
  await settle(page)
  return page
}

/** Signs in by the call that the sign-in page makes: journeys that are about the page itself use `signIn`. */
async function startSession(context: BrowserContext, username: string): Promise<void> {
  await context.request.get('/api/actuator/health/liveness')
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post('/api/auth/login', {
    headers: { 'x-xsrf-token': decodeURIComponent(token) },
    data: { username, password: demoPassword },
  })
  if (!response.ok())
    throw new Error(
      `Expected ${username} to be signed in, but it is refused: ${response.status()} ${await response.text()}`,
    )
}

/** Signs a demo user in at the sign-in page. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Removes the session and acts before the page notices it: automatic calls of the page wait until the action is over,
 * because they would lead to the sign-in page.
 */
export async function actAsSessionEnds(
  page: Page,
  act: () => Promise<unknown>,
  names: readonly (string | undefined)[] = [undefined],
): Promise<void> {
  let held: Route[] | null = []
  const hold = (route: Route) => (held === null ? route.continue() : void held.push(route))
  await page.route('**/api/**', hold)
  for (const name of names) await page.context().clearCookies(name === undefined ? {} : { name })
  await act()
  const waiting = held
  held = null
  // Before the way is free again: that lets go of what still waits by itself, and nobody may do so twice.
  await Promise.all(waiting.map((route) => route.continue()))
  await page.unroute('**/api/**', hold)
}

/** Waits until the page shows what it has to show: no call on its way, no placeholder left, fonts loaded, at rest. */
export async function settle(page: Page): Promise<void> {
  const requests = underWay.get(page) ?? []
  await expect
    .poll(async () => [...(await page.evaluate<string[]>(awaitRest)), ...[...requests].map((one) => one.url())])
    .toEqual([])
}

/**
 * As a text, because the types of the browser are not those of this program. Two frames, so that what came is drawn,
 * and more of them while something is pending, up to a second or so: a look from here costs more than one in the page.
 * What turns without end, such as a loader, is no movement to wait for.
 */
const awaitRest = `new Promise((resolve) => {
  const findPending = () => [
    ...(document.querySelector('h1') ? [] : ['heading']),
    ...(document.querySelector('.mantine-Skeleton-root, [aria-label="Loading"]') ? ['placeholder'] : []),
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...document.getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
      .map(({ effect }) => 'movement of ' + effect.target?.className),
  ]
  const look = (looksLeft) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const pending = findPending()
    if (pending.length === 0 || looksLeft === 0) resolve(pending)
    else look(looksLeft - 1)
  }))
  look(30)
})`

function listen(page: Page): void {
  underWay.set(page, followRequests(page))
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
