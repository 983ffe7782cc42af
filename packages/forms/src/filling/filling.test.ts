import { describe, expect, test } from 'vitest'
import { parsePath, printPath } from '../paths/path.ts'
import { fill, type NodeDraft } from '../testing/build-form.ts'
import type { JsonValues } from '../values/value-tree.ts'
import type { Filling } from './filling.ts'
import type { NodeInstance, Row } from './instance.ts'
import { toDraft, toSubmission } from './present-filling.ts'

const number = (key: string, more: object = {}): NodeDraft => ({ type: 'number', key, ...more })
const text = (key: string, more: object = {}): NodeDraft => ({ type: 'text', key, ...more })
const list = (key: string, children: readonly NodeDraft[], more: object = {}): NodeDraft => ({
  type: 'repeater',
  key,
  children,
  ...more,
})

function at(filling: Filling, path: string): NodeInstance {
  const found = filling.findInstance(parsePath(path) ?? [])
  if (found === null) throw new Error(`Expected something at ${path}.`)
  return found
}

const valueAt = (filling: Filling, path: string) => at(filling, path).value
const enter = (filling: Filling, path: string, entry: unknown) => filling.setEntry(at(filling, path), entry)
const rowAt = (filling: Filling, path: string, index: number) => at(filling, path).rows[index] as Row
const problemsOf = (filling: Filling) => filling.listProblems().map(({ field, code }) => `${field} ${code}`)

/** Orders with their lines, in a tab. */
const orders: readonly NodeDraft[] = [
  {
    type: 'tabs',
    children: [
      {
        type: 'tab',
        label: 'Orders',
        children: [
          list('orders', [
            text('supplier'),
            number('rate'),
            list('lines', [
              number('price', { required: true }),
              number('count'),
              number('sum', { computed: '=price * count * rate' }),
            ]),
            number('total', { computed: '=sum(lines.sum)' }),
          ]),
        ],
      },
      { type: 'tab', label: 'Sum', children: [number('all', { computed: '=sum(orders.total)' })] },
    ],
  },
]
const filled = {
  orders: [
    {
      supplier: 'A',
      rate: 1,
      lines: [
        { price: 2, count: 3 },
        { price: 5, count: 1 },
      ],
    },
    { supplier: 'B', rate: 2, lines: [{ price: 10, count: 1 }] },
  ],
}

describe('a list in a list in a tab', () => {
  test('computes by row, over rows and over rows of rows', () => {
    const filling = fill(orders, { values: filled })
    expect(valueAt(filling, 'orders[0].lines[0].sum')).toBe(6)
    expect(valueAt(filling, 'orders[0].total')).toBe(11)
    expect(valueAt(filling, 'orders[1].total')).toBe(20)
    expect(valueAt(filling, 'all')).toBe(31)
  })

  test('follows a change upwards, and leaves other rows alone', () => {
    const filling = fill(orders, { values: filled })
    const before = filling.evaluations
    const touched = enter(filling, 'orders[0].lines[0].price', '4')
    expect(valueAt(filling, 'all')).toBe(37)
    // The sum of the line, the total of the order, the total of all.
    expect(filling.evaluations - before).toBe(3)
    expect([...touched].map((instance) => printPath(filling.pathOf(instance)))).toEqual([
      'orders[0].lines[0].price',
      'orders[0].lines[0].sum',
      'orders[0].total',
      'all',
    ])
  })

  test('follows a change of an outer row to the rows inside of it', () => {
    const filling = fill(orders, { values: filled })
    const before = filling.evaluations
    enter(filling, 'orders[0].rate', '10')
    expect(valueAt(filling, 'orders[0].total')).toBe(110)
    expect(valueAt(filling, 'all')).toBe(130)
    expect(filling.evaluations - before).toBe(4)
  })

  test('a value that ends up the same stops there', () => {
    const filling = fill(orders, { values: filled })
    const before = filling.evaluations
    enter(filling, 'orders[0].lines[0].price', '2.0')
    expect(filling.evaluations - before).toBe(0)
  })
})

describe('rows', () => {
  test('that come and go are counted in', () => {
    const filling = fill(orders, { values: filled })
    const lines = at(filling, 'orders[0].lines')
    const { row } = filling.addRow(lines, 0, { price: 100, count: 1 })
    expect(valueAt(filling, 'orders[0].total')).toBe(111)
    expect(valueAt(filling, 'all')).toBe(131)
    filling.removeRow(row)
    expect(valueAt(filling, 'all')).toBe(31)
    filling.removeRow(rowAt(filling, 'orders', 1))
    expect(valueAt(filling, 'all')).toBe(11)
  })

  test('keep their own identity wherever they are moved', () => {
    const filling = fill(orders, { values: filled })
    const price = at(filling, 'orders[0].lines[0].price')
    const { id } = price
    filling.moveRow(rowAt(filling, 'orders[0].lines', 0), 1)
    filling.moveRow(rowAt(filling, 'orders', 0), 1)
    expect(at(filling, 'orders[1].lines[1].price')).toBe(price)
    expect(price.id).toBe(id)
    filling.removeRow(rowAt(filling, 'orders', 0))
    expect(printPath(filling.pathOf(price))).toBe('orders[0].lines[1].price')
    expect(filling.addRow(at(filling, 'orders')).row.id).not.toBe(price.row.list?.row.id)
  })

  test('their order counts where an expression reads it', () => {
    const nodes = [list('rows', [text('name')]), text('first', { computed: '=rows[1].name' })]
    const filling = fill(nodes, { values: { rows: [{ name: 'a' }, { name: 'b' }] } })
    expect(valueAt(filling, 'first')).toBe('a')
    filling.moveRow(rowAt(filling, 'rows', 1), 0)
    expect(valueAt(filling, 'first')).toBe('b')
  })

  test('begin with their defaults, those computed in the row too', () => {
    const nodes = [
      text('country', { defaultValue: 'DE' }),
      list('rows', [
        number('count', { defaultValue: 1 }),
        number('twice', { defaultValue: '=count * 2' }),
        text('from', { defaultValue: '=country' }),
      ]),
    ]
    const filling = fill(nodes, { defaults: 'all' })
    filling.addRow(at(filling, 'rows'))
    enter(filling, 'country', 'FR')
    filling.addRow(at(filling, 'rows'))
    expect(toDraft(filling)).toEqual({
      country: 'FR',
      rows: [
        { count: 1, twice: 2, from: 'DE' },
        { count: 1, twice: 2, from: 'FR' },
      ],
    })
  })

  test('may be computed as a default', () => {
    const nodes = [
      list('rows', [number('n'), number('m', { defaultValue: '=n + 1' })], {
        defaultValue: '=for i in 1..3 return {n: i}',
      }),
    ]
    expect(toDraft(fill(nodes, { defaults: 'all' }))).toEqual({
      rows: [
        { n: 1, m: 2 },
        { n: 2, m: 3 },
        { n: 3, m: 4 },
      ],
    })
  })

  test('that are no rows are an error, and kept as they are until there are rows', () => {
    for (const wrong of ['x', 5, {}, [1], [[]], [{}, null]]) {
      const filling = fill([list('rows', [text('name')])], { values: { rows: wrong } })
      expect(problemsOf(filling)).toEqual(['rows list.invalid'])
      expect(toDraft(filling)).toEqual({ rows: wrong })
      filling.addRow(at(filling, 'rows'))
      expect(problemsOf(filling)).toEqual([])
    }
  })
})

describe('a rule sees', () => {
  test('its own row first, then what is around it', () => {
    const nodes = [text('name'), text('city'), list('rows', [text('name'), text('both', { computed: '=name + city' })])]
    const filling = fill(nodes, { values: { name: 'outer', city: '!', rows: [{ name: 'inner' }] } })
    expect(valueAt(filling, 'rows[0].both')).toBe('inner!')
    enter(filling, 'name', 'other')
    expect(valueAt(filling, 'rows[0].both')).toBe('inner!')
    enter(filling, 'city', '?')
    expect(valueAt(filling, 'rows[0].both')).toBe('inner?')
  })

  test('the members of a container with a key, and from outside by its name', () => {
    const nodes = [
      { type: 'panel', key: 'address', children: [text('zip'), text('city', { visible: '=zip != null' })] },
      text('label', { computed: '=address.zip + " " + address.city' }),
    ]
    const filling = fill(nodes, { values: { address: { city: 'Rome' } } })
    expect(at(filling, 'address.city').state.visible).toBe(false)
    enter(filling, 'address.zip', '00100')
    expect(valueAt(filling, 'label')).toBe('00100 Rome')
  })

  test('what is hidden as empty, rows and columns too', () => {
    const nodes = [
      { type: 'checkbox', key: 'show' },
      { type: 'checkbox', key: 'column' },
      list('rows', [number('n', { visible: '=column' })], { visible: '=show' }),
      text('seen', { computed: '=if rows = null then "none" else string(count(rows[n != null]))' }),
    ]
    const filling = fill(nodes, { values: { show: true, column: true, rows: [{ n: 1 }, { n: 2 }, {}] } })
    expect(valueAt(filling, 'seen')).toBe('2')
    enter(filling, 'column', false)
    expect(valueAt(filling, 'seen')).toBe('0')
    enter(filling, 'show', false)
    expect(valueAt(filling, 'seen')).toBe('none')
  })

  test('days in rows as dates', () => {
    const nodes = [
      list('rows', [
        { type: 'date', key: 'day' },
        { type: 'checkbox', key: 'late' },
      ]),
      text('late', { computed: '=string(count(rows[day < today()]))' }),
    ]
    const filling = fill(nodes, { values: { rows: [{ day: '2026-11-20' }, { day: '2026-12-01' }] } })
    expect(valueAt(filling, 'late')).toBe('1')
  })

  test('names with signs, in rows too', () => {
    const nodes = [
      list('order lines', [number('unit-price')]),
      number('all', { computed: '=sum(order lines.unit-price)' }),
    ]
    const filling = fill(nodes, { values: { 'order lines': [{ 'unit-price': 2 }, { 'unit-price': 3 }] } })
    expect(valueAt(filling, 'all')).toBe(5)
  })
})

describe('what holds for a list holds in its rows', () => {
  test.each([
    ['visible', '=on', true],
    ['enabled', '=on', true],
    ['readOnly', '=not(on)', false],
  ] as const)('%s', (rule, condition, whenOn) => {
    const nodes = [{ type: 'checkbox', key: 'on' }, list('a', [list('b', [text('c')])], { [rule]: condition })]
    const filling = fill(nodes, { values: { on: true, a: [{ b: [{}, {}] }] } })
    expect(at(filling, 'a[0].b[1].c').state[rule]).toBe(whenOn)
    enter(filling, 'on', false)
    expect(at(filling, 'a[0].b[1].c').state[rule]).toBe(!whenOn)
    filling.addRow(at(filling, 'a[0].b'))
    expect(at(filling, 'a[0].b[2].c').state[rule]).toBe(!whenOn)
  })
})

describe('a list has errors', () => {
  const rowsOf = (count: number) => ({ rows: Array.from({ length: count }, (_, index) => ({ name: `x${index}` })) })
  const faults = (more: object, count: number) =>
    problemsOf(fill([list('rows', [text('name')], { label: 'Lines', ...more })], { values: rowsOf(count) }))

  test('without the one row that it must have, in the words of the specification', () => {
    const filling = fill([list('rows', [text('name')], { label: 'Lines', required: true })])
    expect(filling.listProblems()).toEqual([{ field: 'rows', code: 'list.required', params: { label: 'Lines' } }])
    expect(faults({ required: true }, 1)).toEqual([])
  })

  test('with fewer or more rows than it takes', () => {
    expect(faults({ min: 2 }, 1)).toEqual(['rows list.too-few'])
    expect(faults({ min: 2 }, 2)).toEqual([])
    expect(faults({ max: 2 }, 3)).toEqual(['rows list.too-many'])
    expect(faults({ max: 2 }, 2)).toEqual([])
  })

  test('when its check over the rows says so', () => {
    const more = { check: '=count(rows) != 2', checkMessage: 'Not two.' }
    expect(faults(more, 2)).toEqual(['rows value.check'])
    expect(faults(more, 3)).toEqual([])
  })

  test('not while it cannot be filled', () => {
    for (const more of [{ visible: false }, { enabled: false }, { readOnly: true }])
      expect(faults({ required: true, ...more }, 0)).toEqual([])
  })
})

test('values that no two rows may share are compared without regard to case, and judged again by each change', () => {
  const filling = fill([list('rows', [text('name'), text('other')], { unique: ['name'] })], {
    values: { rows: [{ name: 'Anna' }, { name: ' aNNA ' }, {}, {}, { name: 'Bert' }] },
  })
  expect(problemsOf(filling)).toEqual(['rows[1].name list.duplicate'])
  enter(filling, 'rows[4].name', 'ANNA')
  expect(problemsOf(filling)).toEqual(['rows[1].name list.duplicate', 'rows[4].name list.duplicate'])
  const before = filling.evaluations
  enter(filling, 'rows[0].other', 'x')
  expect(filling.evaluations).toBe(before)
  filling.moveRow(rowAt(filling, 'rows', 1), 0)
  expect(problemsOf(filling)).toEqual(['rows[1].name list.duplicate', 'rows[4].name list.duplicate'])
  filling.removeRow(rowAt(filling, 'rows', 0))
  expect(problemsOf(filling)).toEqual(['rows[3].name list.duplicate'])
})

describe('rows of a repeater', () => {
  const fields = [text('name'), number('age'), text('copy', { computed: '=name' })]
  const problems = (rows: JsonValues[], more = {}, inside = fields) =>
    problemsOf(fill([list('rows', inside, more)], { values: { rows } as JsonValues }))

  test('may not be the same in all that is entered, where the designer says nothing else', () => {
    const rows = [{ name: 'Anna', age: 3 }, { name: ' anna ', age: '3' }, { name: 'Anna', age: 4 }, {}, {}]
    expect(problems(rows)).toEqual(['rows[1].name list.duplicate'])
    expect(problems(rows, { allowDuplicates: true })).toEqual([])
    expect(problems(rows, { unique: ['age'] })).toEqual(['rows[1].age list.duplicate'])
  })

  test('are judged again when one of them changes, is moved or goes', () => {
    const rows = [{ name: 'Anna' }, { name: 'Bert', age: 1 }]
    const filling = fill([list('rows', fields)], { values: { rows } })
    enter(filling, 'rows[1].name', 'anna')
    expect(problemsOf(filling)).toEqual([])
    enter(filling, 'rows[1].age', '')
    expect(problemsOf(filling)).toEqual(['rows[1].name list.duplicate'])
    filling.removeRow(rowAt(filling, 'rows', 0))
    expect(problemsOf(filling)).toEqual([])
  })

  test('with a box that nobody ticked are empty, and with a list are not compared', () => {
    const box = { type: 'checkbox', key: 'ok', label: 'ok' } as const
    expect(problems([{}, {}], {}, [text('name'), box])).toEqual([])
    expect(problems([{ ok: true }, { ok: true }], {}, [text('name'), box])).toEqual(['rows[1].ok list.duplicate'])
    expect(problems([{ name: 'a' }, { name: 'a' }], {}, [text('name'), list('inner', [text('x')])])).toEqual([])
  })
})

test('numbers that no two rows may share are compared as numbers', () => {
  const filling = fill([list('rows', [number('n')], { unique: ['n'] })], {
    values: { rows: [{ n: '1,000' }, { n: 1000 }] },
  })
  expect(problemsOf(filling)).toEqual(['rows[1].n list.duplicate'])
})

describe('a computed value', () => {
  test('that breaks a rule of its field keeps nobody from sending the form: the design is wrong', () => {
    const broken = (field: NodeDraft, values: JsonValues = {}) => {
      const filling = fill([text('a'), { key: 'c', ...field }], { values })
      return [problemsOf(filling), filling.listDesignProblems().map(({ node, code }) => `${node} ${code}`)]
    }
    const options = [{ value: 'x', label: 'X' }]
    expect(broken({ type: 'number', computed: '=12', max: 10 })).toEqual([[], ['n2 number.too-large']])
    expect(broken({ type: 'text', computed: '=a', required: true })).toEqual([[], ['n2 value.required']])
    expect(broken({ type: 'text', computed: '=a', maxLength: 2 }, { a: 'abc' })).toEqual([[], ['n2 text.too-long']])
    expect(broken({ type: 'text', computed: '=a', pattern: '[0-9]' }, { a: 'x' })).toEqual([[], ['n2 text.pattern']])
    expect(broken({ type: 'select', computed: '=a', options }, { a: 'y' })).toEqual([[], ['n2 choice.unknown']])
    expect(broken({ type: 'number', computed: '=a' }, { a: 'x' })).toEqual([[], ['n2 number.invalid']])
    expect(broken({ type: 'number', computed: '=5', max: 10 })).toEqual([[], []])
  })

  test('is held against other values by its validation rule, and in rows that must differ', () => {
    const total = number('total', { computed: '=a + b', check: '=total <= 10' })
    expect(problemsOf(fill([number('a'), number('b'), total], { values: { a: 6, b: 5 } }))).toEqual([
      'total value.check',
    ])
    const rows = list('rows', [text('n'), text('twice', { computed: '=n + n' })], { unique: ['twice'] })
    expect(problemsOf(fill([rows], { values: { rows: [{ n: 'x' }, { n: 'x' }] } }))).toEqual([
      'rows[1].twice list.duplicate',
    ])
  })

  test('is sent by nobody', () => {
    const filling = fill([number('a'), number('double', { computed: '=a * 2' })], { values: { a: 6, double: 99 } })
    expect(valueAt(filling, 'double')).toBe(12)
    expect(toSubmission(filling)).toEqual({ a: 6 })
  })
})

test('of a thousand fields a key press evaluates only what depends on it', () => {
  const nodes = Array.from({ length: 1_000 }, (_, index) =>
    text(`f${index}`, index % 10 === 1 ? { visible: `=f${index - 1} = "x"`, required: `=f${index - 1} = "x"` } : {}),
  )
  const filling = fill(nodes)
  expect(filling.evaluations).toBe(200)
  const touched = enter(filling, 'f500', 'x')
  expect(filling.evaluations).toBe(202)
  expect([...touched].map(({ planned }) => planned.data?.key)).toEqual(['f500', 'f501'])
  enter(filling, 'f502', 'x')
  expect(filling.evaluations).toBe(202)
})

test('of a thousand rows a key press evaluates its own row and the sums', () => {
  const filling = fill(
    [
      list('rows', [number('price'), number('count'), number('sum', { computed: '=price * count' })]),
      number('total', { computed: '=sum(rows.sum)' }),
      number('lines', { computed: '=count(rows)' }),
    ],
    { values: { rows: Array.from({ length: 1_000 }, (_, index) => ({ price: index, count: 2 })) } },
  )
  expect(valueAt(filling, 'total')).toBe(999_000)
  const before = filling.evaluations
  enter(filling, 'rows[500].price', '0')
  expect(valueAt(filling, 'total')).toBe(998_000)
  expect(filling.evaluations - before).toBe(2)
})

test('paths of what is not there lead nowhere', () => {
  const filling = fill(orders, { values: filled })
  for (const path of ['gone', 'orders[9]', 'orders[0]', 'orders.supplier', 'orders[0].all', 'all.all', '[0]', 'all[0]'])
    expect([path, filling.findInstance(parsePath(path) ?? [])]).toEqual([path, null])
})
