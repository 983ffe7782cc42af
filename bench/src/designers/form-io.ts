import path from 'node:path'
import type { Browser } from 'playwright-core'
import { type Contestant, fieldCount, measureKeys, measureUntil } from './measure-page.ts'

/** Creates the contestant Form.io: its builder and its renderer. */
export function createFormIo(browser: Browser, folder: string): Contestant {
  const schema = JSON.stringify({
    display: 'form',
    components: Array.from({ length: fieldCount }, (_, index) => ({
      type: 'textfield',
      key: `f${index}`,
      label: `Field ${index}`,
      input: true,
    })),
  })
  return {
    name: 'Form.io',
    measure: async () => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      // It asks for cookies, which a page without an address has not.
      const address = 'http://peer.localhost/'
      const body = '<!doctype html><div id="place"></div>'
      await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.goto(address)
      await page.addScriptTag({ path: path.join(folder, 'node_modules/@formio/js/dist/formio.full.min.js') })
      const open = async (make: string, selector: string) => {
        await page.evaluate("document.querySelector('#place').replaceChildren()")
        return measureUntil(page, `Formio.${make}(document.querySelector('#place'), ${schema})`, {
          selector,
          count: fieldCount,
        })
      }
      const designer = await open('builder', '#place .builder-component')
      await open('createForm', '#place input[type=text]')
      const form = await open('createForm', '#place input[type=text]')
      const key = await measureKeys(page, '#place input[type=text]')
      await page.close()
      return { designer: designer.time, designerWork: designer.work, form: form.time, formWork: form.work, key }
    },
  }
}
