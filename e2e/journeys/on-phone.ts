import type { Page } from 'playwright-core'
import { settle } from './visit.ts'

/** Whether journeys test everything at each width and in each scheme, as `npm run soak` does. */
export const isSoak = process.env.MILLRACE_SOAK === '1'

export const phoneWidth = 360

/**
 * Calls a function while the page has the width of a phone, without loading the application again, and restores the
 * width afterwards.
 */
export async function onPhone<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: phoneWidth, height: 780 })
  await settle(page)
  const result = await look()
  if (before !== null) await page.setViewportSize(before)
  await settle(page)
  return result
}
