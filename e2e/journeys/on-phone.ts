import type { Page } from 'playwright-core'
import { settle } from './visit.ts'

/** Whether journeys walk everything at each width and in each scheme: by `npm run soak`. */
export const isSoak = process.env.MILLRACE_SOAK === '1'

export const phoneWidth = 360

/** Looks at a page as it is on a phone, without loading the program again, and makes the window as wide as before. */
export async function onPhone<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: phoneWidth, height: 780 })
  await settle(page)
  const result = await look()
  if (before !== null) await page.setViewportSize(before)
  await settle(page)
  return result
}
