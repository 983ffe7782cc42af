import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that a printed page has all of these texts, pictures and links, and no buttons or fields. */
export async function expectPaper(
  page: Page,
  { words, pictures, links }: Record<'words' | 'pictures' | 'links', readonly string[]>,
): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('main')
  // The tab that is open says what is on the paper.
  const controls = paper.locator('button:not([aria-selected=true]), input, textarea, select, [contenteditable=true]')
  await expect.poll(() => controls.filter({ visible: true }).allInnerTexts()).toEqual([])
  // biome-ignore lint/performance/useDomNodeTextContent: what is not shown is not on paper
  const lines = (await paper.innerText()).split('\n').map((line) => line.trim())
  expect(words.filter((word) => !lines.includes(word))).toEqual([])
  for (const name of pictures) await paper.getByRole('img', { name, exact: true }).filter({ visible: true }).waitFor()
  await page.emulateMedia({ media: null })
  // What is printed is made when printing begins. Texts in the file are packed, addresses are not.
  const file = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(links.filter((link) => !file.includes(`(${link}`))).toEqual([])
}
