import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const guide = new URL('../../../../docs/guide/bpmn.md', import.meta.url)
const here = new URL('./', import.meta.url)

/** The tests of the table: title and file. */
function listTests(): string[] {
  const files = readdirSync(here).filter((name) => name.endsWith('.test.ts'))
  return files.flatMap((name) => {
    const source = readFileSync(new URL(name, here), 'utf8')
    const titles = [...source.matchAll(/^it\('(event table › [^']+)'/gm)].map(([, title]) => title)
    return titles.map((title) => `${title} in ../../packages/engine/src/event-table/${name}`)
  })
}

/** The cells of the page that lead to a test, with the row and column that they stand in. */
function listCells(): { link: string; place: string }[] {
  const rows = readFileSync(guide, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.split('|').length === 11)
  const [head = '', ...body] = rows
  const columns = head.split('|').map((cell) => cell.trim().toLowerCase())
  return body.flatMap((row) => {
    const cells = row.split('|').map((cell) => cell.trim())
    return cells.flatMap((cell, column) => {
      const link = /^\[yes\]\((\S+) "([^"]+)"\)$/.exec(cell)
      if (link === null) return []
      const own = columns[column] ?? ''
      const position = own.startsWith('– ') ? `${columns[column - 1]}, ${own.slice(2)}` : own
      return [
        { link: `${link[2]} in ${link[1]}`, place: `event table › ${(cells[1] ?? '').toLowerCase()} › ${position}` },
      ]
    })
  })
}

it('the event table of the guide leads to each test of that name, and leaves none out', () => {
  const cells = listCells()
  expect(cells.map(({ link }) => link).sort()).toEqual(listTests().sort())
  for (const { link, place } of cells) expect(link.startsWith(`${place} in `), `${link} stands at ${place}`).toBe(true)
  expect(cells.length).toBeGreaterThan(60)
})
