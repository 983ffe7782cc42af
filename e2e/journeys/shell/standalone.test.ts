import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addUsers } from '../add-users.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { settle, signIn, visit, visitAs } from '../visit.ts'
import { expectArrival, goWithin } from './go-within.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

it('a link to the start form of a process leads a user who may start it to the secure page, after signing in', async () => {
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
  // A draft is of a person and a process: others type into this form, too.
  await addUsers([{ username: 'sends-links', roles: ['RoleUser'] }])
  const sender = await visitAs('sends-links', '/category/view/Home', { width: 360 })
  const address = await sender.getByRole('link', { name: 'Purchase request', exact: true }).getAttribute('href')
  await sender.goto(`/standalone/external/process/viewprocess/${address?.split('/').at(-1)}`)
  await fillRequest(sender, what)
  await expectAccessible(sender)
  await sender.getByRole('button', { name: 'Start process' }).click()
  await expectArrival(sender, { pathname: '/standalone/secure/process/success', heading: 'Sent' })
  await sender.getByText(`Your reference is “${what}”`).waitFor()
  await expectAccessible(sender)
  // Nothing of the form is left to send again.
  await sender.goBack()
  await sender.getByRole('heading', { level: 1, name: 'Start process' }).waitFor()

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
    .getByText(/^Your reference is/)
    .filter({ hasText: what })
    .waitFor()
  await martin.reload()
  await martin.getByRole('link', { name: 'Follow the process' }).click()
  await martin.getByRole('heading', { level: 1, name: what }).waitFor()
})

it('somebody without an account sends a form by a public link, also within the page of another site', async () => {
  const what = `Bicycle ${Date.now()}`
  const petra = await visitAs('petra', '/processengine/deployment')
  await petra.getByRole('link', { name: 'Public links' }).click()
  await petra.getByRole('heading', { level: 1, name: 'Public links' }).waitFor()
  await petra.getByRole('link', { name: 'Show deployments' }).click()
  // The sample was deployed first of all.
  await goWithin(petra, '/processengine/deployment?sort=deployed')
  await settle(petra)
  await petra.getByRole('table').getByRole('link').first().click()
  await petra.getByRole('button', { name: 'Create a public link to Purchase request' }).click()
  const site = await openSite()
  await petra.getByLabel(/Purpose/).fill('On our site')
  await petra.getByLabel('Websites that may embed the form').fill(site.origin)
  await petra.getByLabel('Text after sending').fill('We call you back.')
  await petra.getByLabel('Next page').fill(`${site.origin}/thanks`)
  await expectAccessible(petra)
  await petra.getByRole('button', { name: 'Create link' }).click()
  await petra.getByText('The link was created').first().waitFor()
  const link = await petra.getByLabel('Link', { exact: true }).inputValue()
  await petra.getByRole('button', { name: 'Done' }).click()

  const guest = await visit({ width: 360 })
  site.show(link)
  await guest.goto(site.origin)
  const form = guest.frameLocator('iframe')
  await form.getByRole('heading', { level: 1, name: 'Purchase request' }).waitFor()
  await guest.goto(link)
  await guest.getByRole('heading', { level: 1, name: 'Purchase request' }).waitFor()
  expect(await guest.getByRole('navigation').filter({ hasText: 'My Tasks' }).count()).toBe(0)
  await fillRequest(guest, what)
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Send form' }).click()
  await expectArrival(guest, { pathname: '/standalone/external/process/success', heading: 'Sent' })
  await guest.getByText('We call you back.').waitFor()
  await guest.getByText(/Your reference is [2-9A-Z]{7}\..*in progress/).waitFor()
  expect(await guest.getByRole('link', { name: /^Continue to 127\.0\.0\.1/ }).getAttribute('href')).toBe(
    `${site.origin}/thanks`,
  )
  await expectAccessible(guest)
  await guest.reload()
  await guest.getByText(/Your reference is/).waitFor()
  await site.close()

  await goWithin(petra, '/processengine/links')
  await petra
    .getByRole('row', { name: /On our site/ })
    .getByRole('button', { name: 'End link' })
    .click()
  await petra.getByRole('dialog').getByRole('button', { name: 'End link' }).click()
  await petra.getByText('Link ended').waitFor()
  await expectAccessible(petra)
  await guest.goto(link)
  await guest.getByText('This link is no longer valid').waitFor()
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
    // What shows messages comes when the browser has time, of which there is none once the clock stands.
    await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
    // From now on time goes by only as the test says: a message does not go while a slow machine looks for it.
    await page.clock.pauseAt(Date.now() + 600_000)
    return page
  }

  /** Lets seconds go by until something has happened, of which the page has ticked away a few already. */
  async function passSecondsUntil(page: Page, hasHappened: () => boolean): Promise<void> {
    for (let second = 0; second < 101 && !hasHappened(); second++) await page.clock.runFor(1_000)
    await expect.poll(hasHappened).toBe(true)
  }

  it('renews the session after 18000 ticks of a second, and not before', async () => {
    const page = await visitSecure()
    let refreshes = 0
    await page.route('**/api/tokenrefresh', (route) => {
      refreshes += 1
      return route.fulfill({ json: { accessSeconds: 300, sessionSeconds: 100_000 } })
    })
    await page.clock.runFor(17_900_000)
    expect(refreshes).toBe(0)
    await passSecondsUntil(page, () => refreshes === 1)
    await page.clock.runFor(1_000)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('warns when that fails', async () => {
    const page = await visitSecure()
    let refusals = 0
    await page.route('**/api/tokenrefresh', (route) => {
      refusals += 1
      return route.fulfill({
        status: 401,
        json: { code: 'session.missing', message: 'Expected an open session.', requestId: 'r-1' },
      })
    })
    await page.clock.runFor(17_900_000)
    await passSecondsUntil(page, () => refusals > 0)
    await page.getByText('Your session has expired, please login again!').waitFor()
    await page.clock.resume()
    await expectArrival(page, { pathname: '/login', heading: 'Sign in' })
    await signIn(page, 'rosa')
    await expectArrival(page, { pathname: `/standalone/secure/tasks/viewtask/${unknown}`, heading: 'Task' })
  })
})

async function fillRequest(page: Page, what: string): Promise<void> {
  await page.getByLabel(/What do you need/).fill(what)
  await page.getByRole('combobox', { name: /Kind/ }).click()
  await page.getByRole('option', { name: 'Equipment' }).click()
  await page.getByLabel(/Amount/).fill('9000')
  await page.getByRole('textbox', { name: /Needed by/ }).fill('31/12/2099')
  await page.getByRole('textbox', { name: /Reason/ }).fill('The old one stops.')
  await page.locator('input[type=file]').setInputFiles({
    name: 'quote.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 One of them'),
  })
  await page.getByText('quote.pdf', { exact: true }).waitFor()
}

/** The site of somebody else, whose only page shows another one within it. */
async function openSite() {
  let shown = ''
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Elsewhere</title><iframe width="340" height="600" src="${shown}"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    show: (address: string) => {
      shown = address
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
