import { defaultBudgets } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { readMailTemplate, renderMail } from './mail-template.ts'

const clean = (html: string) => {
  const read = readMailTemplate({ subject: 'x', html })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.html
}
const render = (html: string, sample: Record<string, unknown> = {}, subject = 'Subject') => {
  const now = new Date('2030-01-07T09:00:00Z')
  const rendered = renderMail({ subject, html, sample, now, userId: 'ines', budgets: defaultBudgets })
  if (!rendered.ok) throw new Error(rendered.message)
  return rendered.mail
}

describe('the HTML of a mail', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>a', 'a'],
    ['<style>p{}</style><iframe src="https://x"></iframe><form><input></form>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java&#10;script:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="https://example.org/?a=1&b=2">a</a>', '<a href="https://example.org/?a=1&amp;b=2">a</a>'],
    ['<img src="data:image/svg+xml,x" alt="x"><img src="//x">', '<img alt="x" /><img />'],
    ['<p style="color:red;background:url(https://x)">a</p>', '<p style="color:red">a</p>'],
    ['<svg><script>x</script></svg><math><mi>a</mi></math>', 'a'],
    ['<!-- <p> --><p>a', '<p>a</p>'],
  ])('of %j keeps %j', (html, kept) => {
    expect(clean(html)).toBe(kept)
  })

  it.each([
    ['<p>${amount}</p>', '<p>${amount}</p>'],
    ['<p>${a < b ? "x" : "y"}</p>', '<p>${a &lt; b ? &quot;x&quot; : &quot;y&quot;}</p>'],
    ['<p>${a &lt; b}</p>', '<p>${a &lt; b}</p>'],
    ['<a href="${link}">a</a>', '<a href="${link}">a</a>'],
    ['<${tag}>a</${tag}>', '&lt;${tag}&gt;a'],
    ['<script>${code}</script>', ''],
  ])('keeps the placeholders of %j', (html, kept) => {
    expect(clean(html)).toBe(kept)
    expect(clean(kept)).toBe(kept)
  })
})

describe('placeholders', () => {
  it('are read when a template is, with the variables that they name', () => {
    expect(readMailTemplate({ subject: 'Order ${number}', html: '<p>${customer.name} ${number + 1}</p>' })).toEqual({
      ok: true,
      html: '<p>${customer.name} ${number + 1}</p>',
      variables: ['customer', 'number'],
    })
    expect(readMailTemplate({ subject: '${1 +}', html: '<p>${open</p>' })).toEqual({
      ok: false,
      problems: [
        { where: 'subject', placeholder: '${1 +}', message: expect.any(String) },
        { where: 'html', placeholder: expect.stringMatching(/^\$\{open/), message: expect.any(String) },
      ],
    })
  })

  it('have their values in the mail, as text', () => {
    const sample = {
      customer: { name: 'A & <b>B</b>' },
      amount: 12.5,
      paid: true,
      items: [1, 'x'],
      rooms: [{ name: 'Aula', seats: 40 }, { name: 'Attic' }],
    }
    const mail = render(
      '<p>${customer.name} owes ${amount + 1}, ${paid}, ${items}, ${rooms}</p>',
      sample,
      'To ${customer.name}',
    )
    expect(mail).toEqual({
      subject: 'To A & <b>B</b>',
      html: '<p>A &amp; &lt;b&gt;B&lt;/b&gt; owes 13.5, true, 1, x, name: Aula, seats: 40; name: Attic</p>',
      text: 'A & <b>B</b> owes 13.5, true, 1, x, name: Aula, seats: 40; name: Attic',
      missing: [],
    })
  })

  it('bring in no address that runs, no header, and no other placeholder', () => {
    const mail = render(
      '<a href="${link}">a</a><p>${word}</p>',
      { link: 'javascript:alert(1)', word: '${secret}', secret: 'known', subject: 'x\r\nBcc: eve@example.org' },
      '${subject}',
    )
    expect(mail.html).toBe('<a>a</a><p>${secret}</p>')
    expect(mail.subject).toBe('x Bcc: eve@example.org')
    expect(mail.missing).toEqual([])
  })

  it('without a value leave nothing, and are named', () => {
    const mail = render('<p>[${nothing}] [${none}]</p>', { none: null })
    expect(mail.html).toBe('<p>[] []</p>')
    expect(mail.missing.map(({ placeholder }) => placeholder)).toEqual(['${nothing}', '${none}'])
  })

  it('cannot make a mail of more than two million characters', () => {
    const sample = { s: 'x'.repeat(20_000) }
    expect(render('<p>${s}</p>'.repeat(99), sample).text).toHaveLength(99 * 20_000 + 98)
    expect(() => render('<p>${s}</p>'.repeat(101), sample)).toThrow('at most 2000000 characters')
    expect(() => render('x', sample, '${s}'.repeat(101))).toThrow('at most 2000000 characters')
    // More than a text can have at all.
    expect(() => render('<p>${s}</p>'.repeat(30_000), sample)).toThrow('at most 2000000 characters')
  })

  it('cannot take more than a thread may', () => {
    const now = new Date()
    const html = '${"x".repeat(100000000)}'
    const rendered = renderMail({ subject: 'x', html, sample: {}, now, userId: 'ines', budgets: defaultBudgets })
    expect(rendered.ok && rendered.mail.missing.length === 0).toBe(false)
  })
})

describe('the text of a mail', () => {
  it('has its lines, items and addresses', () => {
    const html =
      '<h1>Order</h1><p>First<br>second</p><ul><li>one</li><li>two</li></ul><a href="https://x.org/">here</a>'
    expect(render(html).text).toBe('Order\nFirst\nsecond\n- one\n- two\nhere (https://x.org/)')
  })
})
