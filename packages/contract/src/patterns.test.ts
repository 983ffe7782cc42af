import { describe, expect, it } from 'vitest'
import { text } from './patterns.ts'
import { patterns } from './text-patterns.ts'

const examples: Record<keyof typeof patterns, { good: string[]; bad: string[] }> = {
  name: {
    good: ['Order', 'Order 2', 'pre-order', 'Überweisung', '注文'],
    bad: ['', ' Order', 'two  spaces', 'a_b', '<b>', 'a;b'],
  },
  nameWithoutSpaces: { good: ['order', 'order_2', 'a-b'], bad: ['', 'a b', 'a.b'] },
  username: { good: ['ada', 'ada.l@example.org', '7of9'], bad: ['', '-ada', 'a b', 'a/b', 'a:b'] },
  description: {
    good: ['', 'What it does: (all), 100 %!', 'two\nlines'],
    bad: ['<script>', '{{x}}', 'a\\b', 'a\u0000'],
  },
  disabledReason: { good: ['not needed any more'], bad: ['<i>'] },
  settingValue: { good: ['a@b, c=d/e'], bad: ['two\nlines', '`x`'] },
  strapline: { good: ['We help – always.'], bad: ['"x"'] },
  mailPassword: { good: ['p&ss"w{rd;'], bad: ['', 'a b', '<'] },
  helpUrl: {
    good: ['/help', 'https://example.org/help?x=1'],
    bad: ['', 'javascript:alert(1)', '//evil.example', 'ftp://x'],
  },
  urlSuffix: { good: ['v1', 'a.b~c'], bad: ['', '/v1', '..', 'a/b'] },
  jdbcUrl: { good: ['jdbc:postgresql://host:5432/db?ssl=true'], bad: ['postgres://host/db', 'jdbc:'] },
  filePath: { good: ['/in/orders', 'C:\\in', 'a..b/c'], bad: ['', '../x', 'a/../b', 'a/..', 'a|b'] },
}

describe.each(Object.entries(examples))('the pattern %s', (name, { good, bad }) => {
  const { regex } = patterns[name as keyof typeof patterns]
  it.each(good)('takes %j', (value) => expect(value).toMatch(regex))
  it.each(bad)('refuses %j', (value) => expect(value).not.toMatch(regex))

  it('answers at once, however long the text', () => {
    for (const unit of ['a', ' ', '-', 'a ', '/..'])
      expect(() => regex.test(`${unit.repeat(100_000)}\u0000`)).not.toThrow()
  })
})

it('a text is trimmed, required and limited', () => {
  const schema = text('name', 5)
  expect(schema.parse('  Ada ')).toBe('Ada')
  for (const value of ['', '   ', 'abcdef', 'a_b']) expect(schema.safeParse(value).success).toBe(false)
})
