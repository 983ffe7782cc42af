import type { Page } from 'playwright-core'

/** Milliseconds: so much goes by in the page, and then so much here before the next beat. */
const beat = { inPage: 10, here: 40 } as const

/**
 * Opens a page with a clock that the test controls. During loading the clock runs very slowly, so that a slow machine
 * has enough time; then it stops.
 */
export async function openWithClock(page: Page, open: () => Promise<unknown>): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
  await creep(page, open)
}

/**
 * Carries out an action on a page with a stopped clock, which runs very slowly meanwhile, because many changes of the
 * page wait for a moment.
 */
export async function creep<T>(page: Page, act: () => Promise<T>): Promise<T> {
  let isOver = false
  const over = Promise.allSettled([act()]).then(([result]) => {
    isOver = true
    return result
  })
  while (!isOver) {
    await page.clock.runFor(beat.inPage)
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, beat.here))])
  }
  const result = await over
  if (result.status === 'rejected') throw result.reason
  return result.value
}
