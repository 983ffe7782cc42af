import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { median } from './src/measure.ts'

/**
 * Texts, here and below, because the types of the browser are not those of this program. The page itself notes when the
 * frame with its first card has been painted: a test that asks from outside would ask only every half second.
 */
const noteReady = `globalThis.whenReady = new Promise((resolve) => {
  const look = () => {
    const card = document.querySelector('main article')
    if (card === null || card.getClientRects().length === 0) requestAnimationFrame(look)
    else setTimeout(() => resolve(performance.now()))
  }
  requestAnimationFrame(look)
})`
const readLoad = `whenReady.then((ready) => new Promise((resolve) => {
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  const tell = (shift) => resolve({ ready, painted, shift })
  new PerformanceObserver((list) => tell(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => tell(0), 500)
}))`

/**
 * `npm run bench:pages`: how long a person waits, in a real browser against the real server with the sample
 * application. Cold: Home on slow 4G (1.6 Mbit/s down, 750 kbit/s up, 150 ms) with the processor four times slower,
 * nothing cached, until the first card is painted. Warm: from the click in the menu until the page shows its content,
 * without any slowing down.
 */
const rounds = 5
const password = 'administrator-1'
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-pages-'))
const server = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.ts')], {
  env: {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    MILLRACE_DATA: dataFolder,
    MILLRACE_SAMPLES: 'on',
    MILLRACE_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
try {
  const url = await readUrl(server.stdout)
  const browser = await launchBrowser()
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await signIn(await context.newPage())
  const state = await context.storageState()

  const cold: Load[] = []
  for (let round = 0; round < rounds; round++) {
    const fresh = await browser.newContext({
      baseURL: url,
      storageState: state,
      viewport: { width: 1440, height: 900 },
    })
    cold.push(await measureCold(fresh))
    await fresh.close()
  }
  const of = (key: keyof Load) => median(cold.map((load) => load[key]))
  console.log(`Home, cold, slow 4G, CPU x4, median of ${rounds}:`)
  console.log(`  first paint with content ${of('painted').toFixed(0)} ms, ready ${of('ready').toFixed(0)} ms`)
  console.log(`  layout shift ${of('shift').toFixed(3)}, ${(of('bytes') / 1000).toFixed(0)} kB over the wire`)

  const page = await context.newPage()
  await page.goto('/category/view/Home')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Process Engine' }).click()
  console.log('Warm navigation, from click to content, median of 5 after one round:')
  for (const name of ['Assigned', 'Unclaimed', 'Started By Me', 'Deployments']) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      await page.getByRole('link', { name: 'Start process', exact: true }).first().click()
      await page.waitForURL('**/category/view/**')
      const time = await measureWarm(page, name)
      if (round > 0) times.push(time)
    }
    console.log(`  ${name.padEnd(14)} ${median(times).toFixed(0)} ms`)
  }
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

interface Load {
  /** ms since the navigation began. */
  readonly painted: number
  readonly ready: number
  readonly shift: number
  readonly bytes: number
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL('**/category/view/Home')
  // Only then does the browser remember that somebody is signed in, and asks early the next time.
  await page.getByRole('main').getByRole('article').first().waitFor()
}

async function measureCold(context: BrowserContext): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(noteReady)
  await page.goto('/category/view/Home', { waitUntil: 'commit' })
  const load = await page.evaluate<Omit<Load, 'bytes'>>(readLoad)
  return { ...load, bytes }
}

/** Measured in the page, so that the time of the test's own calls is not in it. */
async function measureWarm(page: Page, name: string): Promise<number> {
  const link = page.getByRole('link', { name, exact: true }).first()
  await link.hover()
  const address = await link.getAttribute('href')
  return page.evaluate<number>(`new Promise((resolve) => {
    const heading = () => document.querySelector('main h1')?.textContent
    const isLoading = () => document.querySelector('main .mantine-Skeleton-root, main [aria-label="Loading"]') !== null
    const before = heading()
    const began = performance.now()
    const look = () => {
      const now = heading()
      if (now !== undefined && now !== before && !isLoading()) resolve(performance.now() - began)
      else requestAnimationFrame(look)
    }
    document.querySelector('a[href="${address}"]').click()
    requestAnimationFrame(look)
  })`)
}

async function readUrl(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    output.on('data', (part) => {
      text += String(part)
      const url = /Millrace is at (\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
    output.on('end', () => reject(new Error(`Expected the server to start, but it ended and printed: ${text}`)))
  })
}
