import { expect, it } from 'vitest'
import { changeNamed, keyFor } from './key-for.ts'

it.each([
  ['Cost centre', 'costCentre'],
  ['Número de série', 'numeroDeSerie'],
  ['2nd name', 'c2ndName'],
  ['!', ''],
  ['IBAN', 'iBAN'],
])('the key for %j is %j', (name, key) => {
  expect(keyFor(name)).toBe(key)
})

it('a key follows the name of what is written until it is another', () => {
  const empty = { name: '', formKey: '' }
  const named = changeNamed(empty, { name: 'Room request' }, 'formKey')
  expect(named).toEqual({ name: 'Room request', formKey: 'roomRequest' })
  expect(changeNamed(named, { name: 'Request' }, 'formKey').formKey).toBe('request')
  const own = changeNamed(named, { formKey: 'room' }, 'formKey')
  expect(changeNamed(own, { name: 'Request' }, 'formKey')).toEqual({ name: 'Request', formKey: 'room' })
})
