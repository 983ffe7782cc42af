import type { Page, Request } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { actAsSessionEnds, openTab, settle, signIn, takeComplaints, visit, visitAs } from '../visit.ts'
import { expectArrival } from './go-within.ts'
import { creep, openWithClock } from './slow-clock.ts'

const cookies = { access: 'millrace_access', refresh: 'millrace_refresh' }

/** The idle time of the specification, in seconds. */
const idle = 1_500
const warning =
  "You're being timed out due to inactivity. Please choose to stay signed in or to logoff. Otherwise, you will logged off automatically."

/** A page whose clock only moves when the test says so. */
async function visitWithClock(path: string): Promise<Page> {
  const page = await visit({ as: 'rosa' })
  await openWithClock(page, async () => {
    await page.goto(path)
    await settle(page)
  })
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Session timeout' })
const stayButtonOf = (page: Page) => dialogOf(page).getByRole('button', { name: /^Stay logged in/ })

describe('without a request', () => {
  it('the session ends after a warning, and signing in leads back', async () => {
    const page = await visitWithClock('/processes/startedbyme?state=active')
    await page.clock.fastForward((idle - 35) * 1_000)
    expect(await dialogOf(page).count()).toBe(0)
    await page.clock.runFor(10_000)
    await creep(page, () => dialogOf(page).getByText(warning).waitFor())
    const button = stayButtonOf(page)
    const left = Number(/\((\d+)\)/.exec((await button.textContent()) ?? '')?.[1])
    expect(left).toBeGreaterThan(10)
    expect(left).toBeLessThan(30)
    expect(await button.isEnabled()).toBe(true)
    await page.clock.runFor((left - 4) * 1_000)
    await expect.poll(() => button.isDisabled()).toBe(true)
    await page.clock.runFor(5_000)
    await page.clock.resume()
    await expectArrival(page, { pathname: '/sessionLogout', heading: 'You have been logged off' })
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await signIn(page, 'rosa')
    await expectArrival(page, { pathname: '/processes/startedbyme', heading: 'Started By Me' })
    expect(new URL(page.url()).search).toBe('?state=active')
  })

  it('the refreshes that happen by themselves do not keep it', async () => {
    const page = await visitWithClock('/tasks/assigned')
    const refreshes = countCalls(page, '/tokenrefresh')
    for (let minute = 1; minute <= 9; minute++) {
      await page.clock.fastForward(60_000)
      // A renewal waits for its turn among all tabs. Its answer belongs to the minute in which it was asked for.
      await creep(page, () => expect.poll(refreshes).toBe(Math.floor(minute / 4)))
      await creep(page, () => settle(page))
    }
    expect(refreshes()).toBe(2)
    await page.clock.fastForward((idle - 9 * 60 - 25) * 1_000)
    await page.clock.runFor(1_000)
    await creep(page, () => dialogOf(page).waitFor())
  })
})

describe('in two tabs', () => {
  it('work in one keeps the other, and what ends in one ends in both', async () => {
    const first = await visit({ as: 'rosa' })
    await first.context().clock.install()
    const second = await openTab(first)
    // Whatever they ask for on arriving is asked before the time begins that nobody works.
    for (const page of [first, second]) {
      await page.bringToFront()
      await page.goto('/tasks/assigned')
      await settle(page)
    }
    await second.clock.fastForward((idle - 25) * 1_000)
    await second.clock.runFor(1_000)
    await dialogOf(second).waitFor()
    // The tab that has no dialog over it works on.
    await first.goto('/processes/startedbyme')
    await first.getByRole('heading', { level: 1, name: 'Started By Me' }).waitFor()
    await dialogOf(second).waitFor({ state: 'detached' })
    await second.clock.fastForward(idle * 1_000)
    await second.clock.runFor(2_000)
    for (const page of [first, second])
      await expectArrival(page, { pathname: '/sessionLogout', heading: 'You have been logged off' })
  })
})

describe('in a tab that hears nothing of the other', () => {
  it('what ended because nobody worked is reported where a call finds out', async () => {
    const page = await visit()
    // As on a busy machine, where the answer of a call is there before the word of another tab.
    await page.addInitScript(
      `window.BroadcastChannel = class { postMessage() {} close() {} set onmessage(listener) {} }`,
    )
    await page.goto('/tasks/assigned')
    await signIn(page, 'rosa')
    await expectArrival(page, { pathname: '/tasks/assigned', heading: 'Assigned' })
    // What it asks for by itself, such as whether lists have changed, would find out before anybody presses anything.
    const { promise: isPressed, resolve: press } = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      await isPressed
      await route.continue()
    })
    const other = await openTab(page)
    await other.route('**/api/users/session-timeout', (route) => route.fulfill({ json: 4 }))
    await other.goto('/processes/startedbyme')
    await expectArrival(other, { pathname: '/sessionLogout', heading: 'You have been logged off' })
    await settle(other)
    await other.close()
    await page.getByRole('link', { name: 'Unclaimed' }).click()
    await page.waitForURL('**/tasks/unclaimed')
    press()
    await expectArrival(page, { pathname: '/sessionLogout', heading: 'You have been logged off' })
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await signIn(page, 'rosa')
    await expectArrival(page, { pathname: '/tasks/unclaimed', heading: 'Unclaimed' })
  })
})

describe('when the access has run out', () => {
  it('it is renewed once, however many calls find out, and each call is made again', async () => {
    const page = await visitAs('rosa', '/category/view/Home')
    const refreshes = countCalls(page, '/tokenrefresh')
    await page.context().clearCookies({ name: cookies.access })
    await page.getByRole('link', { name: 'Assigned' }).click()
    await expectArrival(page, { pathname: '/tasks/assigned', heading: 'Assigned' })
    await expect.poll(refreshes).toBe(1)
    await settle(page)
    expect(refreshes()).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('and the answer to its renewal is lost with the page, the next page continues', async () => {
    const page = await visitAs('rosa', '/category/view/Home')
    let lost = 0
    await page.route('**/api/tokenrefresh', async (route) => {
      lost += 1
      if (lost > 1) return route.continue()
      // It comes to the server, and what that says comes to nobody.
      const { cookie = '' } = await route.request().allHeaders()
      expect((await fetch(route.request().url(), { headers: { cookie } })).status).toBe(200)
      await route.abort('connectionreset')
    })
    await page.context().clearCookies({ name: cookies.access })
    await page.getByRole('link', { name: 'Assigned' }).click()
    await expect.poll(() => lost).toBeGreaterThan(0)
    await page.waitForURL('**/tasks/assigned')
    await page.reload()
    await expectArrival(page, { pathname: '/tasks/assigned', heading: 'Assigned' })
    await settle(page)
    takeComplaints()
  })

  it('and cannot be renewed, the user signs in and is back on the page', async () => {
    const page = await visitAs('rosa', '/category/view/Home')
    const goOn = async () => {
      await page.getByRole('link', { name: 'Unclaimed' }).click()
      await page.waitForURL('**/tasks/unclaimed')
    }
    await actAsSessionEnds(page, goOn, [cookies.access, cookies.refresh])
    await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
    await signIn(page, 'rosa')
    await expectArrival(page, { pathname: '/tasks/unclaimed', heading: 'Unclaimed' })
  })
})

it('a refusal with a body is shown with its sentence, and renews nothing', async () => {
  const page = await visitAs('rosa', '/category/view/Home')
  const refreshes = countCalls(page, '/tokenrefresh')
  // A list as it is at first is asked for without a query.
  await page.route(
    ({ pathname }) => pathname === '/api/processes/startedbyme',
    (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'right.missing', message: 'Expected a role that you do not have.', requestId: 'r-1' },
      }),
  )
  await page.getByRole('link', { name: 'Started By Me' }).click()
  await page.getByText('Your roles do not permit this.').waitFor()
  expect(refreshes()).toBe(0)
})

/** Counts the calls to a path from now on. */
function countCalls(page: Page, path: string): () => number {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) calls.push(request)
  })
  return () => calls.length
}

describe('a session that has ended elsewhere, which the cookies of this browser do not report', () => {
  it('is signed out of all the same', async () => {
    const page = await visitEnded()
    await page.goto('/logout')
    await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
  })

  it('gives way to another one', async () => {
    const page = await visitEnded()
    await page.goto('/login')
    await signIn(page, 'martin')
    await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
  })
})

/**
 * A browser whose session was ended by a page that it left before the answer was there: its cookies stay. What else a page
 * asks for before somebody is signed in, and would bring a new token, comes late.
 */
async function visitEnded(): Promise<Page> {
  const page = await visitAs('rosa', '/category/view/Home')
  await page.goto('about:blank')
  const kept = await page.context().cookies(inject('serverUrl'))
  const response = await fetch(`${inject('serverUrl')}/api/logout`, {
    method: 'POST',
    headers: {
      cookie: kept.map(({ name, value }) => `${name}=${value}`).join('; '),
      'x-xsrf-token': decodeURIComponent(kept.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''),
    },
  })
  expect(response.status).toBe(200)
  for (const late of ['**/api/about/theme-details', '**/api/auth/sign-in-options'])
    await page.route(late, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      await route.continue()
    })
  return page
}
