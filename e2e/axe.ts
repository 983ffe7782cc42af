import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** The rules that every page keeps, in both colour schemes. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface Violation {
  readonly rule: string
  readonly help: string
  /** Selectors of the elements at fault. */
  readonly elements: readonly string[]
}

/** The accessibility rules that the page breaks as it stands now. */
export async function findViolations(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readAxe())
  return page.evaluate(async (runOnly) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe has put itself into the page
    const { violations } = await (globalThis as any).axe.run(document, { runOnly })
    return violations.map(
      ({
        id,
        help,
        nodes,
      }: {
        id: string
        help: string
        nodes: { target: unknown[]; any: { message: string }[] }[]
      }) => ({
        rule: id,
        help,
        elements: nodes.map(({ target, any }) => `${String(target)} ${any[0]?.message ?? ''}`),
      }),
    )
  }, tags)
}

let source: Promise<string> | undefined

/** Evaluated instead of added as a script, which the content security policy would refuse. */
function readAxe(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  return source
}
