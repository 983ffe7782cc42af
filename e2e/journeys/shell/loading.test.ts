import { expect, it } from 'vitest'
import { longWay } from '../../fixtures/long-way.bpmn.ts'
import { addUsers } from '../add-users.ts'
import { deploy, start } from '../engine-rest.ts'
import { settle, takeComplaints, visitAs } from '../visit.ts'
import { countShifts } from './count-shifts.ts'
import { expectArrival } from './go-within.ts'
import { creep, openWithClock } from './slow-clock.ts'

it('a part of the server that does not arrive is asked for again after a second', async () => {
  const page = await visitAs('petra', '/category/view/Home')
  let asked = 0
  await page.route('**/assets/deployments-page-*.js*', async (route) => {
    asked += 1
    if (asked === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.evaluate('window.isStillHere = true')
  await page.getByRole('button', { name: 'Process Engine' }).click()
  await page.getByRole('link', { name: 'Deployments' }).click()
  await expectArrival(page, { pathname: '/processengine/deployment', heading: 'Deployments' })
  expect(asked).toBe(2)
  expect(await page.evaluate('window.isStillHere')).toBe(true)
  expect(takeComplaints().filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([])
})

it('a part that never arrives stops that page alone, says that the connection is lost, and continues when it is back', async () => {
  const page = await visitAs('petra', '/category/view/Home')
  let isLost = true
  await page.route('**/assets/deployments-page-*.js*', (route) =>
    isLost ? route.abort('connectionreset') : route.continue(),
  )
  await page.evaluate('window.isStillHere = true')
  await page.getByRole('button', { name: 'Process Engine' }).click()
  await page.getByRole('link', { name: 'Deployments' }).click()
  await page.getByRole('alert').getByRole('heading', { name: 'The connection is lost' }).waitFor()
  await page.getByRole('link', { name: 'Assigned' }).click()
  await expectArrival(page, { pathname: '/tasks/assigned', heading: 'Assigned' })
  await page.getByRole('link', { name: 'Deployments' }).click()
  await page.getByRole('alert').getByRole('heading', { name: 'The connection is lost' }).waitFor()
  takeComplaints()
  isLost = false
  await expectArrival(page, { pathname: '/processengine/deployment', heading: 'Deployments' })
  expect(await page.evaluate('window.isStillHere')).toBe(true)
  takeComplaints()
})

it('a part that hangs is asked for again after 120000 ms', async () => {
  const page = await visitAs('petra', '/category/view/Home')
  const asked: string[] = []
  await page.route('**/assets/deployments-page-*.js*', async (route) => {
    asked.push(new URL(route.request().url()).search)
    if (asked.length > 1) await route.continue()
  })
  await openWithClock(page, async () => {
    await page.getByRole('button', { name: 'Process Engine' }).click()
    await page.getByRole('link', { name: 'Deployments' }).click()
    await expect.poll(() => asked).toEqual([''])
  })
  await page.clock.runFor(119_000)
  // Whatever else was asked for by then is known when something is answered that was asked for later.
  await page.evaluate(`fetch('/api/actuator/health').then(() => true)`)
  expect(asked).toEqual([''])
  await page.clock.runFor(2_500)
  await creep(page, () => expectArrival(page, { pathname: '/processengine/deployment', heading: 'Deployments' }))
  expect(asked).toHaveLength(2)
  expect(new Set(asked).size).toBe(2)
})

it('a part that a newer version has replaced asks to reload', async () => {
  const page = await visitAs('petra', '/category/view/Home')
  await page.route('**/assets/deployments-page-*.js*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Process Engine' }).click()
  await page.getByRole('link', { name: 'Deployments' }).click()
  await page.getByRole('alert').getByRole('heading', { name: 'A new version is available' }).waitFor()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.waitForLoadState()
  takeComplaints()
})

it('a message goes after 5 seconds', async () => {
  const page = await visitAs('rosa', '/category/view/Home')
  await page.route('**/api/category/favourites/*', (route) =>
    route.fulfill({ status: 404, json: { code: 'thing.not-found', message: 'It is gone.', requestId: 'r-1' } }),
  )
  const message = page.getByRole('alert').getByText('The favourites could not be changed')
  await openWithClock(page, async () => {
    await page.goto('/category/view/Home')
    await settle(page)
    await page.getByRole('button', { name: /Purchase request as favourite/ }).click()
    await message.waitFor()
  })
  await page.mouse.move(0, 0)
  await page.clock.runFor(4_000)
  expect(await message.count()).toBe(1)
  await page.clock.runFor(2_000)
  await creep(page, () => message.waitFor({ state: 'detached' }))
})

it.each([1440, 360])('pages stay where they are while they load, at %i px', async (width) => {
  await deploy('long-way.bpmn', longWay)
  const instance = await start('long-way', `LW-shift-${width}`)
  const username = `sees-much-${width}`
  await addUsers([{ username, roles: ['RoleUser', 'RoleDesign', 'RoleAdmin'] }])
  const page = await visitAs(username, '/help', { width })
  await page.addInitScript(countShifts)
  // Long enough that what stands in the place of an answer is drawn.
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.fallback()
  })
  for (const path of [
    '/category/view/Home',
    '/tasks/unclaimed',
    `/processengine/processes/processinstance/${instance}/variables`,
    '/design/categories',
    '/admin/systemTemplates?mail=assigned',
    '/help/guide/tasks',
  ]) {
    await page.goto(path)
    await settle(page)
    const moved = await page.evaluate<string[]>('shifts.flat()')
    expect.soft({ path, shift: await page.evaluate<number>('shift'), moved }).toEqual({
      path,
      // The state of an instance comes with its title, which on a phone it may move by a line.
      shift: expect.toSatisfy((shift: number) => shift <= (path.includes('/processinstance/') ? 0.03 : 0.02)),
      moved: expect.anything(),
    })
  }
})
