import type { Page } from 'playwright-core'
import { median } from '../measure.ts'

export const fieldCount = 300

/** Milliseconds, medians. */
export interface Figures {
  /** From the design to the canvas that is drawn. */
  readonly designer: number
  /** From the form to its fields. */
  readonly form: number
  /** From a change in a field until all that follows from it is drawn. */
  readonly key: number
}

export const goals: Figures = { designer: 400, form: 400, key: 16 }

const presses = 40

/** What a key press costs in fields of a page: the event is handled and the page laid out. */
export async function measureKeys(page: Page, selector: string): Promise<number> {
  const times = await page.evaluate<number[]>(`(async () => {
    const inputs = [...document.querySelectorAll(${JSON.stringify(selector)})].slice(0, ${presses})
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    const times = []
    for (const input of inputs) {
      input.focus()
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const began = performance.now()
      set.call(input, 'a')
      input.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'a' }))
      await new Promise((resolve) => queueMicrotask(resolve))
      void document.body.offsetHeight
      times.push(performance.now() - began)
    }
    return times
  })()`)
  if (times.length < presses) throw new Error(`Expected ${presses} fields to type in, but found ${times.length}.`)
  return median(times)
}

/** How long something takes until a page has so many of these, in milliseconds; in the page, so that nothing between counts. */
export function measureUntil(page: Page, begin: string, { selector, count }: { selector: string; count: number }) {
  return page.evaluate<number>(`(async () => {
    const began = performance.now()
    await (${begin})
    while (document.querySelectorAll(${JSON.stringify(selector)}).length < ${count})
      await new Promise((resolve) => setTimeout(resolve))
    void document.body.offsetHeight
    return performance.now() - began
  })()`)
}
