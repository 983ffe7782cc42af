import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { noExpressions } from '../expressions/form-expressions.ts'
import { Filling } from '../filling/filling.ts'
import { readDependedOn } from '../filling/read-depended-on.ts'
import { buildField, enter } from '../testing/build-form.ts'
import { tinyLanguage } from '../testing/tiny-expressions.ts'
import { getFieldDefinition } from './registry.ts'

const props = { list: 'cities' }

test('one value is chosen, or several where the field takes them', () => {
  expect(enter('data-list', 'LIS', props)).toBe('LIS')
  expect(enter('data-list', ' ', props)).toBe(' ')
  expect(enter('data-list', '', props)).toBeNull()
  expect(enter('data-list', ['LIS', 'OPO'], { ...props, several: true })).toEqual(['LIS', 'OPO'])
  expect(enter('data-list', ['LIS', 'OPO'], props)).toBe('!choice.too-many')
  expect(enter('data-list', 7, props)).toMatch(/^!choice/)
})

test('it becomes a process variable and comes back from one', () => {
  const definition = getFieldDefinition('data-list')
  const context = { timeZone: 'UTC' }
  const field = buildField('data-list', props)
  expect(definition.toVariables('a', 'LIS', field.props, context)).toEqual([
    { name: 'a', type: 'String', value: 'LIS' },
  ])
  expect(definition.fromVariable({ type: 'String', value: 'LIS' }, context)).toBe('LIS')
})

test.each([
  [{}, 'the key of the data list that is chosen from'],
  [{ list: 'a', dependsOn: 'b' }, 'dependsOn and filterColumn only together'],
  [{ list: 'a', onlyValue: 'b' }, 'onlyColumn and onlyValue only together'],
  [{ list: 'a', min: 1 }, 'min and max only beside several'],
  [{ list: 'a' }, null],
])('of %j it says %j', (given, conflict) => {
  expect(getFieldDefinition('data-list').findConflict?.(given)).toBe(conflict)
})

const field = (key: string, type: string, given: object) => ({ id: key, type, key, props: { label: key, ...given } })
const compiled = compile(
  {
    schema: 2,
    id: 'form',
    root: [
      field('country', 'text', {}),
      field('city', 'data-list', { list: 'cities', dependsOn: 'country', filterColumn: 'country' }),
    ],
  } as never,
  { language: tinyLanguage },
)
if (!compiled.ok) throw new Error(JSON.stringify(compiled))
const { form } = compiled
const fill = (values: object, known?: ReadonlyMap<string, ReadonlyMap<string, readonly string[] | null>>) =>
  new Filling({
    form,
    values: values as never,
    context: {
      timeZone: 'UTC',
      now: new Date(0),
      userId: null,
      variables: {},
      expressions: noExpressions,
      ...(known && { knownChoices: known }),
    },
  })
const get = (filling: Filling, key: string) => {
  const found = filling.findInstance([key])
  if (found === null) throw new Error(key)
  return found
}

test('its choice goes when the field that it depends on is another, and it knows the value of that', () => {
  const filling = fill({ country: 'PT', city: 'LIS' })
  expect([get(filling, 'city').value, readDependedOn(get(filling, 'city'))]).toEqual(['LIS', 'PT'])
  filling.setEntry(get(filling, 'country'), 'ES')
  expect([get(filling, 'city').value, readDependedOn(get(filling, 'city'))]).toEqual([null, 'ES'])
  expect(readDependedOn(get(filling, 'country'))).toBeNull()
})

test('a choice of another row of the list is wrong where it is known', () => {
  const known = new Map([['city', new Map([['LIS', ['PT']]])]])
  const problems = (values: object) =>
    fill(values, known)
      .listProblems()
      .map(({ field, code }) => [field, code])
  expect(problems({ country: 'PT', city: 'LIS' })).toEqual([])
  expect(problems({ country: 'ES', city: 'LIS' })).toEqual([['city', 'data-list.unknown']])
  expect(problems({ city: 'LIS' })).toEqual([['city', 'data-list.unknown']])
})
