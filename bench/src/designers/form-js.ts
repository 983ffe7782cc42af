import path from 'node:path'
import type { Browser } from 'playwright-core'
import { median } from '../measure.ts'
import { type Figures, fieldCount, measureKeys, measureUntil } from './measure-page.ts'

const rounds = 3

/** The editor and the viewer of form-js. */
export async function measureFormJs(browser: Browser, folder: string): Promise<Figures> {
  const dist = path.join(folder, 'node_modules/@bpmn-io/form-js/dist')
  const schema = JSON.stringify({
    type: 'default',
    schemaVersion: 18,
    components: Array.from({ length: fieldCount }, (_, index) => ({
      type: 'textfield',
      id: `Field_${index}`,
      key: `f${index}`,
      label: `Field ${index}`,
    })),
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<!doctype html><div id="editor"></div><div id="viewer"></div>')
  await page.addScriptTag({ path: path.join(dist, 'form-editor.umd.js') })
  await page.addScriptTag({ path: path.join(dist, 'form-viewer.umd.js') })
  const designer: number[] = []
  const form: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate("document.querySelector('#editor').replaceChildren()")
    designer.push(
      await measureUntil(
        page,
        `FormEditor.createFormEditor({ container: document.querySelector('#editor'), schema: ${schema} })`,
        { selector: '#editor .fjs-element[data-id^=Field_]', count: fieldCount },
      ),
    )
  }
  await page.evaluate("document.querySelector('#editor').replaceChildren()")
  for (let round = 0; round < rounds; round++) {
    await page.evaluate("document.querySelector('#viewer').replaceChildren()")
    form.push(
      await measureUntil(
        page,
        `FormViewer.createForm({ container: document.querySelector('#viewer'), schema: ${schema} })`,
        { selector: '#viewer input', count: fieldCount },
      ),
    )
  }
  const key = await measureKeys(page, '#viewer input')
  await page.close()
  return { designer: median(designer), form: median(form), key }
}
