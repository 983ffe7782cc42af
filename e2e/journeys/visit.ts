import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchBrowser } from '../browser.ts'

let browser: Browser
const visits: BrowserContext[] = []
const complaints: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

afterEach(async () => {
  await Promise.all(visits.splice(0).map((visit) => visit.close()))
  // Whatever a page has to complain about is a fault, whatever else the journey shows.
  expect(complaints.splice(0)).toEqual([])
})

export interface VisitOptions {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
}

/** A browser of one's own, with nobody signed in. */
export async function visit({ width = 1440, scheme = 'light' }: VisitOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: inject('serverUrl'),
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  visits.push(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    // The browser's own note of a refused call; the page shows the refusal.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  return page
}

/** The password of all demo users. */
const password = 'millrace-demo'

/** A browser in which a demo user is signed in, at an address. */
export async function visitAs(username: string, path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await visit(options)
  await page.goto('/login')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/category/view/Home')
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
