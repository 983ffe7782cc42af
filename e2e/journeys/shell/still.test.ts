import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type SpecifiedRoute, specifiedRoutes } from '../../../apps/web/src/testing/specified-routes.ts'
import { addUsers } from '../add-users.ts'
import { callAs } from '../design.ts'
import { phoneWidth } from '../on-phone.ts'
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
    const { moved, look } = await watchShifts(page)
    for (const { path, title } of specifiedRoutes.filter(isWalked)) {
      await look(path, title)
      const record = await findRecord(page)
      if (record !== null) await look(record, null)
    }
    expect(moved).toEqual([])
  },
)

it('connections, APIs and adapters stay where they are while they load, on a phone', { timeout: 240_000 }, async () => {
  await addUsers([{ username: 'sees-systems', roles: ['RoleUser', 'RoleIntegration', 'RoleProcessAdmin'] }])
  const page = await visitAs('sees-systems', '/help', { width: phoneWidth })
  const system = await callAs(page, '/external-systems', { name: 'Warehouse of the northern harbour' })
  const connection = await callAs(page, `/external-systems/${system.id}/connections`, {
    name: 'Warehouse REST service',
    settings: { kind: 'rest', baseUrl: 'https://warehouse.example.org', signIn: 'none' },
    secret: '',
  })
  const api = await callAs(page, `/external-systems/${system.id}/apis`, { name: 'Stock', connectionId: connection.id })
  const adapter = await callAs(page, `/external-apis/${api.id}/adapters`, {
    name: 'Find articles',
    key: 'findArticles',
    settings: { kind: 'rest', method: 'GET', path: '/articles', columns: [{ key: 'number', path: 'number' }] },
  })
  const webhook = await callAs(page, `/external-apis/${api.id}/listeners`, {
    name: 'Orders',
    settings: { kind: 'webhook', target: { action: 'start', process: 'order' } },
  })
  const { moved, look } = await watchShifts(page)
  const start = `/integrate/externalsystems/${system.id}`
  await look(start, 'Warehouse of the northern harbour')
  await look(`${start}/rest/${connection.id}`, 'Warehouse REST service')
  await look(`${start}/apis/${api.id}`, 'Stock')
  await look(`${start}/restadapters/${adapter.id}`, 'Find articles')
  await look(`${start}/apis/${api.id}/webhooks/${webhook.id}`, 'Orders')
  expect(moved).toEqual([])
})

/** Measures the layout shifts of each page that `look` opens. Pages above their limit are in `moved`, as JSON. */
async function watchShifts(page: Page) {
  // Long enough that placeholders are drawn, and short enough for so many pages.
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    await route.fallback().catch(() => undefined)
  })
  await page.evaluate(countShifts)
  const moved: string[] = []
  const look = async (path: string, heading: string | null) => {
    await page.evaluate('globalThis.shift = 0; globalThis.shifts = []')
    await goWithin(page, path)
    await expectArrival(page, { pathname: path, heading })
    await settle(page)
    const shift = await page.evaluate<number>('shift')
    if (shift >= (path.includes('/processinstance/') ? limitOfInstances : limit))
      moved.push(JSON.stringify({ path, shift, nodes: await page.evaluate<string[]>('shifts.flat()') }))
  }
  return { moved, look }
}

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
