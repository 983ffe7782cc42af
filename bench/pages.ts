import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { median } from './src/measure.ts'
import { type Load, measureLoad, type OpenedPage } from './src/pages/load.ts'
import { measureNavigation } from './src/pages/navigation.ts'
import { startSampleServer } from './src/pages/sample-server.ts'

/**
 * `npm run bench:pages [NAME…]`: how long a person waits, in a real browser against the real server with the sample
 * application. Opened by their address on slow 4G with the processor four times slower: cold with nothing cached, warm
 * with what the first visit left. Then from the click in the menu until the page shows its content, without any slowing
 * down. A goal that is missed is marked; it is not a failure, because the machine decides as well.
 */
const rounds = 5
const wanted = process.argv.slice(2)
const server = await startSampleServer()
try {
  const browser = await launchBrowser()
  const state = await signIn(browser)
  const { id, instanceId } = server.task
  const pages: readonly OpenedPage[] = [
    { name: 'Sign-in', path: '/login', ready: 'input[name=password]', goal: 1_500 },
    { name: 'Home', path: '/category/view/Home', ready: 'main article', goal: 2_200 },
    { name: 'Task list', path: '/tasks/assigned', ready: 'main a[href*="/tasks/viewtask/"]', goal: 2_800 },
    { name: 'Task', path: `/tasks/viewtask/assigned/${id}`, ready: 'main form input', goal: 3_500 },
    {
      name: 'Instance',
      path: `/processengine/processes/processinstance/${instanceId}/variables`,
      ready: 'main svg [data-element-id=approve-by-manager]',
      goal: 3_500,
    },
  ]
  console.log(`Opened on slow 4G, CPU x4, median of ${rounds}, in ms:`)
  console.log('            goal   cold   warm   painted  shift     kB  requests')
  for (const page of pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    print(page, await openOften(browser, page, page.path === '/login' ? undefined : state))
  if (wanted.length === 0) await measureMenu(browser, state)
  await browser.close()
} finally {
  await server.stop()
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function signIn(browser: Browser): Promise<State> {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(server.password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL('**/category/view/Home')
  // Only then does the browser remember that somebody is signed in, and asks early the next time.
  await page.getByRole('main').getByRole('article').first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

interface Opened {
  readonly cold: readonly Load[]
  readonly warm: readonly Load[]
}

async function openOften(browser: Browser, page: OpenedPage, state: State | undefined): Promise<Opened> {
  const [cold, warm]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
      ...(state === undefined ? {} : { storageState: state }),
    })
    cold.push(await measureLoad(context, page))
    warm.push(await measureLoad(context, page))
    await context.close()
  }
  return { cold, warm }
}

function print({ name, goal }: OpenedPage, { cold, warm }: Opened): void {
  const of = (loads: readonly Load[], key: keyof Load) => median(loads.map((load) => load[key]))
  const ready = of(cold, 'ready')
  const column = (value: number | string, width: number) => String(value).padStart(width)
  const facts = [
    column(goal, 6),
    column(ready.toFixed(0), 7),
    column(of(warm, 'ready').toFixed(0), 7),
    column(of(cold, 'painted').toFixed(0), 10),
    column(of(cold, 'shift').toFixed(3), 7),
    column((of(cold, 'bytes') / 1000).toFixed(0), 7),
    column(of(cold, 'requests'), 10),
  ]
  console.log(`${name.padEnd(10)}${facts.join('')}${ready > goal ? '   missed' : ''}`)
}

async function measureMenu(browser: Browser, state: State): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: state,
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto('/category/view/Home')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Process Engine' }).click()
  console.log('From the click in the menu to the content, median of 5 after one round, in ms:')
  for (const name of ['Assigned', 'Unclaimed', 'Started By Me', 'Deployments'])
    console.log(`${name.padEnd(14)} ${median(await navigateOften(page, name)).toFixed(0)}`)
}

async function navigateOften(page: Page, name: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await page.getByRole('link', { name: 'Start process', exact: true }).first().click()
    await page.waitForURL('**/category/view/**')
    const time = await measureNavigation(page, name)
    if (round > 0) times.push(time)
  }
  return times
}
