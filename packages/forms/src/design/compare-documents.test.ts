import { describe, expect, it } from 'vitest'
import { readDocument } from '../document/read-document.ts'
import type { FormDocument } from '../document/types.ts'
import { buildDocument, type NodeDraft } from '../testing/build-form.ts'
import { createRandom, createRandomNodes } from '../testing/random-form.ts'
import { compareDocuments } from './compare-documents.ts'

function documentOf(nodes: readonly NodeDraft[], more: Readonly<Record<string, unknown>> = {}): FormDocument {
  const read = readDocument(buildDocument(nodes, { settings: { locales: ['en', 'de'] }, ...more }))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.document
}

const text = (id: string, more: Readonly<Record<string, unknown>> = {}): NodeDraft => ({
  id,
  type: 'text',
  key: id,
  ...more,
})
const section = (id: string, ...children: NodeDraft[]): NodeDraft => ({ id, type: 'section', children })
const compare = (before: readonly NodeDraft[], after: readonly NodeDraft[]) =>
  compareDocuments(documentOf(before), documentOf(after))

describe('two versions of a form', () => {
  it('that are the same have no differences, in whatever order their members stand', () => {
    const one = documentOf([section('s', text('a', { maxLength: 5, label: 'A' }))])
    const other = documentOf([section('s', text('a', { label: 'A', maxLength: 5 }))])
    expect(compareDocuments(one, other)).toEqual({ form: [], nodes: [] })
  })

  it('name what was added, removed and changed, with the values on both sides', () => {
    const { nodes } = compare([text('a', { label: 'Name' }), text('b')], [text('a', { label: 'Full name' }), text('c')])
    expect(nodes).toEqual([
      {
        kind: 'changed',
        id: 'a',
        type: 'text',
        name: 'Full name',
        isMoved: false,
        properties: [{ name: 'label', before: 'Name', after: 'Full name' }],
      },
      { kind: 'added', id: 'c', type: 'text', name: 'c', isMoved: false, properties: [] },
      { kind: 'removed', id: 'b', type: 'text', name: 'b', isMoved: false, properties: [] },
    ])
  })

  it('say what was moved from what only stands beside it', () => {
    const moves = (before: NodeDraft[], after: NodeDraft[]) =>
      compare(before, after).nodes.map(({ id, isMoved, properties }) => [id, isMoved, properties.length])
    expect(moves([text('a'), text('b'), text('c'), text('d')], [text('d'), text('a'), text('b'), text('c')])).toEqual([
      ['d', true, 0],
    ])
    expect(moves([section('s', text('a')), text('b')], [section('s'), text('a'), text('b')])).toEqual([['a', true, 0]])
    expect(moves([text('a'), text('b')], [text('new'), text('a'), text('b')])).toEqual([['new', false, 0]])
  })

  it('say what was translated, and settings', () => {
    const before = documentOf([text('a')], { i18n: { de: { 'a.label': 'Alt' } } })
    const after = documentOf([text('a')], {
      i18n: { de: { 'a.label': 'Neu' } },
      settings: { locales: ['en', 'de'], submitActions: [{ id: 'send', label: 'Send' }] },
    })
    expect(compareDocuments(before, after)).toEqual({
      form: [{ name: 'settings.submitActions', before: [], after: [{ id: 'send', label: 'Send' }] }],
      nodes: [
        {
          kind: 'changed',
          id: 'a',
          type: 'text',
          name: 'a',
          isMoved: false,
          properties: [{ name: 'i18n.de.label', before: 'Alt', after: 'Neu' }],
        },
      ],
    })
  })

  it('are the other way round when they are turned round', () => {
    const random = createRandom(20261122)
    for (let run = 0; run < 30; run++) {
      const [one, other] = [documentOf(createRandomNodes(random)), documentOf(createRandomNodes(random))]
      const count = (comparison: ReturnType<typeof compareDocuments>, kind: string) =>
        comparison.nodes.filter((node) => node.kind === kind).length
      const [there, back] = [compareDocuments(one, other), compareDocuments(other, one)]
      expect(count(there, 'added')).toBe(count(back, 'removed'))
      expect(count(there, 'removed')).toBe(count(back, 'added'))
      expect(compareDocuments(one, one)).toEqual({ form: [], nodes: [] })
    }
  })
})
