import type { BrowserContext } from 'playwright-core'

/** The clicks and keys in one chapter of a journey. */
export interface Work {
  /** Presses of the mouse. A choice of a native select counts as two: one opens it, one chooses. */
  clicks: number
  /** Fields into which text was typed. */
  fields: number
}

/** Counts clicks and typed fields in all browsers that it follows, by chapter. */
export interface ClickCounter {
  /** Has to be called before a page of the browser loads anything. */
  follow(browser: BrowserContext): Promise<void>
  /** Later work belongs to this chapter. */
  begin(chapter: string): void
  list(): readonly (Work & { readonly chapter: string })[]
}

/**
 * Creates the counter of clicks and keys. It counts events that the browser marks as trusted, which are input over CDP,
 * like that of a mouse and a keyboard. So events by script are not counted, and a click is not counted twice.
 */
export function createClickCounter(): ClickCounter {
  const chapters: (Work & { readonly chapter: string })[] = []
  return {
    follow: async (browser) => {
      await browser.exposeBinding('reportWork', (_source, kind: keyof Work) => {
        const current = chapters.at(-1)
        if (current !== undefined) current[kind] += 1
      })
      await browser.addInitScript(report)
    },
    begin: (chapter) => chapters.push({ chapter, clicks: 0, fields: 0 }),
    list: () => chapters,
  }
}

/** As a text, because the types of the browser are not those of this program. */
const report = `{
  let typed = null
  addEventListener('mousedown', (event) => event.isTrusted && reportWork('clicks'), true)
  addEventListener('focusout', () => { typed = null }, true)
  addEventListener('input', ({ isTrusted, target }) => {
    if (!isTrusted || target === typed || !('value' in target || target.isContentEditable)) return
    if (['checkbox', 'radio'].includes(target.type)) return
    typed = target
    reportWork('fields')
  }, true)
  addEventListener('change', ({ isTrusted, target }) => {
    if (isTrusted || target.nodeName !== 'SELECT') return
    reportWork('clicks')
    reportWork('clicks')
  }, true)
}`
