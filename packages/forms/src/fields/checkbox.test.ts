import { expect, test } from 'vitest'
import { enter, fill } from '../testing/build-form.ts'
import { getFieldDefinition } from './registry.ts'

const checkbox = getFieldDefinition('checkbox')

test('a box is ticked or not, also in the words of a query or variable', () => {
  expect([true, 'true', false, 'false', null, ''].map((entry) => enter('checkbox', entry))).toEqual([
    true,
    true,
    false,
    false,
    null,
    null,
  ])
})

test.each(['yes', 1, 0, [], {}])('%j is neither', (entry) => {
  expect(enter('checkbox', entry)).toBe('!checkbox.invalid')
})

test('a required box must be ticked', () => {
  expect(checkbox.isMissing?.(false)).toBe(true)
  expect(checkbox.isMissing?.(true)).toBe(false)
})

test('an untouched box is stored as no', () => {
  expect(checkbox.toVariables('a', null, {}, { timeZone: 'UTC' })).toEqual([
    { name: 'a', type: 'Boolean', value: false },
  ])
})

test('an untouched box is no in every rule, as it is in the process', () => {
  const probe = (key: string, rule: object) => ({ type: 'text', key, id: key, ...rule })
  const filling = fill(
    [
      { type: 'checkbox', key: 'c' },
      probe('isFalse', { visible: '=c = false' }),
      probe('not', { required: '=not(c)' }),
      probe('either', { enabled: '=c or false = c' }),
      { type: 'computed', key: 'says', computed: '=if c then "yes" else string(c)' },
      { type: 'text', key: 'preset', defaultValue: '=string(c)' },
      {
        type: 'repeater',
        key: 'rows',
        children: [{ type: 'checkbox', key: 'd' }, probe('in', { visible: '=d = false' })],
      },
      { type: 'number', key: 'none', computed: '=count(rows[d = false])' },
    ],
    { values: { rows: [{}, { d: true }] }, defaults: 'all' },
  )
  const get = (...path: (string | number)[]) => filling.findInstance(path)
  expect(get('isFalse')?.state.visible).toBe(true)
  expect(get('not')?.state.required).toBe(true)
  expect(get('either')?.state.enabled).toBe(true)
  expect([get('says')?.value, get('preset')?.value, get('none')?.value]).toEqual(['false', 'false', 1])
  expect([get('rows', 0, 'in')?.state.visible, get('rows', 1, 'in')?.state.visible]).toEqual([true, false])
})

test('a hidden box is empty, and options can depend on one that nobody touched', () => {
  const options = [
    { value: 'x', label: 'X', when: ['false'] },
    { value: 'y', label: 'Y', when: ['true'] },
  ]
  const filling = fill([
    { type: 'checkbox', key: 'c' },
    { type: 'select', key: 's', dependsOn: 'c', options },
    { type: 'checkbox', key: 'h', visible: '=c' },
    { type: 'text', key: 'probe', visible: '=h = null' },
  ])
  expect(filling.findInstance(['s'])?.options?.map(({ value }) => value)).toEqual(['x'])
  expect(filling.findInstance(['probe'])?.state.visible).toBe(true)
})
