import axe from 'axe-core'

/** Only in a real browser: contrast needs a layout, and the language stands in the file that the program is loaded by. */
const rules = { 'color-contrast': { enabled: false }, 'html-has-lang': { enabled: false } }

/** Returns the accessibility rules that the page breaks. */
export async function findViolations(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    rules,
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
