import type { CDPSession, Page } from 'playwright-core'
import { median } from '../measure.ts'

export const fieldCount = 300

/** The results of a contestant in milliseconds. */
export interface Figures {
  /** From the design to the canvas that is drawn, with the code there. */
  readonly designer: number
  /** The part of it in the page's own thread, which other load on the machine does not change. */
  readonly designerWork: number
  /** From the form to its fields, the second time in a page. */
  readonly form: number
  readonly formWork: number
  /** From a change in a field until all that follows from it is drawn. */
  readonly key: number
}

/** A product in the comparison. */
export interface Contestant {
  readonly name: string
  /** Opens everything once, in a page of its own. */
  measure(): Promise<Figures>
}

export const goals: Partial<Figures> = { designer: 400, form: 400, key: 16 }

const presses = 40

/** Measures the cost of a key press in the fields of a page: handling the event and the layout of the page. */
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

/**
 * Measures the time until a page has a number of elements. It is measured in the page, so that communication does not
 * count.
 */
export async function measureUntil(
  page: Page,
  begin: string,
  { selector, count }: { selector: string; count: number },
): Promise<Opening> {
  const work = await watchWork(page)
  const time = await page.evaluate<number>(`(async () => {
    const began = performance.now()
    await (${begin})
    while (document.querySelectorAll(${JSON.stringify(selector)}).length < ${count})
      await new Promise((resolve) => setTimeout(resolve))
    void document.body.offsetHeight
    return performance.now() - began
  })()`)
  return { time, work: await work() }
}

export interface Opening {
  readonly time: number
  readonly work: number
}

/** Starts counting the work of the main thread of a page. Returns the function that ends it and returns the amount. */
export async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readWork(session)
  return async () => {
    const after = await readWork(session)
    await session.detach()
    return (after - before) * 1000
  }
}

async function readWork(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
