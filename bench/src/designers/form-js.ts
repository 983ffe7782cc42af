import path from 'node:path'
import type { Browser } from 'playwright-core'
import { type Contestant, fieldCount, measureKeys, measureUntil } from './measure-page.ts'

/** Creates the contestant form-js: its editor and its viewer. */
export function createFormJs(browser: Browser, folder: string): Contestant {
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
  return {
    name: 'form-js',
    measure: async () => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.setContent('<!doctype html><div id="editor"></div><div id="viewer"></div>')
      await page.addScriptTag({ path: path.join(dist, 'form-editor.umd.js') })
      await page.addScriptTag({ path: path.join(dist, 'form-viewer.umd.js') })
      const designer = await measureUntil(
        page,
        `FormEditor.createFormEditor({ container: document.querySelector('#editor'), schema: ${schema} })`,
        { selector: '#editor .fjs-element[data-id^=Field_]', count: fieldCount },
      )
      await page.evaluate("document.querySelector('#editor').replaceChildren()")
      const open = async () => {
        await page.evaluate("document.querySelector('#viewer').replaceChildren()")
        return measureUntil(
          page,
          `FormViewer.createForm({ container: document.querySelector('#viewer'), schema: ${schema} })`,
          { selector: '#viewer input', count: fieldCount },
        )
      }
      await open()
      const form = await open()
      const key = await measureKeys(page, '#viewer input')
      await page.close()
      return { designer: designer.time, designerWork: designer.work, form: form.time, formWork: form.work, key }
    },
  }
}
