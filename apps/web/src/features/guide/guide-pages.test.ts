import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { readGuide } from '../../../build/guide.ts'
import { guideChapters, guideFiles, guideQuery, guideSectionsQuery, searchSections } from './guide-pages.ts'

const client = new QueryClient()
const load = (name: string) => client.fetchQuery(guideQuery(name))

describe('the guide', () => {
  it('has every file among its chapters, and no chapter without its file', () => {
    expect(guideChapters.map(({ name }) => name).toSorted()).toEqual([...guideFiles].sort())
  })

  it('has each chapter with its title and text', async () => {
    expect(guideChapters).toContainEqual(expect.objectContaining({ name: 'bpmn', title: 'Supported BPMN' }))
    for (const { name, title, headings } of guideChapters) {
      const text = await load(name)
      expect(text?.title).toBe(title)
      expect(text?.sections.filter(({ level }) => level === 2)).toHaveLength(headings)
      expect(text?.html.length).toBeGreaterThan(300)
    }
  })

  it('links to chapters and headings that are there, and to pages of the product', async () => {
    for (const { name } of guideChapters) {
      for (const [, href = ''] of (await load(name))?.html.matchAll(/href="([^"]*)"/g) ?? []) {
        const [, other, anchor] = /^(?:\/help\/guide\/([\w-]+))?(?:#(.+))?$/.exec(href) ?? []
        const target = await load(other ?? name)
        expect(target, `${href} in ${name}`).not.toBeNull()
        if (anchor !== undefined) expect(target?.html, `${href} in ${name}`).toContain(`id="${anchor}"`)
      }
    }
  })

  it('knows no other chapter', async () => {
    expect(await load('../README')).toBeNull()
  })
})

describe('the search', () => {
  it('finds sections that have all words, by their titles first', async () => {
    const all = await client.fetchQuery(guideSectionsQuery)
    const [first] = searchSections(all, 'claim TASK')
    expect([first?.chapter.name, first?.anchor]).toEqual(['tasks', 'claim-a-task'])
    expect(searchSections(all, 'no such words anywhere')).toEqual([])
    expect(searchSections(all, '  ')).toEqual([])
  })
})

describe('a chapter', () => {
  it('takes markup of the web as text, and leaves out links to files of the project', () => {
    const { html } = readGuide(
      '# T\n\n<script>alert(1)</script>\n\na <b>b</b> [c](../x.test.ts) [d](javascript:e) ![f](g.png)',
    )
    expect(html).not.toMatch(/<script|<b>|<img|href/)
    expect(html).toContain('a &lt;b&gt;b&lt;/b&gt; c d')
  })

  it('has its words for the search without marks', () => {
    expect(readGuide('# T\nOne **two**.\n## A `b`\n| c | d |\n|---|---|\n| [e](f.md) | g |\n').sections).toEqual([
      { anchor: null, title: 'T', level: 1, text: 'One two .' },
      { anchor: 'a-b', title: 'A b', level: 2, text: 'c d e g' },
    ])
  })
})
