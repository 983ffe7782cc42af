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
  await page.evaluate(await readAxe())
  // As a text, because the types of the browser are not those of this program.
  const results = await page.evaluate<AxeResults>(`axe.run(document, { runOnly: ${JSON.stringify(tags)} })`)
  return results.violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    elements: nodes.map(({ target, any }) => `${String(target)} ${any[0]?.message ?? ''}`),
  }))
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly target: unknown; readonly any: readonly { readonly message: string }[] }[]
  }[]
}

let source: Promise<string> | undefined

/** Evaluated instead of added as a script, which the content security policy would refuse. */
function readAxe(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  return source
}
