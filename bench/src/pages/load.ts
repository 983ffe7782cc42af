import type { BrowserContext } from 'playwright-core'

/** A page that is opened by its address. */
export interface OpenedPage {
  readonly name: string
  readonly path: string
  /** Selector of what the person came for. */
  readonly ready: string
  /** Milliseconds until it is there, cold. */
  readonly goal: number
}

export interface Load {
  /** Milliseconds since the navigation began: something is seen; what the person came for is. */
  readonly painted: number
  readonly ready: number
  readonly shift: number
  readonly bytes: number
  readonly requests: number
}

/**
 * Measures the load time of a page in a slow browser: slow 4G (1.6 Mbit/s down, 750 kbit/s up, 150 ms) and a processor
 * that is four times slower. The cache is that of the context.
 */
export async function measureLoad(context: BrowserContext, { path, ready }: OpenedPage): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    if (encodedDataLength > 0) requests += 1
  })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(noteReady(ready))
  await page.goto(path, { waitUntil: 'commit' })
  const load = await page.evaluate<Omit<Load, 'bytes' | 'requests'>>(readLoad)
  await page.close()
  return { ...load, bytes, requests }
}

/**
 * Texts, because the types of the browser are not those of this program. The page itself notes when the frame has been
 * painted: a test that asks from outside would ask only every half second.
 */
const noteReady = (selector: string) => `globalThis.whenReady = new Promise((resolve) => {
  const look = () => {
    const found = document.querySelector(${JSON.stringify(selector)})
    if (found === null || found.getClientRects().length === 0) requestAnimationFrame(look)
    else setTimeout(() => resolve(performance.now()))
  }
  requestAnimationFrame(look)
})`

/** The browser tells of the first paint a little later: a page that is there at once is ready before. */
const readLoad = `Promise.all([whenReady, new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
  }).observe({ type: 'paint', buffered: true })
  setTimeout(() => resolve(Number.NaN), 5_000)
})]).then(([ready, painted]) => new Promise((resolve) => {
  const tell = (shift) => resolve({ ready, painted, shift })
  new PerformanceObserver((list) => tell(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => tell(0), 500)
}))`
