import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openTab, settle, visit, visitAs } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'
import { creep, openWithClock } from './slow-clock.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Session timeout' })
const stayButtonOf = (page: Page) => dialogOf(page).getByRole('button', { name: /^Stay logged in/ })

/** A page whose clock only moves when the test says so, in a session of so many seconds. */
async function visitFor(answer: number | 'no answer', path = '/tasks/assigned'): Promise<Page> {
  const page = await visit({ as: 'rosa' })
  await page.route('**/api/users/session-timeout', (route) =>
    typeof answer === 'number'
      ? route.fulfill({ json: answer })
      : route.fulfill({ status: 404, json: { code: 'thing.not-found', message: 'None.', requestId: 'r-1' } }),
  )
  await openWithClock(page, async () => {
    await page.goto(path)
    await settle(page)
  })
  return page
}

/** Lets the clock go on for so many seconds, as a browser does that was busy with something else. */
async function wait(page: Page, seconds: number): Promise<void> {
  await page.clock.fastForward((seconds - 1) * 1_000)
  await page.clock.runFor(1_000)
}

/** How many seconds are left by the button, and whether it can be pressed; nothing is left where it is gone. */
async function readStayButton(page: Page): Promise<{ left: number; isDisabled: boolean }> {
  // As a text, because the types of the browser are not those of this program.
  return page.evaluate<{ left: number; isDisabled: boolean }>(
    `(([button]) => ({ left: Number(/\\d+/.exec(button?.textContent ?? '0')[0]), isDisabled: button?.disabled ?? true }))(
      [...document.querySelectorAll('[role=dialog] button')].filter((one) => one.textContent.startsWith('Stay logged in')))`,
  )
}

describe('the countdown', () => {
  it('begins at what the server says', async () => {
    const page = await visitFor(600)
    await wait(page, 565)
    expect(await dialogOf(page).count()).toBe(0)
    await wait(page, 10)
    await creep(page, () => dialogOf(page).waitFor())
  })

  it('begins at 1500 seconds where the server says nothing', async () => {
    const page = await visitFor('no answer')
    await wait(page, 1_465)
    expect(await dialogOf(page).count()).toBe(0)
    await wait(page, 10)
    await creep(page, () => dialogOf(page).waitFor())
  })

  it('begins again with every request', async () => {
    const page = await visitFor(600)
    for (const path of ['/tasks/unclaimed', '/processes/startedbyme', '/tasks/assigned']) {
      await wait(page, 540)
      await goWithin(page, path)
      await creep(page, () => settle(page))
      expect(await dialogOf(page).count()).toBe(0)
    }
    await wait(page, 580)
    await creep(page, () => dialogOf(page).waitFor())
  })

  it('closes the dialog when it rises by itself', async () => {
    const page = await visitFor(600)
    await wait(page, 580)
    await creep(page, () => dialogOf(page).waitFor())
    await goWithin(page, '/processes/startedbyme')
    await creep(page, () => dialogOf(page).waitFor({ state: 'detached' }))
  })

  it('counts in the button, second by second, and disables it under 5', async () => {
    const page = await visitFor(600)
    await wait(page, 570)
    expect(await dialogOf(page).count()).toBe(0)
    // What it asked for first was asked a moment after its clock began.
    for (let second = 0; second < 5 && (await readStayButton(page)).left === 0; second++) {
      await page.clock.runFor(1_000)
      await creep(page, () => settle(page))
    }
    const seen = [await readStayButton(page)]
    while ((seen.at(-1)?.left ?? 0) > 1) {
      await page.clock.runFor(1_000)
      const last = seen.at(-1)?.left ?? 0
      await expect.poll(async () => (await readStayButton(page)).left).toBeLessThan(last)
      seen.push(await readStayButton(page))
    }
    expect(seen).toEqual(Array.from({ length: 29 }, (_, at) => ({ left: 29 - at, isDisabled: 29 - at < 5 })))
    await page.clock.runFor(2_000)
    await creep(page, () => expectArrival(page, { pathname: '/sessionLogout', heading: 'You have been logged off' }))
    expect(await page.evaluate(`sessionStorage.getItem('returnUrl')`)).toBe('/tasks/assigned')
  })

  it('is watched over in a designer too, which has no shell', async () => {
    const path = '/applications/7/appforms/8/formdesigner'
    const page = await visit({ as: 'dario' })
    await page.clock.install()
    await page.goto(path)
    await settle(page)
    // It renews its lock every half a minute.
    for (let minutes = 0; minutes < 24; minutes += 4) await wait(page, 240)
    await wait(page, 40)
    await dialogOf(page).waitFor()
    await wait(page, 32)
    await expectArrival(page, { pathname: '/sessionLogout', heading: 'You have been logged off' })
  })
})

it('staying in one tab closes the warning of the other', async () => {
  const first = await visit({ as: 'rosa' })
  await first.context().clock.install()
  const second = await openTab(first)
  for (const page of [first, second]) {
    // What moves in a tab behind another one stands still, and would be waited for in vain.
    await page.bringToFront()
    await page.goto('/tasks/assigned')
    await settle(page)
  }
  await wait(first, 1_480)
  await dialogOf(first).waitFor()
  await wait(second, 1)
  await dialogOf(second).waitFor()
  await first.bringToFront()
  await stayButtonOf(first).click()
  for (const page of [first, second]) await dialogOf(page).waitFor({ state: 'detached' })
})

describe('the refresh that happens by itself', () => {
  it.each([
    [1, 3],
    [2, 1],
    [0, 0],
  ])('comes every so many minutes as the server says: %i', async (minutes, expected) => {
    const page = await visit({ as: 'rosa' })
    await page.route('**/api/usersgroups/usersAPI/init', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), TOKEN_REFRESH_MINUTES: minutes } })
    })
    await openWithClock(page, async () => {
      await page.goto('/tasks/assigned')
      await settle(page)
    })
    // A slow answer must not make the next renewal look too early.
    await page.route('**/api/tokenrefresh', async (route) => {
      await page.clock.runFor(2_000)
      await route.continue()
    })
    let refreshes = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/tokenrefresh') refreshes += 1
    })
    for (let half = 1; half <= 7; half++) {
      await page.clock.runFor(30_000)
      // A call takes time of its own until it has begun, and until it is answered.
      const due = minutes === 0 ? 0 : Math.floor(half / (2 * minutes))
      await creep(page, () => expect.poll(() => refreshes).toBe(due))
      await creep(page, () => settle(page))
    }
    expect(refreshes).toBe(expected)
  })
})

describe('two seconds after the start', () => {
  async function startWith(key: string, value: string): Promise<Page> {
    const page = await visitAs('rosa', '/category/view/Home')
    await page.evaluate(`sessionStorage.setItem('${key}', '${value}')`)
    await openWithClock(page, async () => {
      await page.goto('/category/view/Home')
      await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
    })
    return page
  }

  it('nobody is undone who has gone on meanwhile', async () => {
    const page = await startWith('previousUrl', '/processes/startedbyme')
    await page.clock.runFor(1_000)
    const expectUnclaimed = () => expectArrival(page, { pathname: '/tasks/unclaimed', heading: 'Unclaimed' })
    await creep(page, async () => {
      await page.getByRole('link', { name: 'Unclaimed' }).click()
      await expectUnclaimed()
    })
    await page.clock.runFor(5_000)
    await creep(page, expectUnclaimed)
    expect(await page.evaluate(`sessionStorage.getItem('previousUrl')`)).toBeNull()
  })

  it('a sign-out at the provider that never got there is made up for', async () => {
    const page = await startWith('coreLogoutUrl', 'https://id.example/end')
    await page.route('https://id.example/end', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Signed out</title>' }),
    )
    await page.clock.runFor(1_500)
    expect(new URL(page.url()).pathname).toBe('/category/view/Home')
    await page.clock.runFor(1_000)
    await page.waitForURL('https://id.example/end')
  })
})
