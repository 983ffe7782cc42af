import { expect, it } from 'vitest'
import { fillHtml } from './fill-html.ts'

/** Values of a template stand between braces. */
const fill = (template: string, value: string) =>
  fillHtml(
    template
      .split(/(?<=\})|(?=\{)/)
      .map((text) => (text === '{}' ? { isValue: true, text: value } : { isValue: false, text })),
  )

it.each([
  ['<a href="{}">a</a>', 'https://x.test/?a=1&b=2', '<a href="https://x.test/?a=1&amp;b=2">a</a>'],
  ['<a href="{}">a</a>', 'HTTP://x.test', '<a href="HTTP://x.test">a</a>'],
  ["<a class=b href = '{}'>a</a>", 'mailto:jo@x.test', "<a class=b href = 'mailto:jo@x.test'>a</a>"],
  [
    '<a href="https://x.test/{}?q={}">a</a>',
    'javascript:x',
    '<a href="https://x.test/javascript:x?q=javascript:x">a</a>',
  ],
  ['<a href="tel:{}">a</a><img src="cid:{}">', '1', '<a href="tel:1">a</a><img src="cid:1">'],
  ['<a href="#{}">a</a><p title="{}">{}</p>', 'data:x', '<a href="#data:x">a</a><p title="data:x">data:x</p>'],
  ['<a href="javascript:own()">{}</a>', 'a', '<a href="javascript:own()">a</a>'],
])('keeps harmless addresses in %s with %j', (template, value, html) => {
  expect(fill(template, value)).toBe(html)
})

it.each([
  ['javascript:alert(1)'],
  ['JavaScript:alert(1)'],
  [' java\nscript:alert(1)'],
  ['\u0001javascript:alert(1)'],
  ['data:text/html,x'],
  ['vbscript:x'],
  ['file:///etc/passwd'],
  ['//x.test'],
  ['tel:1'],
  ['x.test'],
  [''],
])('leaves out %j as an address', (value) => {
  expect(fill('<p>a</p><A class="b" HREF="{}" id="c">a</A>', value)).toBe('<p>a</p><A class="b" HREF="" id="c">a</A>')
  expect(fill("<img src='{}'>", value)).toBe("<img src=''>")
  expect(fill('<a href={}>a</a>', value)).toBe('<a href=>a</a>')
  expect(fill('<form action = "{}">', value)).toBe('<form action = "">')
})

it('leaves out an address whose scheme comes of model and value together', () => {
  expect(fill('<a href="java{}">a</a>', 'script:alert(1)')).toBe('<a href="">a</a>')
  expect(fill('<a href="javascript:{}">a</a>', 'alert(1)')).toBe('<a href="">a</a>')
})

it.each([
  [
    '<a title={} href=https://x.test>',
    'a onclick=x() b="c"',
    '<a title=a&#32;onclick&#61;x()&#32;b&#61;&quot;c&quot; href=https://x.test>',
  ],
  ['<a title="{}">', '"><script>', '<a title="&quot;&gt;&lt;script&gt;">'],
  ['<p {}>', 'onclick="x()" ', '<p onclick&#61;&quot;x()&quot;&#32;>'],
  ['{}', '<b>&', '&lt;b&gt;&amp;'],
  ['<p>1 < 2 {}</p>', 'a', '<p>1 < 2 a</p>'],
])('lets a value end nothing in %s', (template, value, html) => {
  expect(fill(template, value)).toBe(html)
})
