import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { settle, signIn, visit, visitAs } from '../visit.ts'
import { expectArrival } from './go-within.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

it('a link to the start form of a process leads whoever may start it to the secure page, after signing in', async () => {
  const page = await visitAs('rosa', '/category/view/Home')
  const address = await page.getByRole('link', { name: 'Purchase request', exact: true }).getAttribute('href')
  const id = address?.split('/').at(-1)
  const other = await visit()
  await other.goto(`/standalone/external/processes/viewprocess/${id}`)
  await signIn(other, 'rosa')
  await expectArrival(other, { pathname: `/standalone/secure/processes/viewprocess/${id}`, heading: 'Start process' })
  expect(await other.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  await page.goto(`/standalone/external/processes/viewprocess/${id}`)
  await expectArrival(page, { pathname: `/standalone/secure/processes/viewprocess/${id}`, heading: 'Start process' })
})

it('a link to what is not there, or is not for the user, is no page', async () => {
  const page = await visit({ as: 'rosa' })
  for (const path of [`tasks/viewtask/${unknown}`, `processes/viewprocess/${unknown}`]) {
    await page.goto(`/standalone/external/${path}`)
    await expectArrival(page, { pathname: `/standalone/external/${path}`, heading: 'Page not found' })
  }
})

describe('a secure page', () => {
  /** With a session that only ends when the test says so. */
  async function visitSecure(): Promise<Page> {
    const page = await visit({ as: 'rosa' })
    await page.route('**/api/users/session-timeout', (route) => route.fulfill({ json: 100_000 }))
    await page.clock.install()
    await page.goto(`/standalone/secure/tasks/viewtask/${unknown}`)
    await settle(page)
    return page
  }

  it('renews the session after 18000 ticks of a second, and not before', async () => {
    const page = await visitSecure()
    let refreshes = 0
    await page.route('**/api/tokenrefresh', (route) => {
      refreshes += 1
      return route.fulfill({ json: { accessSeconds: 300, sessionSeconds: 100_000 } })
    })
    await page.clock.runFor(17_990_000)
    expect(refreshes).toBe(0)
    await page.clock.runFor(10_000)
    await expect.poll(() => refreshes).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('warns when that fails', async () => {
    const page = await visitSecure()
    await page.route('**/api/tokenrefresh', (route) =>
      route.fulfill({
        status: 401,
        json: { code: 'session.missing', message: 'Expected a session that can go on.', requestId: 'r-1' },
      }),
    )
    await page.clock.runFor(18_000_000)
    await page.getByText('Your session has expired, please login again!').waitFor()
    await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
    await signIn(page, 'rosa')
    await expectArrival(page, { pathname: `/standalone/secure/tasks/viewtask/${unknown}`, heading: 'Task' })
  })
})
