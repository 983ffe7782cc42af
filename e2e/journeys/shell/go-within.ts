import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The address of the browser, with the heading and the title of the page. */
export interface Arrival {
  readonly pathname: string
  readonly heading: string
  readonly title: string
}

/**
 * Opens an address like a link of the product, without loading the application again. It begins with a pointer event;
 * otherwise calls after a quiet answer would count as its reaction.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  // As a text, because the types of the browser are not those of this program.
  await page.evaluate(
    `dispatchEvent(new Event('pointerdown')); history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/**
 * Waits until the browser is at an address, with a heading that the title of the tab has too; any heading when none is
 * given.
 */
export async function expectArrival(page: Page, { pathname, heading }: { pathname: string; heading: string | null }) {
  const expected = heading === null ? { pathname } : { pathname, heading, title: `${heading} | Millrace` }
  await expect
    .poll(() => awaitArrival(page, expected), { interval: 10 })
    .toEqual({ heading: expect.any(String), title: expect.stringContaining(' | Millrace'), ...expected })
}

/**
 * Waits in the page, where a look costs nothing, for a second or so: a page that is left meanwhile is asked anew.
 * @returns what is expected, or where the browser is instead.
 */
async function awaitArrival(page: Page, expected: Partial<Arrival>): Promise<Arrival | null> {
  return page.evaluate<Arrival | null>(`new Promise((resolve) => {
    const expected = Object.entries(${JSON.stringify(expected)})
    const look = (looksLeft) => {
      const heading = document.querySelector('h1')?.textContent ?? null
      const found = heading === null ? null : { pathname: location.pathname, heading, title: document.title }
      const isThere = found?.title.includes(' | Millrace') && expected.every(([key, value]) => found[key] === value)
      if (isThere || looksLeft === 0) resolve(found)
      else setTimeout(look, 10, looksLeft - 1)
    }
    look(100)
  })`)
}
