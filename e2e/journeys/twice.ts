import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Clicks twice within some milliseconds. The second click hits the element that is at the position then. */
export async function doubleClick(page: Page, target: Locator, pause = 0): Promise<void> {
  await expect.poll(() => target.isEnabled()).toBe(true)
  const box = await target.boundingBox()
  if (box === null) throw new Error('Expected a button that is seen, but it is not.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await new Promise((resolve) => setTimeout(resolve, pause))
  await page.mouse.click(x, y)
}

/** Returns the list of later POST requests to matching addresses. */
export function listPosts(page: Page, address: RegExp): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && address.test(new URL(request.url()).pathname)) sent.push(request)
  })
  return sent
}

/** Discards the answers to a number of calls, which the server carries out. */
export async function loseAnswers(page: Page, address: string, times: number): Promise<void> {
  let lost = 0
  await page.route(address, async (route) => {
    if (lost >= times) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
}
