import { expect, test } from 'vitest'
import { buildContext, buildDocument, buildForm, fill, listProblemCodes } from '../testing/build-form.ts'
import { readSubmission } from '../values/read-submission.ts'
import { toSubmission } from './present-filling.ts'

const customer = { type: 'text', key: 'customer' }
const greeting = { type: 'text', key: 'greeting', setTo: '=customer' }

function get(filling: ReturnType<typeof fill>, ...path: (string | number)[]) {
  const found = filling.findInstance(path)
  if (found === null) throw new Error(`Expected ${path.join('.')}, but it is not there.`)
  return found
}

test('a field is set when somebody changes what its expression reads, and can be typed over until then', () => {
  const filling = fill([customer, greeting, { type: 'text', key: 'other' }])
  const touched = filling.setEntry(get(filling, 'customer'), 'Ana')
  expect([...touched].map(({ planned }) => planned.data?.kind === 'field' && planned.data.key)).toEqual([
    'customer',
    'greeting',
  ])
  expect(get(filling, 'greeting').value).toBe('Ana')
  filling.setEntry(get(filling, 'greeting'), 'Hello')
  filling.setEntry(get(filling, 'other'), 'x')
  expect(get(filling, 'greeting').value).toBe('Hello')
  filling.setEntry(get(filling, 'customer'), 'Rui')
  expect(get(filling, 'greeting').value).toBe('Rui')
})

test('what the form opens with stays, and so does what is sent', () => {
  const values = { customer: 'Ana', greeting: 'Hello' }
  const filling = fill([customer, greeting], { values })
  expect(toSubmission(filling)).toEqual(values)
  const form = buildForm([customer, greeting])
  expect(readSubmission(form, values, { current: {}, context: buildContext(form) })).toMatchObject({
    ok: true,
    values: { greeting: 'Hello' },
  })
})

test('two fields set each other', () => {
  const filling = fill([
    { type: 'number', key: 'net', setTo: '=gross / 2' },
    { type: 'number', key: 'gross', setTo: '=net * 2' },
  ])
  filling.setEntry(get(filling, 'net'), 10)
  expect([get(filling, 'net').value, get(filling, 'gross').value]).toEqual([10, 20])
  filling.setEntry(get(filling, 'gross'), 50)
  expect([get(filling, 'net').value, get(filling, 'gross').value]).toEqual([25, 50])
})

test('fields that set each other for ever end', () => {
  const filling = fill(
    [
      { type: 'number', key: 'a' },
      { type: 'number', key: 'b', setTo: '=a + c' },
      { type: 'number', key: 'c', setTo: '=b + 1' },
    ],
    { values: { c: 0 } },
  )
  filling.setEntry(get(filling, 'a'), 3)
  expect([get(filling, 'b').value, get(filling, 'c').value]).toEqual([3, 4])
})

test('one follows another, also through what is computed between them', () => {
  const filling = fill([
    { type: 'number', key: 'a' },
    { type: 'number', key: 'twice', computed: '=a * 2' },
    { type: 'number', key: 'b', setTo: '=twice + 1' },
    { type: 'number', key: 'c', setTo: '=b + 1' },
  ])
  filling.setEntry(get(filling, 'a'), 3)
  expect([get(filling, 'b').value, get(filling, 'c').value]).toEqual([7, 8])
})

test('what cannot be filled now is not set', () => {
  const filling = fill([
    customer,
    { ...greeting, key: 'hidden', visible: false },
    { ...greeting, key: 'locked', readOnly: true },
    { ...greeting, key: 'off', enabled: false },
  ])
  filling.setEntry(get(filling, 'customer'), 'Ana')
  for (const key of ['hidden', 'locked', 'off']) expect(get(filling, key).entry).toBeUndefined()
})

test('in a row it goes by that row, keeps what a new row comes with, and around a list it follows the rows', () => {
  const filling = fill([
    {
      type: 'repeater',
      key: 'lines',
      children: [
        { type: 'number', key: 'pieces' },
        { type: 'number', key: 'cost', setTo: '=pieces * 3' },
      ],
    },
    { type: 'number', key: 'total', setTo: '=sum(lines.cost)' },
  ])
  filling.addRow(get(filling, 'lines'), 0, { pieces: 2, cost: 5 })
  filling.addRow(get(filling, 'lines'), 1, { pieces: 1 })
  expect([get(filling, 'lines', 0, 'cost').value, get(filling, 'lines', 1, 'cost').value]).toEqual([5, 3])
  expect(get(filling, 'total').value).toBe(8)
  filling.setEntry(get(filling, 'lines', 1, 'pieces'), 4)
  expect([get(filling, 'lines', 0, 'cost').value, get(filling, 'lines', 1, 'cost').value]).toEqual([5, 12])
  expect(get(filling, 'total').value).toBe(17)
})

test.each([
  { type: 'number', key: 'sum', computed: '=1', setTo: '=2' },
  { type: 'computed', key: 'sum', computed: '=1', setTo: '=2' },
])('what is computed is not set as well: %j', (field) => {
  expect(listProblemCodes(buildDocument([field]))).toEqual(['property.conflict'])
})
