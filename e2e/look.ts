import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page, Request } from 'playwright-core'
import { findViolations } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { followRequests } from './follow-requests.ts'
import { demoPassword, startServer } from './start-server.ts'

/*
 * Opens pages and saves what they look like:
 *   node e2e/look.ts --out /tmp/look --user martin /tasks/unclaimed /category/view/Home
 *   node e2e/look.ts --url http://localhost:8080 --user ines --password secret /tasks/assigned
 * Without --url a server of its own is looked at, with the sample application and its demo users. Fails on anything on
 * the console, on broken rules of accessibility, and on pages that move while they load.
 */

const widths = [360, 768, 1440, 1920] as const
const schemes = ['light', 'dark'] as const

/** The maximum cumulative layout shift, as Chromium measures it. */
const maxShift = 0.02
const countShifts = `globalThis.layoutShift = 0
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.layoutShift += value
}).observe({ type: 'layout-shift', buffered: true })`

export interface LookOptions {
  readonly url: string
  readonly paths: readonly string[]
  readonly out: string
  readonly widths?: readonly number[]
  readonly schemes?: readonly ('light' | 'dark')[]
  /** Signs in first. */
  readonly account?: { readonly username: string; readonly password: string }
}

/** Saves a picture of every page at every width in both schemes. Returns a sentence for each problem. */
export async function lookAtPages(browser: Browser, options: LookOptions): Promise<string[]> {
  const problems: string[] = []
  await mkdir(options.out, { recursive: true })
  for (const scheme of options.schemes ?? schemes)
    for (const width of options.widths ?? widths) {
      const context = await browser.newContext({
        baseURL: options.url,
        viewport: { width, height: width < 600 ? 780 : 900 },
        colorScheme: scheme,
        hasTouch: width < 600,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const underWay = followRequests(page)
      await page.addInitScript(countShifts)
      let current = ''
      page.on('console', (message) => {
        // The browser's own note of a refused call: pages that show what is missing are looked at too.
        if (message.text().startsWith('Failed to load resource')) return
        if (['error', 'warning'].includes(message.type()))
          problems.push(`${current} ${width} ${scheme}: console: ${message.text()}`)
      })
      page.on('pageerror', (error) => problems.push(`${current} ${width} ${scheme}: ${error.message}`))
      if (options.account) await signIn(page, options.account)
      for (current of options.paths) {
        await page.goto(current)
        await settle(page, underWay)
        const name = current.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')
        await page.screenshot({ path: path.join(options.out, `${name || 'root'}-${width}-${scheme}.png`) })
        const shift = await page.evaluate<number>('globalThis.layoutShift')
        if (shift > maxShift)
          problems.push(
            `${current} ${width} ${scheme}: moves by ${shift.toFixed(3)} while it loads (at most ${maxShift})`,
          )
        for (const { rule, help, elements } of await findViolations(page))
          problems.push(
            `${current} ${width} ${scheme}: axe ${rule}: ${help}\n    ${elements.slice(0, 4).join('\n    ')}`,
          )
      }
      await context.close()
    }
  return problems
}

/**
 * Waits until nothing has been on its way and no skeleton was left at several looks one after the other.
 * @throws Error when that takes half a minute.
 */
async function settle(page: Page, underWay: ReadonlySet<Request>): Promise<void> {
  const until = Date.now() + 30_000
  // Asked from outside: in the page, its content rules forbid to evaluate a text time and again.
  for (let looks = 0; looks < 4; await page.waitForTimeout(50)) {
    looks = underWay.size === 0 && (await page.evaluate<boolean>(hasSettled)) ? looks + 1 : 0
    if (Date.now() > until) throw new Error(`Expected ${page.url()} to settle, but something is still on its way.`)
  }
}

const hasSettled = `document.fonts.status === 'loaded' && document.querySelector('h1') !== null &&
  !document.querySelector('.mantine-Skeleton-root, [aria-label="Loading"]')`

async function signIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      out: { type: 'string', default: 'look' },
      user: { type: 'string' },
      password: { type: 'string', default: demoPassword },
      width: { type: 'string', multiple: true },
      scheme: { type: 'string', multiple: true },
    },
  })
  const own = values.url === undefined ? await startServer({}, { withBrowser: true }) : null
  const browser = await launchBrowser()
  const problems = await lookAtPages(browser, {
    url: values.url ?? own?.url ?? '',
    paths: positionals.length > 0 ? positionals : ['/'],
    out: values.out,
    ...(values.width ? { widths: values.width.map(Number) } : {}),
    ...(values.scheme ? { schemes: schemes.filter((scheme) => values.scheme?.includes(scheme)) } : {}),
    ...(values.user ? { account: { username: values.user, password: values.password } } : {}),
  })
  await browser.close()
  await own?.stop()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
