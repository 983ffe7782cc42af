import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { FreshServer } from '../../../scripts/fresh-server.ts'
import { post, signIn } from './calls.ts'
import { type Contestant, fieldCount, measureKeys, measureUntil, type Opening, watchWork } from './measure-page.ts'

/**
 * Creates the contestant Millrace: the designer of a form template, and the form in its preview, which uses the same
 * code as all forms.
 */
export async function createOurs(browser: Browser, server: FreshServer): Promise<Contestant> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  // When the last of the fields was there, by the page's own clock.
  await context.addInitScript(`
    new MutationObserver(() => {
      if (!globalThis.drawnAt && document.querySelectorAll('[data-node]').length >= ${fieldCount}) {
        void document.body.offsetHeight
        globalThis.drawnAt = performance.now()
      }
    }).observe(document, { childList: true, subtree: true })`)
  const id = await createTemplate(context, server)
  return {
    name: 'Millrace',
    measure: async () => {
      const page = await context.newPage()
      const designer = await openDesigner(page, `/templates/form-template/${id}/form-designer`)
      // The form is compiled a moment after it was opened, and the preview's code comes with its first use.
      await page.getByText(`${fieldCount} fields`).waitFor()
      await openPreview(page)
      await page.getByRole('button', { name: 'End preview' }).click()
      const form = await openPreview(page)
      const key = await measureKeys(page, `${stage} input`)
      await page.close()
      return { designer: designer.time, designerWork: designer.work, form: form.time, formWork: form.work, key }
    },
  }
}

const stage = '#designer-preview'

/** Milliseconds in which the page has loaded its code, and has nothing more to do than to wait for the design. */
const settling = 1_000

/** From the last byte of the design, which is held back until the code is there, to the canvas. */
async function openDesigner(page: Page, address: string): Promise<Opening> {
  let work: (() => Promise<number>) | undefined
  await page.route(/\/api\/.*\/form-designer$/, async (route) => {
    const response = await route.fetch()
    await page.waitForTimeout(settling)
    work = await watchWork(page)
    await route.fulfill({ response })
  })
  await page.goto(address)
  const time = await page.evaluate<number>(sinceDesign)
  return { time, work: (await work?.()) ?? Number.NaN }
}

const sinceDesign = `(async () => {
  while (!globalThis.drawnAt) await new Promise((resolve) => setTimeout(resolve, 20))
  return globalThis.drawnAt - performance.getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(location.origin + '/api/') && name.endsWith('/form-designer')).at(-1).responseEnd
})()`

function openPreview(page: Page): Promise<Opening> {
  const click = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Preview').click()`
  return measureUntil(page, click, { selector: `${stage} input`, count: fieldCount })
}

async function createTemplate(context: BrowserContext, server: FreshServer): Promise<string> {
  const page = await signIn(context, server)
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
  await page.close()
  return id
}
