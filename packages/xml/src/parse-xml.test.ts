import { describe, expect, it } from 'vitest'
import type { XmlFault } from './fault.ts'
import { createLocator } from './locate.ts'
import { parseXml } from './parse-xml.ts'

function faultOf(xml: string, limits = {}): XmlFault {
  const parsed = parseXml(xml, { maxLength: 1000, maxDepth: 10, maxElements: 100, maxAttributes: 10, ...limits })
  if (parsed.ok) throw new Error('Expected a fault, but the text was parsed.')
  return parsed.fault
}

describe('parseXml', () => {
  it('builds a tree with namespaces, attributes, text and CDATA', () => {
    const parsed = parseXml('<a:x xmlns:a="urn:a" b="1" a:c="2">one<![CDATA[<two>]]><y/>three</a:x>')
    if (!parsed.ok) throw new Error(parsed.fault.detail)
    const { root } = parsed
    expect([root.uri, root.name, root.text]).toEqual(['urn:a', 'x', 'one<two>three'])
    expect(root.attributes.get('b')).toBe('1')
    expect(root.attributes.get('{urn:a}c')).toBe('2')
    expect(root.children.map(({ name, uri }) => [name, uri])).toEqual([['y', '']])
    expect(root.children[0]?.parent).toBe(root)
  })

  it('keeps what a text says as it is written, and nothing of what only sets elements apart', () => {
    const parsed = parseXml('<x>\n  <y> </y>\n  <z> a </z>\n</x>')
    if (!parsed.ok) throw new Error(parsed.fault.detail)
    expect(parsed.root.text).toBe('')
    expect(parsed.root.children.map(({ text }) => text)).toEqual([' ', ' a '])
  })

  it('says where an element begins, with windows line ends and a byte order mark too', () => {
    const xml = '\uFEFF<?xml version="1.0"?>\r\n<root\r\n  a="1">\r\n  <child b="&lt;child"/>\r\n</root>'
    const parsed = parseXml(xml)
    if (!parsed.ok) throw new Error(parsed.fault.detail)
    const locate = createLocator(xml)
    expect(locate(parsed.root.offset)).toEqual({ line: 2, column: 1 })
    expect(locate(parsed.root.children[0]?.offset ?? -1)).toEqual({ line: 4, column: 3 })
  })

  it.each([
    ['a tag that is not closed', '<a>\n<b></a>', 2],
    ['a text that ends early', '<a>\n<b', 2],
    ['two roots', '<a/>\n<b/>', 2],
    ['nothing at all', '', 1],
    ['no markup', 'hello', 1],
    ['an attribute twice', '<a\nb="1" b="2"/>', 2],
    ['an attribute without quotes', '<a b=1/>', 1],
    ['a bare ampersand', '<a>\n\nfish & chips</a>', 3],
    ['an entity that nobody declared', '<a>&money;</a>', 1],
    ['a control character', '<a>\u0001</a>', 1],
    ['a prefix that nobody declared', '<a><x:b/></a>', 1],
  ])('refuses %s and tells the line', (_what, xml, line) => {
    expect(faultOf(xml)).toMatchObject({ kind: 'malformed', line, detail: expect.stringMatching(/\S/) })
  })

  it('refuses a document type before an entity of it could grow', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY x0 "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY x${n + 1} "&x${n};&x${n};">`).join('')}]><a>&x20;</a>`
    expect(faultOf(bomb).kind).toBe('doctype')
    expect(faultOf('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>').kind).toBe('doctype')
  })

  it('stops at each of its limits', () => {
    expect(faultOf(`<a>${' '.repeat(1000)}</a>`).kind).toBe('too-large')
    expect(faultOf('<a>'.repeat(11)).kind).toBe('too-deep')
    expect(faultOf(`<a>${'<b/>'.repeat(100)}</a>`).kind).toBe('too-many-elements')
    expect(faultOf(`<a>${'<!---->'.repeat(100)}</a>`).kind).toBe('too-many-elements')
    expect(faultOf(`<a>${'<?b?>'.repeat(100)}</a>`).kind).toBe('too-many-elements')
    const attributes = (count: number) => Array.from({ length: count }, (_, index) => ` a${index}=""`).join('')
    expect(faultOf(`<a>\n<b${attributes(11)}/></a>`)).toMatchObject({ kind: 'too-many-attributes', line: 2 })
    expect(faultOf(`<a${attributes(10)}><b${attributes(10)}/><c></a>`).kind).toBe('malformed')
  })

  it('takes names that objects have already as ordinary names', () => {
    const parsed = parseXml('<constructor __proto__="1" toString="2"/>')
    if (!parsed.ok) throw new Error(parsed.fault.detail)
    expect([...parsed.root.attributes]).toEqual([
      ['__proto__', '1'],
      ['toString', '2'],
    ])
  })
})

describe('createLocator', () => {
  it('counts lines and columns from one', () => {
    const locate = createLocator('ab\ncd\n\nef')
    expect([0, 1, 2, 3, 6, 7, 8].map(locate)).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 2 },
    ])
  })
})
