import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type SpecifiedRoute, specifiedRoutes } from '../../../apps/web/src/testing/specified-routes.ts'
import { addUsers } from '../add-users.ts'
import { settle, visitAs } from '../visit.ts'
import { countShifts } from './count-shifts.ts'
import { expectArrival, goWithin } from './go-within.ts'

/** `npm run soak` walks all widths, and more records. */
const isLong = process.env.MILLRACE_SOAK === '1'
const widths = isLong ? [360, 768, 1440] : [768]

const roles = ['RoleUser', 'RoleProcessAdmin', 'RoleDesign', 'RoleIntegration', 'RoleUserAdmin', 'RoleAdmin'] as const

/** Moves of content by less than this are hardly seen: the limit of “good” of the Web Vitals is 0.1. */
const limit = 0.05
/** The actions of an instance come with its state, and take a line of their own where the window is narrow. */
const limitOfInstances = 0.06

// One sign-in for each width, and moves within the application: the program is loaded once.
it.each(widths)(
  'lists and records stay where they are while they load, at %i px',
  { timeout: 600_000 },
  async (width) => {
    const username = `sees-all-${width}`
    await addUsers([{ username, roles }])
    const page = await visitAs(username, '/help', { width })
    // Long enough that placeholders are drawn, and short enough for so many pages.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await route.fallback().catch(() => undefined)
    })
    await page.evaluate(countShifts)
    const moved: object[] = []
    const look = async (path: string, heading: string | null) => {
      await page.evaluate('globalThis.shift = 0; globalThis.shifts = []')
      await goWithin(page, path)
      await expectArrival(page, { pathname: path, heading })
      await settle(page)
      const shift = await page.evaluate<number>('shift')
      if (shift >= (path.includes('/processinstance/') ? limitOfInstances : limit))
        moved.push({ path, shift, nodes: await page.evaluate<string[]>('shifts.flat()') })
    }
    for (const { path, title } of specifiedRoutes.filter(isWalked)) {
      await look(path, title)
      const record = await findRecord(page)
      if (record !== null) await look(record, null)
    }
    expect(moved.map((one) => JSON.stringify(one))).toEqual([])
  },
)

/** Pages with a number in their address are records that do not exist. */
function isWalked({ path, roles: needed }: SpecifiedRoute): boolean {
  return !/\/\d/.test(path) && needed.some((role) => (roles as readonly string[]).includes(role))
}

/** Returns the address of the first record of a list; null: the page has no list with records. */
async function findRecord(page: Page): Promise<string | null> {
  const [href] = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main table tbody tr a[href]')].slice(0, 1).map((link) => new URL(link.href).pathname)`,
  )
  return href ?? null
}
