import path from 'node:path'
import type { Browser } from 'playwright-core'
import { median } from '../measure.ts'
import { type Figures, fieldCount, measureKeys, measureUntil } from './measure-page.ts'

const rounds = 3

/** The builder and the renderer of Form.io. */
export async function measureFormIo(browser: Browser, folder: string): Promise<Figures> {
  const schema = JSON.stringify({
    display: 'form',
    components: Array.from({ length: fieldCount }, (_, index) => ({
      type: 'textfield',
      key: `f${index}`,
      label: `Field ${index}`,
      input: true,
    })),
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<!doctype html><div id="place"></div>')
  await page.addScriptTag({ path: path.join(folder, 'node_modules/@formio/js/dist/formio.full.min.js') })
  const measure = async (make: string, selector: string): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await page.evaluate("document.querySelector('#place').replaceChildren()")
      times.push(
        await measureUntil(page, `Formio.${make}(document.querySelector('#place'), ${schema})`, {
          selector,
          count: fieldCount,
        }),
      )
    }
    return median(times)
  }
  const designer = await measure('builder', '#place .builder-component')
  const form = await measure('createForm', '#place input[type=text]')
  const key = await measureKeys(page, '#place input[type=text]')
  await page.close()
  return { designer, form, key }
}
