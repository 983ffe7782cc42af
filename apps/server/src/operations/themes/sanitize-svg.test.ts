import { describe, expect, it } from 'vitest'
import { sanitizeSvg } from './sanitize-svg.ts'

const ns = 'xmlns="http://www.w3.org/2000/svg"'
const clean = (content: string) => sanitizeSvg(Buffer.from(content))

describe('an SVG picture', () => {
  it('keeps what draws', () => {
    const picture = `<svg ${ns} viewBox="0 0 8 8"><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs><g fill="url(#g)" transform="scale(2)"><path d="M0 0h4" style="stroke: red; stroke-width: 2"></path></g><title>A &amp; B</title></svg>`
    expect(clean(picture)).toBe(picture)
  })

  it('keeps letters of every script, and loses comments, processing instructions and a plain doctype', () => {
    const picture = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- drawn --><?xml-stylesheet href="http://evil.example/x.css"?><svg ${ns}><text>Größe 東京</text></svg>`
    expect(clean(picture)).toBe(`<svg ${ns}><text>Größe 東京</text></svg>`)
  })

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script of another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
    ['a script from outside', '<script href="https://evil.example/x.js"/>'],
    [
      'HTML inside',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ],
    ['HTML by namespace', '<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>'],
    [
      'a style sheet',
      '<style>@import url(https://evil.example/x.css); rect { fill: url(https://evil.example/x) }</style>',
    ],
    ['a picture from outside', '<image href="https://evil.example/track.png"/>'],
    ['a picture inside', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
    ['a link', '<a href="javascript:alert(1)"><rect/></a>'],
    ['an animation', '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="x"/>'],
    ['a filter', '<filter id="f"><feImage href="https://evil.example/x"/></filter>'],
    ['other metadata', '<metadata><rdf xmlns="http://example.org">x</rdf></metadata>'],
  ])('loses %s', (_, content) => {
    expect(clean(`<svg ${ns}>${content}<rect width="1"/></svg>`)).toBe(`<svg ${ns}><rect width="1"></rect></svg>`)
  })

  it.each([
    'onload="alert(1)"',
    'onclick="alert(1)" ',
    'fill="url(https://evil.example/x)"',
    'fill="url(javascript:alert(1))"',
    `style="fill: url('https://evil.example/x')"`,
    'style="fill: u\\72l(https://evil.example/x)"',
    'style="background: red; behavior: url(#x)"',
    'style="fill: red/**/url(https://evil.example)"',
    'fill="red&#10;;&lt;script&gt;"',
    'xml:base="https://evil.example/"',
    'srcdoc="x"',
    'data-x="1"',
  ])('loses the attribute %s', (attribute) => {
    expect(clean(`<svg ${ns}><rect ${attribute}/></svg>`)).toBe(`<svg ${ns}><rect></rect></svg>`)
  })

  it('refers only to parts of itself', () => {
    const picture = `<svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a"/><use href="https://evil.example/x.svg#a"/><use href="data:x#a"/></svg>`
    expect(clean(picture)).toBe(`<svg ${ns}><use href="#a"></use><use></use><use></use></svg>`)
  })

  it('writes characters that mean something as text', () => {
    expect(clean(`<svg ${ns}><title>&lt;script&gt;"&#38;</title><desc><![CDATA[</svg><script>]]></desc></svg>`)).toBe(
      `<svg ${ns}><title>&lt;script&gt;&quot;&amp;</title><desc>&lt;/svg&gt;&lt;script&gt;</desc></svg>`,
    )
  })

  it.each([
    ['not well-formed', `<svg ${ns}><g></svg>`],
    ['cut off', `<svg ${ns}><g>`],
    ['empty', ''],
    ['another language', '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'],
    ['without its namespace', '<svg><rect/></svg>'],
    ['with entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]><svg ${ns}><text>&a;</text></svg>`],
    ['with an entity from outside', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${ns}>&x;</svg>`],
    ['with an unknown entity', `<svg ${ns}><text>&nothing;</text></svg>`],
    ['too deep', `<svg ${ns}>${'<g>'.repeat(200)}${'</g>'.repeat(200)}</svg>`],
    [
      'multiplying itself',
      `<svg ${ns}><g id="a"><rect/></g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/><use href="#b"/></svg>`,
    ],
  ])('is refused when it is %s', (_, content) => {
    expect(() => clean(content)).toThrow(/^i?t?/)
    expect(() => clean(content)).toThrow(Error)
  })

  it('is refused in another encoding than UTF-8', () => {
    expect(() => sanitizeSvg(Buffer.from(`<svg ${ns}><text>ü</text></svg>`, 'latin1'))).toThrow('UTF-8')
  })

  it('stays itself when it is cleaned again', () => {
    const once = clean(`<svg ${ns}><g id="a" onclick="x"><title>a &amp;amp; b</title></g><use href="#a"/></svg>`)
    expect(clean(once)).toBe(once)
  })
})
