import type { Page } from 'playwright-core'

/**
 * Measures the milliseconds from a click on a menu link until the page shows its content. It is measured in the page,
 * so that calls of the test do not count.
 */
export async function measureNavigation(page: Page, name: string): Promise<number> {
  // A number may follow the name.
  const link = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
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
