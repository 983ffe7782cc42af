import type { Page, Route } from 'playwright-core'

/**
 * Answers calls in place of the server until the returned function is called. The route of the page stays registered,
 * because removing it while files are loading can lose these files.
 */
export async function interfere(page: Page, path: string, answer: (route: Route) => Promise<void>) {
  let isOver = false
  await page.route(`**/api${path}`, (route) => (isOver ? route.fallback() : answer(route)))
  return () => {
    isOver = true
  }
}
