import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../expect-accessible.ts'
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
  await expectArrival(other, {
    pathname: `/standalone/secure/processes/viewprocess/${id}`,
    heading: 'Purchase request',
  })
  expect(await other.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  await page.goto(`/standalone/external/processes/viewprocess/${id}`)
  await expectArrival(page, { pathname: `/standalone/secure/processes/viewprocess/${id}`, heading: 'Purchase request' })
})

it('by links alone a process is started and its task completed, and each says by which name to ask about it', async () => {
  const what = `Crane ${Date.now()}`
  const rosa = await visitAs('rosa', '/category/view/Home', { width: 360 })
  const address = await rosa.getByRole('link', { name: 'Purchase request', exact: true }).getAttribute('href')
  await rosa.goto(`/standalone/external/process/viewprocess/${address?.split('/').at(-1)}`)
  await rosa.getByLabel(/What do you need/).fill(what)
  await rosa.getByRole('combobox', { name: /Kind/ }).click()
  await rosa.getByRole('option', { name: 'Equipment' }).click()
  await rosa.getByLabel(/Amount/).fill('9000')
  await rosa.getByRole('textbox', { name: /Needed by/ }).fill('31/12/2099')
  await rosa.getByRole('textbox', { name: /Reason/ }).fill('The old one stops.')
  await rosa.locator('input[type=file]').setInputFiles({
    name: 'quote.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 One crane'),
  })
  await rosa.getByText('quote.pdf', { exact: true }).waitFor()
  await expectAccessible(rosa)
  await rosa.getByRole('button', { name: 'Start process' }).click()
  await expectArrival(rosa, { pathname: '/standalone/secure/process/success', heading: 'Sent' })
  await rosa.getByText(`It belongs to “${what}”`).waitFor()
  await expectAccessible(rosa)
  // Nothing of the form is left to send again.
  await rosa.goBack()
  await rosa.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()

  const martin = await visit({ as: 'martin' })
  const found = await martin.request.get('/api/tasks/unclaimed', { params: { sort: '-created', q: what } })
  const { items } = (await found.json()) as { items: readonly { id: string }[] }
  expect(items).toHaveLength(1)
  await martin.goto(`/redirectTo/${items[0]?.id}`)
  await martin.getByRole('heading', { level: 1, name: 'Approve by line manager' }).waitFor()
  await martin.getByRole('button', { name: 'Claim', exact: true }).click()
  await martin.getByText('Claimed by you').waitFor()
  await martin.getByRole('radio', { name: 'Approve' }).click()
  await expectAccessible(martin)
  await martin.getByRole('button', { name: 'Complete task' }).click()
  await expectArrival(martin, { pathname: '/standalone/secure/tasks/success', heading: 'Sent' })
  await martin
    .getByText(/^It belongs to/)
    .filter({ hasText: what })
    .waitFor()
  await martin.reload()
  await martin.getByRole('link', { name: 'Follow the process' }).click()
  await martin.getByRole('heading', { level: 1, name: what }).waitFor()
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
