import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openTab, settle, visit, visitAs } from '../visit.ts'
import { expectArrival } from './go-within.ts'
import { creep, openWithClock } from './slow-clock.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Session timeout' })
const stayButtonOf = (page: Page) => dialogOf(page).getByRole('button', { name: /^Stay logged in/ })

/** Lets the clock go on for so many seconds, as a browser does that was busy with something else. */
async function wait(page: Page, seconds: number): Promise<void> {
  await page.clock.fastForward((seconds - 1) * 1_000)
  await page.clock.runFor(1_000)
}

/** Where it begins, with what it begins again, and how it counts: `apps/web/src/app/shell/session/session-watch.test.tsx`. */
it('the countdown is watched over in a designer too, which has no shell', async () => {
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
