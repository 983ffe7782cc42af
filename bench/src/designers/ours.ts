import type { Browser, Page } from 'playwright-core'
import type { FreshServer } from '../../../scripts/fresh-server.ts'
import { median } from '../measure.ts'
import { type Figures, fieldCount, measureKeys, measureUntil } from './measure-page.ts'

const rounds = 3

/** The designer of a form template, and the form in its preview, which is what runs everywhere. */
export async function measureOurs(browser: Browser, server: FreshServer): Promise<Figures> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  // When the last of the fields was there, by the page's own clock.
  await context.addInitScript(`
    new MutationObserver(() => {
      if (!globalThis.drawnAt && document.querySelectorAll('[data-node]').length >= ${fieldCount}) {
        void document.body.offsetHeight
        globalThis.drawnAt = performance.now()
      }
    }).observe(document, { childList: true, subtree: true })`)
  const page = await context.newPage()
  const id = await createTemplate(page, server)
  const designer: number[] = []
  const form: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`/templates/form-template/${id}/form-designer`)
    designer.push(await page.evaluate<number>(sinceDesign))
    // The form is compiled a moment after it was opened, and the preview's code comes with its first use.
    await page.getByText(`${fieldCount} fields`).waitFor()
    await openPreview(page)
    await page.getByRole('button', { name: 'End preview' }).click()
    form.push(await openPreview(page))
  }
  const key = await measureKeys(page, `${stage} input`)
  await context.close()
  return { designer: median(designer), form: median(form), key }
}

const stage = '#designer-preview'

/** From the last byte of the design to the canvas. */
const sinceDesign = `(async () => {
  while (!globalThis.drawnAt) await new Promise((resolve) => setTimeout(resolve, 20))
  return globalThis.drawnAt - performance.getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(location.origin + '/api/') && name.endsWith('/form-designer')).at(-1).responseEnd
})()`

function openPreview(page: Page): Promise<number> {
  const click = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Preview').click()`
  return measureUntil(page, click, { selector: `${stage} input`, count: fieldCount })
}

async function createTemplate(page: Page, { password }: FreshServer): Promise<string> {
  await page.goto('/login')
  await page.getByLabel(/user ?name/i).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  const { id } = await post(page, '/templates/form-template', { name: 'Measured' })
  const root = Array.from({ length: fieldCount }, (_, index) => ({
    id: `n${index}`,
    type: 'text',
    key: `f${index}`,
    props: { label: `Field ${index}` },
  }))
  await post(page, `/templates/form-template/${id}/save-form-design`, {
    designerJson: JSON.stringify({ schema: 2, id: 'bench', root }),
  })
  return id
}

async function post(page: Page, path: string, data: object): Promise<{ id: string }> {
  const context = page.context()
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await context.request.post(`/api${path}`, {
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'idempotency-key': crypto.randomUUID() },
    data,
  })
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}
