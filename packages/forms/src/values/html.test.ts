import { expect, test } from 'vitest'
import { parseHtml, printHtml, textOfHtml } from './html.ts'

const clean = (html: string) => printHtml(parseHtml(html).nodes)

test.each([
  ['<p>Sent <b>today</b></p>', '<p>Sent <strong>today</strong></p>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['<h1>A</h1><h6>B</h6>', '<h3>A</h3><h4>B</h4>'],
  ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['a < b &amp; c &lt; d &euro; &#65; &nope;', 'a &lt; b &amp; c &lt; d € A &amp;nope;'],
  [
    '<a href="https://example.org/?a=1&amp;b=2" target="_blank">x</a>',
    '<a href="https://example.org/?a=1&amp;b=2">x</a>',
  ],
  ['<table><tr><td>a</td></tr></table>', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
  ['<div class="big">a<br/>b</div>', 'a<br>b'],
  ['<td>a</td><li>b</li>', 'ab'],
])('%s becomes %s', (html, expected) => {
  expect(parseHtml(html).refused).toEqual([])
  expect(clean(html)).toBe(expected)
  // What came out is left as it is.
  expect(clean(clean(html))).toBe(clean(html))
})

test.each([
  ['<script>alert(1)</script>', 'script'],
  ['<SCRIPT SRC=//x>', 'script'],
  ['<img src=x onerror=alert(1)>', 'img'],
  ['<p onclick="alert(1)">a</p>', 'onclick'],
  ['<p style="background:url(x)">a</p>', 'style'],
  ['<a href="javascript:alert(1)">a</a>', 'href'],
  ['<a href="&#106;avascript:alert(1)">a</a>', 'href'],
  ['<a href="jav\tascript:alert(1)">a</a>', 'href'],
  ['<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>', 'svg'],
  ['<math><mtext></p><script>alert(1)</script>', 'math'],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', 'iframe'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', 'noscript'],
  ['<form action="/x"><input name="a"></form>', 'form'],
  ['<base href="//evil">', 'base'],
  ['<meta http-equiv=refresh content="0">', 'meta'],
])('%s is told, and nothing of it is left that could do something', (html, name) => {
  expect(parseHtml(html).refused).toContain(name)
  const left = clean(html)
  expect(left).not.toMatch(/<(?!\/?(?:p|a|strong|em|ul|ol|li|br)\b)/i)
  expect(left).not.toMatch(/javascript|onerror|onclick|style|srcdoc/i)
})

test('markup that begins and does not end is text', () => {
  expect(clean('a <b')).toBe('a &lt;b')
  expect(clean('<p title="a>b')).toBe('&lt;p title=&quot;a&gt;b')
})

test('the text of HTML has its blocks on lines of their own', () => {
  expect(textOfHtml(parseHtml('<h3>A</h3><p>b<br>c</p><ul><li>d</li><li>e</li></ul>').nodes).trim()).toBe(
    'A\nb\nc\nd\ne',
  )
})

test.each([
  ['open elements', '<b><p>'.repeat(50_000)],
  ['openings that never end', '<a "'.repeat(50_000)],
  ['quotes across openings', `<a "'`.repeat(50_000)],
  ['comments that never end', '<!--'.repeat(50_000)],
  ['declarations', '<!'.repeat(50_000)],
  ['a name that is one, or attributes, wherever it ends', `<a${'-a'.repeat(100_000)}`],
  ['attributes', `<a ${'x = '.repeat(50_000)}>`],
])('%s of hundreds of kilobytes are read in one go', (_name, html) => {
  const start = process.threadCpuUsage().user
  parseHtml(html)
  // Microseconds of processor time; reading it again from each sign would take minutes.
  expect(process.threadCpuUsage().user - start).toBeLessThan(2_000_000)
})
