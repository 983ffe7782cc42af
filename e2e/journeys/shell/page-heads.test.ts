import { describe, expect, it } from 'vitest'
import { settle, visitAs } from '../visit.ts'
import { goWithin } from './go-within.ts'
import { specifiedRoutes } from './route-list.ts'

/** Who opens which part of the route table. */
const people = [
  { username: 'rosa', role: 'RoleUser' },
  { username: 'petra', role: 'RoleProcessAdmin' },
  { username: 'dario', role: 'RoleDesign' },
  { username: 'ines', role: 'RoleIntegration' },
  { username: 'ulla', role: 'RoleUserAdmin' },
  { username: 'adam', role: 'RoleAdmin' },
] as const

describe.each(people)('each page of $role', ({ username, role }) => {
  it('has a breadcrumb that ends with itself, a help text, and the way to its help', async () => {
    const page = await visitAs(username, '/category/view/Home')
    for (const { path, title } of specifiedRoutes.filter(({ roles }) => roles[0] === role)) {
      await goWithin(page, path)
      await settle(page)
      const head = await page.evaluate<PageHead>(readHead)
      expect.soft({ path, ...head }).toMatchObject({
        path,
        // The breadcrumb of a category ends with its name.
        ...(title === null || path.startsWith('/category/') ? {} : { last: title }),
        current: 'page',
        help: expect.stringMatching(/^\/help\/\w+$/),
      })
      expect.soft([path, head.text.length > 10, head.text.length <= 76]).toEqual([path, true, true])
    }
  })
})

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
