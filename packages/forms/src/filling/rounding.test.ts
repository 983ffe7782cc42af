import { expect, test } from 'vitest'
import { fill, type NodeDraft } from '../testing/build-form.ts'

const a = { type: 'number', key: 'a' }
const third = (field: object): NodeDraft => ({ type: 'number', key: 'third', computed: '=a / 3', ...field })

test.each([
  [{ type: 'currency', currency: 'EUR' }, 0.33],
  [{ type: 'currency', currency: 'EUR', decimals: 0 }, 0],
  [{ decimals: 2 }, 0.33],
  [{ integer: true }, 0],
  [{ storeAs: 'Short' }, 0],
  [{ type: 'computed', decimals: 3 }, 0.333],
  [{ type: 'slider', max: 10, step: 0.1 }, 0.3],
  [{ type: 'rating', computed: '=a * 2.5' }, 2],
])('a calculated value has the digits of its field: %j', (field, value) => {
  const filling = fill([a, third(field)], { values: { a: 1 } })
  expect(filling.findInstance(['third'])?.value).toBe(value)
  expect([filling.listProblems(), filling.listDesignProblems()]).toEqual([[], []])
})

test('a number without digits is as it was calculated', () => {
  expect(fill([a, third({})], { values: { a: 1 } }).findInstance(['third'])?.value).toBe(1 / 3)
})

test('rows are rounded one by one, and their sum is that of what they show', () => {
  const rows = { type: 'repeater', key: 'rows', children: [a, third({ decimals: 2 })] }
  const total = { type: 'currency', key: 'total', currency: 'EUR', computed: '=sum(rows.third)' }
  const filling = fill([rows, total], { values: { rows: [{ a: 1 }, { a: 1 }, { a: 1 }] } })
  expect(filling.findInstance(['rows', 2, 'third'])?.value).toBe(0.33)
  expect(filling.findInstance(['total'])?.value).toBe(0.99)
})

test('defaults, values that follow a change, and buttons are rounded too', () => {
  const nodes: NodeDraft[] = [
    a,
    { type: 'number', key: 'followed', decimals: 2, setTo: '=a / 3' },
    { type: 'currency', key: 'opened', currency: 'EUR', defaultValue: '=a / 3' },
    { type: 'number', key: 'pressed', integer: true },
    { id: 'press', type: 'button', label: 'Calculate', action: 'compute', target: 'pressed', result: '=a / 3' },
  ]
  const filling = fill(nodes, { values: { a: 2 }, defaults: 'all' })
  const valueAt = (key: string) => filling.findInstance([key])?.value
  const field = filling.findInstance(['a'])
  if (field !== null) filling.setEntry(field, '1')
  filling.press(filling.getInstance(filling.root, 'press'), 'pressed')
  expect([valueAt('opened'), valueAt('followed'), valueAt('pressed')]).toEqual([0.67, 0.33, 0])
})
