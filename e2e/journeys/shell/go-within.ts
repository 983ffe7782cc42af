import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Where the browser is, and what the page calls itself. */
export interface Arrival {
  readonly pathname: string
  readonly heading: string
  readonly title: string
}

/** Goes to an address as a link of the product does, without loading the program anew. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // As a text, because the types of the browser are not those of this program.
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/** Waits until the browser is at an address, under a heading that the tab has too; any heading where none is named. */
export async function expectArrival(page: Page, { pathname, heading }: { pathname: string; heading: string | null }) {
  const expected = heading === null ? { pathname } : { pathname, heading, title: `${heading} | Millrace` }
  await expect
    .poll(() => readArrival(page), { interval: 10 })
    .toEqual({ heading: expect.any(String), title: expect.stringContaining(' | Millrace'), ...expected })
}

async function readArrival(page: Page): Promise<Arrival | null> {
  return page.evaluate<Arrival | null>(`(({ textContent } = {}) => textContent === undefined ? null
    : { pathname: location.pathname, heading: textContent, title: document.title })(document.querySelector('h1') ?? {})`)
}
