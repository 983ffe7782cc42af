import type { Page, Route } from 'playwright-core'

/**
 * Answers calls in the server's place until the function that it gives is called. The page's route itself stays: where
 * it is taken away while files are on their way, the browser may never get these.
 */
export async function interfere(page: Page, path: string, answer: (route: Route) => Promise<void>) {
  let isOver = false
  await page.route(`**/api${path}`, (route) => (isOver ? route.fallback() : answer(route)))
  return () => {
    isOver = true
  }
}
