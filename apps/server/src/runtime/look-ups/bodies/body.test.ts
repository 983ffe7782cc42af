import { adapterSettings, type BodyKind, type RestAdapter } from '@millrace/contract'
import { parseXml, walk } from '@millrace/xml'
import { describe, expect, it } from 'vitest'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { Parameters } from '../parameters.ts'
import { createRestRequest, listPlaces } from '../rest-request.ts'
import { bodyWriterOf } from './body.ts'

type Given = Partial<RestAdapter> & { readonly bodyKind: BodyKind }

function adapterOf(given: Given): RestAdapter {
  const columns = [{ key: 'id', path: '' }]
  return adapterSettings.parse({ kind: 'rest', method: 'POST', columns, ...given }) as RestAdapter
}

const connection = { baseUrl: 'https://orders.example', signIn: 'none', username: '', header: '' }

function requestOf(given: Given, parameters: Parameters) {
  return createRestRequest(adapterOf(given), { connection: connection as never, secret: '', parameters })
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const hostile = [
  ['quotation marks', `"}, "admin": true, "x": "`],
  ['an element', '</name><admin>true</admin><name>'],
  ['an attribute', `" admin="true`],
  ['an entity', '&lt;&amp;&#0;&nothing; <!DOCTYPE a [<!ENTITY x "y">]>'],
  ['a CDATA section', ']]><admin/><![CDATA['],
  ['another field', 'a&admin=true;b=%26c+d'],
  ['another part', '\r\n--boundary\r\nContent-Disposition: form-data; name="admin"\r\n\r\ntrue\r\n--'],
  ['a header', 'x\r\nX-Admin: true'],
  ['another parameter', '{other} {{name}} $& $1 $$'],
  ['any script', '名前 \u{1f600} ñ \u2028 \u202e'],
  ['half a character', 'x\ud800y'],
] as const

/** Half characters and characters that XML lacks are replaced. */
const plain = (value: string) => value.toWellFormed()

describe('a value in a body', () => {
  it.each(hostile)('stays one value of JSON: %s', (_, value) => {
    const { body, headers } = requestOf(
      { bodyKind: 'json', body: '{"name":"{name}","n":["a {name}"]}' },
      { name: value },
    )
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(String(body))).toEqual({ name: value, n: [`a ${value}`] })
  })

  it.each(hostile)('stays one field of a form: %s', (_, value) => {
    const fields = [
      { name: 'name', value: '{name}', fileName: '' },
      { name: 'n&m', value: 'a {name}', fileName: '' },
    ]
    const { body, headers } = requestOf({ bodyKind: 'form', fields }, { name: value })
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect([...new URLSearchParams(String(body))]).toEqual([
      ['name', plain(value)],
      ['n&m', `a ${plain(value)}`],
    ])
  })

  it.each(hostile)('stays one part of a multipart body, and one file name: %s', async (_, value) => {
    const fields = [
      { name: 'name', value: '{name}', fileName: '' },
      { name: 'document', value: '{document}', fileName: '{name}' },
    ]
    const { body, headers } = requestOf(
      { bodyKind: 'multipart', fields },
      { name: value, document: base64('a\0\r\n--b') },
    )
    const entries = [...(await new Response(body as BodyInit, { headers }).formData())]
    expect(entries.map(([name]) => name)).toEqual(['name', 'document'])
    expect(entries[0]?.[1]).toBe(plain(value))
    const file = entries[1]?.[1] as File
    expect(await file.text()).toBe('a\0\r\n--b')
    const text = String(body)
    const head = text.slice(text.lastIndexOf('content-disposition')).split('\r\n\r\n')[0] ?? ''
    expect(head.split(/[\r\n]+/)).toHaveLength(2)
  })

  it.each(hostile)('stays one text and one attribute of XML: %s', (_, value) => {
    const template = `<order at="{name}" by='{name}'><name>{name}</name></order>`
    const { body, headers } = requestOf({ bodyKind: 'xml', body: template }, { name: value })
    expect(headers['content-type']).toBe('application/xml')
    const read = parseXml(String(body))
    if (!read.ok) throw new Error(read.message)
    expect([...walk(read.root)].map(({ name }) => name)).toEqual(['order', 'name'])
    expect(read.root.children[0]?.text).toBe(plain(value))
    expect([...read.root.attributes]).toEqual([
      ['at', plain(value)],
      ['by', plain(value)],
    ])
  })

  it.each(hostile)('that is no file is refused where one is sent: %s', (_, value) => {
    const sent = () => requestOf({ bodyKind: 'file', body: '{document}' }, { document: value })
    expect(sent).toThrow(OutgoingFailure)
    const fields = [{ name: 'document', value: '{document}', fileName: 'a.pdf' }]
    expect(() => requestOf({ bodyKind: 'multipart', fields }, { document: value })).toThrow('“document”')
  })
})

describe('a body', () => {
  it('of JSON has values of their types', () => {
    const types = [
      { name: 'amount', type: 'number' as const },
      { name: 'lines', type: 'list' as const },
    ]
    const body = '{"amount":"{amount}","lines":"{lines}","none":"{none}"}'
    const request = requestOf({ bodyKind: 'json', body, types }, { amount: '12.5', lines: '[{"id":1}]' })
    expect(JSON.parse(String(request.body))).toEqual({ amount: 12.5, lines: [{ id: 1 }], none: '' })
  })

  it('of a form has a field for each entry of a list, and none for what has no value', () => {
    const fields = ['tag', 'none', 'fixed'].map((name) => ({
      name,
      value: name === 'fixed' ? '' : `{${name}}`,
      fileName: '',
    }))
    const types = [{ name: 'tag', type: 'list' as const }]
    expect(requestOf({ bodyKind: 'form', fields, types }, { tag: '["a",2,{"b":null}]' }).body).toBe(
      'tag=a&tag=2&tag=%7B%22b%22%3Anull%7D&fixed=',
    )
  })

  it('of XML has the members of an object as children', () => {
    const types = [{ name: 'lines', type: 'object' as const }]
    const body = '<order note="{lines}"><lines>{lines}</lines></order>'
    const request = requestOf({ bodyKind: 'xml', body, types }, { lines: '{"line":[{"@no":1,"name":"a<b"},"c"]}' })
    expect(request.body).toBe(
      '<order note="{&quot;line&quot;:[{&quot;@no&quot;:1,&quot;name&quot;:&quot;a&lt;b&quot;},&quot;c&quot;]}"><lines><line no="1"><name>a&lt;b</name></line><line>c</line></lines></order>',
    )
  })

  it('of one file is its bytes, of the type that a header says', () => {
    const headers = [{ name: 'Content-Type', value: '{type}' }]
    const request = requestOf(
      { bodyKind: 'file', body: '{document}', headers },
      { document: base64('a\0b'), type: 'application/pdf' },
    )
    expect(Buffer.from(request.body as Uint8Array).toString()).toBe('a\0b')
    expect(request.headers['content-type']).toBe('application/pdf')
    expect(requestOf({ bodyKind: 'file', body: '{document}' }, { document: base64('a') }).headers).toMatchObject({
      'content-type': 'application/octet-stream',
    })
  })

  it('is shown without the contents of its files', () => {
    const fields = [
      { name: 'name', value: '{name}', fileName: '' },
      { name: 'document', value: '{document}', fileName: '{name}.pdf' },
    ]
    const request = requestOf({ bodyKind: 'multipart', fields }, { name: 'a', document: base64('x'.repeat(12_000)) })
    expect(request.shownBody).toContain('filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n(file, 12,000 bytes)')
    expect(request.shownBody?.length).toBeLessThan(500)
    expect(requestOf({ bodyKind: 'file', body: '{document}' }, { document: base64('x') }).shownBody).toBe(
      '(file, 1 bytes)',
    )
  })

  it('lists its parameters, those of files among them', () => {
    const fields = [{ name: 'document', value: '{document}', fileName: '{name}' }]
    const settings = adapterOf({ bodyKind: 'multipart', fields, path: '/{id}' })
    expect(listPlaces(settings)).toEqual(['id', 'document', 'name'])
    expect(bodyWriterOf(settings).filePlaces(settings)).toEqual(['document'])
  })

  it.each([
    ['json', '{"a":', 'Expected JSON'],
    ['xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'without document type'],
    ['xml', '<a>&x;</a>', 'without document type'],
    ['xml', '<a><{name}/></a>', 'without document type'],
    ['xml', '<a><!-- {name} --></a>', 'in a comment'],
    ['xml', '<a><![CDATA[{name}]]></a>', 'in a comment'],
    ['xml', '<?php {name} ?><a/>', 'in a comment'],
    ['xml', '<?xml version="1.0" encoding="utf-16"?><a/>', 'another encoding'],
    ['file', 'x {document}', 'one parameter'],
    ['file', '', 'one parameter'],
  ] as const)('of a template that cannot be filled is refused: %s %s', (bodyKind, body, message) => {
    const settings = adapterOf({ bodyKind, body })
    expect(bodyWriterOf(settings).fault(settings)?.message).toContain(message)
  })
})
