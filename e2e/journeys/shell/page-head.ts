import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SpecifiedRoute } from '../../../apps/web/src/testing/specified-routes.ts'

/**
 * Returns whether a page has its own bar with title, link back and help, as the form designer and the modeller do
 * (specification, "Form designer screen").
 */
export const hasOwnBar = (path: string) => /\/(?:form-?designer|modeller|appdecisions\/[^/]+\/editor)$/.test(path)

const endsWithName = /^\/(?:category|usersgroups\/roles|admin\/audit\/revision)\/./

/** Expects a breadcrumb that ends with the page, a help text, and a link to the help. */
export async function expectPageHead(page: Page, { path, title }: Pick<SpecifiedRoute, 'path' | 'title'>) {
  const read = () => page.evaluate<PageHead>(readHead)
  // A revision has its text once it is read.
  await expect.poll(async () => (await read()).text).not.toBe('')
  const head = await read()
  expect.soft({ path, ...head }).toMatchObject({
    path,
    // The breadcrumb of a category, a role or a revision ends with its name.
    ...(title === null || endsWithName.test(path) ? {} : { last: title }),
    current: 'page',
    help: expect.stringMatching(/^\/help\/\w+$/),
  })
  expect.soft([path, head.text.length > 10, head.text.length <= 76]).toEqual([path, true, true])
}

interface PageHead {
  /** The end of the breadcrumb, and what it says of itself. */
  readonly last: string | null
  readonly current: string | null
  readonly help: string | null
  readonly text: string
}

/** As a text, because the types of the browser are not those of this program. */
const readHead = `(() => {
  const main = document.querySelector('main')
  const last = [...main.querySelectorAll('nav[aria-label="Breadcrumb"] li, nav[aria-label="Breadcrumb"] [aria-current]')].at(-1)
  return {
    last: last?.textContent.trim() ?? null,
    current: last?.closest('[aria-current]')?.getAttribute('aria-current') ?? null,
    help: main.querySelector('a[aria-label^="Help on "]')?.getAttribute('href') ?? null,
    text: main.querySelector('header > p')?.textContent ?? '',
  }
})()`
