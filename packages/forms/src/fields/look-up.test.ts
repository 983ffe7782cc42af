import { describe, expect, it, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { noExpressions } from '../expressions/form-expressions.ts'
import { Filling } from '../filling/filling.ts'
import { readChoiceKey, readParameters } from '../filling/read-depended-on.ts'
import { enter } from '../testing/build-form.ts'
import { tinyLanguage } from '../testing/tiny-expressions.ts'
import { readSubmission } from '../values/read-submission.ts'
import { getFieldDefinition } from './registry.ts'

const field = (key: string, type: string, props: object = {}) => ({
  id: key,
  type,
  key,
  props: { label: key, ...props },
})
const read = (root: readonly object[]) => compile({ schema: 2, id: 'form', root } as never, { language: tinyLanguage })

describe.each(['rest-look-up', 'sql-look-up', 'file-look-up'] as const)('a field %s', (type) => {
  const props = { adapter: 'cities' }

  it('takes one value, or several where it says so', () => {
    expect(enter(type, 'LIS', props)).toBe('LIS')
    expect(enter(type, '', props)).toBeNull()
    expect(enter(type, ['LIS', 'OPO'], { ...props, several: true })).toEqual(['LIS', 'OPO'])
    expect(enter(type, ['LIS', 'OPO'], props)).toBe('!choice.too-many')
    expect(enter(type, 7, props)).toBe('!choice.invalid')
  })

  it.each([
    [{}, 'the key of the adapter that is asked'],
    [{ adapter: 'a', parameters: ['a=b', 'a=c'] }, 'each parameter once'],
    [{ adapter: 'a', several: true, fills: ['a=b'] }, 'fills only where one row is chosen'],
    [{ adapter: 'a', parameters: ['a=b'], fills: ['c=b'] }, 'fills into fields that are no parameters'],
    [{ adapter: 'a', min: 1 }, 'min and max only beside several'],
    [{ adapter: 'a', parameters: ['a=b'], fills: ['c=d'] }, null],
  ])('of %j says %j', (given, conflict) => {
    expect(getFieldDefinition(type).findConflict?.(given)).toBe(conflict)
  })
})

const form = [
  field('country', 'text'),
  field('size', 'number'),
  field('name', 'text'),
  field('people', 'number'),
  field('city', 'rest-look-up', {
    adapter: 'cities',
    parameters: ['in=country', 'least=size'],
    fills: ['label=name', 'count=people'],
    strict: true,
  }),
]

test.each([
  [{ parameters: ['in=nowhere'] }, 'parameters'],
  [{ fills: ['label=nowhere'] }, 'fills'],
])('%j names a field that is there', (props, at) => {
  const compiled = read([field('city', 'sql-look-up', { adapter: 'cities', ...props })])
  expect(compiled.ok ? [] : compiled.problems.map((one) => [one.code, one.at])).toEqual([
    ['property.conflict', expect.stringContaining(`props.${at}`)],
  ])
})

test.each([['in'], ['in='], ['=country'], ['a b=country']])('“%s” is no pair', (word) => {
  expect(read([field('country', 'text'), field('c', 'sql-look-up', { adapter: 'a', parameters: [word] })]).ok).toBe(
    false,
  )
})

const compiled = read(form)
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
const context = { timeZone: 'UTC', now: new Date(0), userId: null, variables: {}, expressions: noExpressions }
const fill = (values: object) => new Filling({ form: compiled.form, values: values as never, context })
const get = (filling: Filling, key: string) => {
  const found = filling.findInstance([key])
  if (found === null) throw new Error(key)
  return found
}

test('it is asked by the values of other fields, and its choice goes when one of them is another', () => {
  const filling = fill({ country: 'PT', size: 1000, city: 'LIS' })
  expect(readParameters(get(filling, 'city'))).toEqual({ in: 'PT', least: '1000' })
  expect(JSON.parse(readChoiceKey(get(filling, 'city')))).toEqual({ in: 'PT', least: '1000' })
  filling.setEntry(get(filling, 'size'), '2000')
  expect(get(filling, 'city').value).toBeNull()
  expect(readParameters(get(filling, 'city'))).toEqual({ in: 'PT', least: '2000' })
  filling.setEntry(get(filling, 'country'), '')
  expect(readParameters(get(filling, 'city'))).toEqual({ least: '2000' })
})

test('the row that is chosen fills other fields, which stay unchanged where they cannot be filled', () => {
  const filling = fill({ name: 'before' })
  const touched = filling.fill(
    get(filling, 'city'),
    new Map([
      ['name', 'Lisbon'],
      ['people', '545796'],
      ['nowhere', 'x'],
    ]),
  )
  expect([get(filling, 'name').value, get(filling, 'people').value]).toEqual(['Lisbon', 545796])
  expect(touched.has(get(filling, 'people'))).toBe(true)
})

test('what is sent of a strict field is claimed, with the values that it goes with', () => {
  const options = { current: {}, context }
  const sent = readSubmission(compiled.form, { country: 'PT', city: 'LIS' }, options)
  expect(sent.ok ? sent.lookUps : sent).toEqual([
    { node: 'city', path: 'city', values: ['LIS'], parameters: { in: 'PT' } },
  ])
  const empty = readSubmission(compiled.form, { country: 'PT' }, options)
  expect(empty.ok ? empty.lookUps : empty).toEqual([])
})
