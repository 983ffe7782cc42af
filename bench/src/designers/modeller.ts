import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { FreshServer } from '../../../scripts/fresh-server.ts'
import { median } from '../measure.ts'
import { post, signIn } from './calls.ts'

/** The number of elements of the opened process. */
export const elementCount = 500

/** The results of the modeller in milliseconds. */
export interface ModellerFigures {
  /** From the last byte of the process to all of its elements, with the code there already. */
  readonly opens: number
  /** From a change of a name until it is drawn and laid out. */
  readonly edit: number
  /** From the key that moves a step until it and its flows are. */
  readonly move: number
}

/** The goals of the modeller in milliseconds. */
export const modellerGoals: ModellerFigures = { opens: 1_500, edit: 50, move: 50 }

/** The number of changed names. */
export const edits = 20

/** Creates the benchmark that opens a process of 500 elements in the modeller, and changes names in it. */
export async function createModellerBench(browser: Browser, server: FreshServer) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  // When the last of the elements was there, by the page's own clock.
  await context.addInitScript(`
    new MutationObserver(() => {
      if (!globalThis.drawnAt && document.querySelectorAll('.djs-shape').length >= ${elementCount}) {
        void document.body.offsetHeight
        globalThis.drawnAt = performance.now()
      }
    }).observe(document, { childList: true, subtree: true })`)
  const address = await createLongProcess(context, server)
  return async (): Promise<ModellerFigures> => {
    const page = await context.newPage()
    // The code is there: whoever draws has opened the modeller before.
    await page.goto(address)
    await page
      .locator('.djs-shape')
      .nth(elementCount - 1)
      .waitFor({ state: 'attached' })
    await page.reload()
    await page
      .locator('.djs-shape')
      .nth(elementCount - 1)
      .waitFor({ state: 'attached' })
    const opens = await page.evaluate<number>(sinceProcess)
    // Once it tells what is selected.
    await page.locator('aside header[data-element]').waitFor()
    const edit = await measureEdits(page)
    const move = await measureMoves(page)
    await page.close()
    return { opens, edit, move }
  }
}

const sinceProcess = `globalThis.drawnAt - performance.getEntriesByType('resource')
  .filter(({ name }) => name.startsWith(location.origin + '/api/') && name.endsWith('/modeller')).at(-1).responseEnd`

/** Measures edits in the panel: a name is typed, and the field is left. */
async function measureEdits(page: Page): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < edits; count++) {
    await select(page, `t${count}`)
    times.push(
      await page.evaluate<number>(`(async () => {
        const field = document.querySelector('[data-property="name"] input, [data-property="name"] textarea')
        const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set
        field.focus()
        set.call(field, 'Step ${count} again')
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        const began = performance.now()
        field.blur()
        await new Promise((resolve) => queueMicrotask(resolve))
        void document.body.offsetHeight
        return performance.now() - began
      })()`),
    )
  }
  return median(times)
}

/** Whatever stands over it: what is offered beside the one before is not drawn smaller with the drawing. */
async function select(page: Page, id: string): Promise<void> {
  await page.locator(`[data-element-id="${id}"] .djs-hit`).first().dispatchEvent('click', { button: 0 })
  await page.locator(`aside [data-element="${id}"]`).waitFor()
}

/** Measures moves of an element by arrow keys. */
async function measureMoves(page: Page): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < edits; count++) {
    const step = `[data-element-id="t${count}"].djs-shape`
    await select(page, `t${count}`)
    const { time, isMoved } = await page.evaluate<{ time: number; isMoved: boolean }>(`(async () => {
      const place = () => document.querySelector('${step}').getAttribute('transform')
      const before = place()
      document.querySelector('.djs-container svg').focus()
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const began = performance.now()
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
      await new Promise((resolve) => queueMicrotask(resolve))
      void document.body.offsetHeight
      return { time: performance.now() - began, isMoved: place() !== before }
    })()`)
    if (!isMoved) throw new Error(`Expected the key to move t${count}, but it did not.`)
    times.push(time)
  }
  return median(times)
}

async function createLongProcess(context: BrowserContext, server: FreshServer): Promise<string> {
  const page = await signIn(context, server)
  const { id: appId } = await post(page, '/applications', { name: 'Measured', key: 'measured' })
  const path = `/applications/${appId}/appprocesses`
  const { id } = await post(page, path, { name: 'Long', key: 'long' })
  await post(page, `${path}/${id}/saveProcessDesign`, { xml: writeLongProcess(), version: 1 })
  await page.close()
  return `${path}/${id}/modeller`
}

/** Returns a process with tasks in rows, each followed by the next one. */
export function writeLongProcess(): string {
  const ids = Array.from({ length: elementCount }, (_, at) => at)
  const flows = ids.slice(1)
  const place = (at: number) => ({ x: 160 + (at % 25) * 150, y: 80 + Math.floor(at / 25) * 120 })
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="bench">
  <process id="long" name="Long" isExecutable="true">
    ${ids.map((at) => `<userTask id="t${at}" name="Step ${at}"/>`).join('\n    ')}
    ${flows.map((at) => `<sequenceFlow id="f${at}" sourceRef="t${at - 1}" targetRef="t${at}"/>`).join('\n    ')}
  </process>
  <bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="long">
    ${ids
      .map((at) => {
        const { x, y } = place(at)
        return `<bpmndi:BPMNShape id="t${at}_di" bpmnElement="t${at}"><dc:Bounds x="${x}" y="${y}" width="100" height="80"/></bpmndi:BPMNShape>`
      })
      .join('\n    ')}
    ${flows
      .map((at) => {
        const [from, to] = [place(at - 1), place(at)]
        return `<bpmndi:BPMNEdge id="f${at}_di" bpmnElement="f${at}"><di:waypoint x="${from.x + 100}" y="${from.y + 40}"/><di:waypoint x="${to.x}" y="${to.y + 40}"/></bpmndi:BPMNEdge>`
      })
      .join('\n    ')}
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>`
}
