import { applyCommand, toDesign } from '@millrace/forms/design'
import { formFeel } from '@millrace/forms/feel'
import { expect, it } from 'vitest'
import { buildDocument, type NodeDraft } from '../testing/build-design.ts'
import { listRenames } from './list-renames.ts'

/** What is set where, when a key becomes another one. */
function rename(nodes: readonly NodeDraft[], id: string, key: string) {
  const before = toDesign(buildDocument(nodes))
  const applied = applyCommand(before, { kind: 'setKey', id, key })
  if (!applied.ok) throw new Error(applied.message)
  return listRenames(before, applied.design, id, formFeel).map((command) =>
    command.kind === 'setProperty' ? `${command.id}.${command.name} ${JSON.stringify(command.value)}` : command.kind,
  )
}

const number = (id: string, key: string, props: object = {}) => ({ id, type: 'number', key, label: key, ...props })

it('an expression reads it by its new name, but not in texts, and nothing else changes', () => {
  expect(
    rename(
      [
        number('a', 'net'),
        number('b', 'gross', { visible: '=net > 1 and "net" != string(net)', setTo: '=net * 2' }),
        number('c', 'network', { required: '=network > 3' }),
      ],
      'a',
      'amount',
    ),
  ).toEqual(['b.visible "=amount > 1 and \\"net\\" != string(amount)"', 'b.setTo "=amount * 2"'])
})

it('in rows, columns, unique fields, totals, and by what depends on it', () => {
  const rows: readonly NodeDraft[] = [
    {
      id: 'l',
      type: 'grid',
      key: 'lines',
      label: 'Lines',
      unique: ['cost'],
      totals: ['cost'],
      children: [number('a', 'cost'), number('b', 'tax', { computed: '=cost / 5' })],
    },
    { id: 's', type: 'computed', key: 'sum', label: 'Sum', computed: '=sum(lines.cost)' },
  ]
  expect(rename(rows, 'a', 'price')).toEqual([
    'l.unique ["price"]',
    'l.totals ["price"]',
    'b.computed "=price / 5"',
    's.computed "=sum(lines.price)"',
  ])
  expect(rename(rows, 'l', 'items')).toEqual(['s.computed "=sum(items.cost)"'])
  const options = [{ value: 'x', label: 'X', when: ['1'] }]
  expect(
    rename(
      [number('a', 'net'), { id: 'b', type: 'select', key: 'b', label: 'B', dependsOn: 'net', options }],
      'a',
      'amount',
    ),
  ).toEqual(['b.dependsOn "amount"'])
})

it('another field of that name is not meant', () => {
  const nodes: readonly NodeDraft[] = [
    number('a', 'cost'),
    {
      id: 'l',
      type: 'repeater',
      key: 'lines',
      label: 'Lines',
      children: [number('b', 'cost'), number('c', 'tax', { computed: '=cost / 5' })],
    },
  ]
  expect(rename(nodes, 'a', 'price')).toEqual([])
  // Both would be read where one was: it is left as it is.
  expect(rename([...nodes, number('d', 'all', { visible: '=cost > sum(lines.cost)' })], 'a', 'price')).toEqual([])
})

it('nothing is guessed where the form has errors, or for names that are no words', () => {
  expect(rename([number('a', 'net'), number('b', 'b', { visible: '=net >' })], 'a', 'amount')).toEqual([])
  expect(rename([number('a', 'net'), number('b', 'b', { visible: '=net > 1' })], 'a', 'net amount')).toEqual([])
})
