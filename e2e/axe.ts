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

interface Look {
  /** The rules about colours alone, where the rest is known. */
  readonly onlyColours?: boolean
  /** Selector of the part that is looked at, where what is around it is known. */
  readonly within?: string
}

/** Returns the accessibility rules that the page breaks in its current state. */
export async function findViolations(
  page: Page,
  { onlyColours = false, within = 'html' }: Look = {},
): Promise<Violation[]> {
  // Whoever only went on within the program has it already.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(await readAxe())
  const runOnly = onlyColours ? ['color-contrast'] : tags
  // As a text, because the types of the browser are not those of this program.
  const results = await page.evaluate<AxeResults>(
    `axe.run(document.querySelector('${within}'), { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`,
  )
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
