import path from 'node:path'
import type { Browser } from 'playwright-core'
import { median } from '../measure.ts'
import { measureUntil } from './measure-page.ts'
import { edits, elementCount, type ModellerFigures } from './modeller.ts'

/** Creates the benchmark of bpmn-js by itself: without a panel, a list of problems or storage. */
export function createBpmnJsBench(browser: Browser, xml: string) {
  // Of the browser application.
  const dist = path.join(import.meta.dirname, '../../../node_modules/bpmn-js/dist')
  return async (): Promise<ModellerFigures> => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.setContent('<!doctype html><div id="place" style="height: 900px"></div>')
    await page.addStyleTag({ path: path.join(dist, 'assets/diagram-js.css') })
    await page.addScriptTag({ path: path.join(dist, 'bpmn-modeler.production.min.js') })
    const { time } = await measureUntil(
      page,
      `(globalThis.modeler = new BpmnJS({ container: document.querySelector('#place') })).importXML(${JSON.stringify(xml)})`,
      { selector: '.djs-shape', count: elementCount },
    )
    const each = async (act: string) => {
      const times: number[] = []
      for (let count = 0; count < edits; count++)
        times.push(
          await page.evaluate<number>(`(async () => {
            const element = modeler.get('elementRegistry').get('t${count}')
            modeler.get('selection').select(element)
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
            const began = performance.now()
            ${act}
            await new Promise((resolve) => queueMicrotask(resolve))
            void document.body.offsetHeight
            return performance.now() - began
          })()`),
        )
      return median(times)
    }
    const edit = await each("modeler.get('modeling').updateProperties(element, { name: `${element.id} again` })")
    const move = await each("modeler.get('keyboardMoveSelection').moveSelection('right', false)")
    await page.close()
    return { opens: time, edit, move }
  }
}
