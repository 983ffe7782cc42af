import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readGuide } from '../../build/guide.ts'
import { routeTable } from './route-table.ts'

const folder = join(import.meta.dirname, '../../../../docs/guide')
const read = (name: string) => readGuide(readFileSync(join(folder, `${name}.md`), 'utf8'))
const { html } = read('cockpit')
const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)

describe('the map from Camunda Cockpit', () => {
  it('has a place for each function, and a link in each table', () => {
    expect(html.match(/<tr>/g)?.length).toBeGreaterThan(40)
    expect(html).not.toMatch(/<td>\s*<\/td>/)
    expect(links.length).toBeGreaterThan(30)
  })

  it('leads to pages and headings that exist', () => {
    const paths = new Set(routeTable.map(({ path }) => path))
    for (const href of links) {
      const [, chapter, anchor] = /^\/help\/guide\/([\w-]+)(?:#(.+))?$/.exec(href) ?? []
      if (chapter === undefined) {
        expect(paths, href).toContain(href)
        continue
      }
      const target = read(chapter).html
      if (anchor !== undefined) expect(target, href).toContain(`id="${anchor}"`)
    }
  })
})
