import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openTab, settle, signIn, takeComplaints, visit, visitAs } from '../visit.ts'
import { expectArrival } from './go-within.ts'

const profileOf = (page: Page) => page.getByRole('button', { name: /^(Rosa Keller|Martin Oduya)/ })

async function expectName(page: Page, name: string): Promise<void> {
  await expect.poll(() => profileOf(page).textContent()).toContain(name)
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/logout')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

describe('a tab that is left open', () => {
  it('goes to the sign-in page when its user signs out in another tab, and on when somebody signs in there', async () => {
    const left = await visitAs('rosa', '/processes/startedbyme')
    const other = await openTab(left)
    await signOut(other)
    await expectArrival(left, { pathname: '/login', heading: 'Sign in' })
    await signIn(other, 'martin')
    await expectArrival(other, { pathname: '/category/view/Home', heading: 'Start process' })
    await expectArrival(left, { pathname: '/processes/startedbyme', heading: 'Started By Me' })
    await expectName(left, 'Martin')
  })

  it('starts again for a user who signs in later in another tab, without going by the sign-in page', async () => {
    const left = await visitAs('rosa', '/tasks/assigned')
    const other = await openTab(left)
    await other.goto('/login')
    await signIn(other, 'martin')
    await expectArrival(other, { pathname: '/category/view/Home', heading: 'Start process' })
    await expectName(left, 'Martin')
    expect(new URL(left.url()).pathname).toBe('/tasks/assigned')
  })

  it('stays unchanged when its own user signs in once more', async () => {
    const left = await visitAs('rosa', '/tasks/assigned')
    await left.evaluate('window.isTheSame = true')
    const other = await openTab(left)
    await other.goto('/login')
    await signIn(other, 'rosa')
    await expectArrival(other, { pathname: '/category/view/Home', heading: 'Start process' })
    await left.getByRole('link', { name: 'Unclaimed' }).press('Enter')
    await expectArrival(left, { pathname: '/tasks/unclaimed', heading: 'Unclaimed' })
    expect(await left.evaluate('window.isTheSame')).toBe(true)
  })

  it('and hears of nothing cannot save into the profile of a user who is signed in now', async () => {
    const left = await visit()
    // As where tabs cannot hear of each other.
    await left.addInitScript(
      `window.BroadcastChannel = class { postMessage() {} close() {} set onmessage(listener) {} }`,
    )
    await left.goto('/user/profile')
    await signIn(left, 'rosa')
    await expectArrival(left, { pathname: '/user/profile', heading: 'Profile' })
    await settle(left)
    await holdCallsUntil(left, 'POST', '/api/profiles')
    const other = await openTab(left)
    await other.goto('/login')
    await signIn(other, 'martin')
    await expectArrival(other, { pathname: '/category/view/Home', heading: 'Start process' })

    await left.getByLabel('First name').fill('Rosamunde')
    left.once('dialog', (dialog) => dialog.accept())
    // By the keyboard: a tab behind another one may draw nothing, and a press of the mouse waits for that.
    await left.getByRole('button', { name: 'Save changes' }).press('Enter')
    // The page is Martin's now, with nothing of Rosa's in it.
    await expectName(left, 'Martin')
    expect(await left.getByLabel('First name').inputValue()).toBe('Martin')
    await other.goto('/user/profile')
    await settle(other)
    expect(await other.getByLabel('First name').inputValue()).toBe('Martin')
    takeComplaints()
  })

  it('does not sign out a user who is signed in now', async () => {
    const left = await visit()
    await left.addInitScript(
      `window.BroadcastChannel = class { postMessage() {} close() {} set onmessage(listener) {} }`,
    )
    await left.goto('/category/view/Home')
    await signIn(left, 'rosa')
    await expectArrival(left, { pathname: '/category/view/Home', heading: 'Start process' })
    await settle(left)
    await holdCallsUntil(left, 'POST', '/api/logout')
    const other = await openTab(left)
    await other.goto('/login')
    await signIn(other, 'martin')
    await expectArrival(other, { pathname: '/category/view/Home', heading: 'Start process' })

    await profileOf(left).press('Enter')
    await left.getByRole('menuitem', { name: 'Logout' }).press('Enter')
    await expectArrival(left, { pathname: '/category/view/Home', heading: 'Start process' })
    await expectName(left, 'Martin')
    await other.goto('/tasks/assigned')
    await expectArrival(other, { pathname: '/tasks/assigned', heading: 'Assigned' })
  })
})

/** What a tab asks for by itself, such as when lists have changed, would find out before anybody presses anything. */
async function holdCallsUntil(page: Page, method: string, path: string): Promise<void> {
  let isHeld = true
  await page.route('**/api/**', (route) => {
    const request = route.request()
    if (request.method() === method && new URL(request.url()).pathname === path) isHeld = false
    return isHeld ? undefined : route.continue()
  })
}
