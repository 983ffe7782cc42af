import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { demoPassword } from '../../start-server.ts'
import { settle, takeComplaints, visit } from '../visit.ts'
import { expectArrival } from './go-within.ts'

/** Where what is seen of the sign-in page stands, by its words. */
async function readPlaces(page: Page) {
  const place = async (target: ReturnType<Page['locator']>) => {
    const box = await target.first().boundingBox()
    return box === null ? null : Object.values(box).map(Math.round)
  }
  const middle = async (target: ReturnType<Page['locator']>) => {
    const [x = 0, y = 0, width = 0, height = 0] = (await place(target)) ?? []
    return [x + width / 2, y + height / 2]
  }
  return {
    title: (await place(page.getByText('Sign in', { exact: true })))?.slice(0, 2),
    hint: (await place(page.getByText('Use your user name and password.')))?.slice(0, 2),
    username: await place(page.locator('input[name=username]')),
    // In the program its border is around it.
    password: await middle(page.locator('input[name=password]')),
    card: await place(page.locator('.early-card, main > div:has(form)')),
    button: await place(page.locator('form button:not([aria-label])')),
  }
}

/** Holds the program back until the function that it gives is called. */
async function holdProgram(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.fallback()
  })
  return release
}

it.each([1440, 360])('the sign-in page is there before the server, and stays where it is, %i wide', async (width) => {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await visit({ width, scheme })
    const release = await holdProgram(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await page.locator('#early-username').waitFor()
    const early = await readPlaces(page)
    release()
    await page.locator('#early-username').waitFor({ state: 'detached' })
    await settle(page)
    expect(early).toEqual(await readPlaces(page))
  }
})

it('what is typed before the server is there is kept, and sent when it is', async () => {
  const page = await visit()
  const release = await holdProgram(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('#early-username').fill('rosa')
  await page.locator('#early-password').fill(demoPassword)
  await page.keyboard.press('Enter')
  release()
  await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
})

it('a user who is still typing continues in the same field', async () => {
  const page = await visit()
  const release = await holdProgram(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('#early-username').fill('rosa')
  await page.locator('#early-password').focus()
  await page.keyboard.type(demoPassword.slice(0, 5))
  release()
  await page.locator('#early-username').waitFor({ state: 'detached' })
  await page.keyboard.type(demoPassword.slice(5))
  await page.keyboard.press('Enter')
  await expectArrival(page, { pathname: '/category/view/Home', heading: 'Start process' })
})

it('no password goes anywhere when the server never comes', async () => {
  const page = await visit()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${inject('serverUrl')}/login`, { waitUntil: 'commit' })
  await page.locator('#early-username').fill('rosa')
  await page.locator('#early-password').fill(demoPassword)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.keyboard.press('Enter')
  // The page has kept it from being sent.
  await page.locator('#early-form[data-submitted]').waitFor()
  expect(new URL(page.url()).href).toBe(`${inject('serverUrl')}/login`)
  expect(sent.filter((url) => !url.includes('/assets/'))).toEqual([])
  takeComplaints()
})
