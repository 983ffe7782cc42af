import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeComplaints, visit } from '../visit.ts'
import { expectArrival } from './go-within.ts'
import { interfere } from './interfere.ts'
import { creep, openWithClock } from './slow-clock.ts'

const base = '**/api'
const parts = {
  init: '/usersgroups/usersAPI/init',
  defaultWorkplace: '/usersgroups/usersAPI/defaultWorkplace',
  profile: '/profiles',
} as const

type Part = keyof typeof parts

/** Lets a call of the start fail: with a status, or without an answer. Gives the way to let it be answered again. */
function fail(page: Page, part: Part, status: number | 'no answer'): Promise<() => void> {
  return interfere(page, parts[part], (route) =>
    status === 'no answer'
      ? route.abort('connectionrefused')
      : route.fulfill({
          status,
          json: { code: 'server.fault', message: 'Made to fail by the test.', requestId: 'r-1' },
        }),
  )
}

const wanted = '/processes/startedbyme?state=active'

/** Drops the browser's own messages about calls that were made to fail. */
function forgetRefusals(): void {
  expect(takeComplaints().filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([])
}

/** Each part and each way to fail: `apps/web/src/app/startup.test.tsx`. */
it('goes to the application error page where no answer comes, and back when it does', async () => {
  const page = await visit({ as: 'rosa' })
  const mend = await fail(page, 'profile', 'no answer')
  await page.goto(wanted)
  await expectArrival(page, { pathname: '/applicationError', heading: 'The application cannot be reached' })
  mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectArrival(page, { pathname: '/processes/startedbyme', heading: 'Started By Me' })
  expect(new URL(page.url()).search).toBe('?state=active')
  forgetRefusals()
})

it('a failure of the first data keeps the address, which is opened 2 seconds after the next start, with a warning in Internet Explorer', async () => {
  const page = await visit({ as: 'rosa' })
  await page.addInitScript(
    "Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko' })",
  )
  const mend = await fail(page, 'init', 500)
  await page.goto(wanted)
  await expectArrival(page, { pathname: '/unauthorizedError', heading: 'Not authorized' })
  await page.getByRole('alert').getByText('Could not process your request').waitFor()
  forgetRefusals()
  mend()
  await openWithClock(page, async () => {
    await page.goto('/category/view/Home')
    await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
  })
  const warning = page.getByText('Internet Explorer is not supported. Some functions may not work properly.')
  expect(await warning.count()).toBe(0)
  await page.clock.runFor(2_000)
  await creep(page, () => warning.waitFor())
  await creep(page, () => expectArrival(page, { pathname: '/processes/startedbyme', heading: 'Started By Me' }))
})

it('without a default workplace the page before Home leads to the one there is', async () => {
  const page = await visit({ as: 'rosa' })
  const mend = await fail(page, 'defaultWorkplace', 404)
  await page.goto('/tasks/assigned')
  await expectArrival(page, { pathname: '/category/view/PreHome', heading: 'Welcome, rosa' })
  expect(new URL(page.url()).search).toBe('?user=rosa')
  // Whoever signed in with a password has one workplace, and is in it.
  const workplace = page.getByRole('link', { name: 'default' })
  await workplace.waitFor()
  mend()
  await workplace.click()
  await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
})

it('shows that it is loading until everything is there', async () => {
  const page = await visit({ as: 'rosa' })
  let answer: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`${base}${parts.profile}`, async (route) => {
    await isAsked
    await route.continue()
  })
  await page.goto('/tasks/assigned')
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  answer()
  await expectArrival(page, { pathname: '/tasks/assigned', heading: 'Assigned' })
})
