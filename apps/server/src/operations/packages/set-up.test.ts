import { expect, it } from 'vitest'
import type { PackageItem } from './package-kind.ts'
import { listSetUp } from './set-up.ts'

const property = (key: string, isPerEnvironment: boolean): PackageItem => ({
  ...{ kind: 'globalProperty', key, name: key },
  content: { key, name: key, description: '', type: 'text', value: '', isSecret: false, isPerEnvironment },
})
const planned = [property('address', true), property('known', true), property('constant', false)].map((item) => ({
  ...{ item, existing: null, result: 'new' as const },
}))
const listIn = (name: string) =>
  listSetUp(
    planned,
    { items: [], users: [], groups: [] },
    { name, connections: new Set(), properties: new Set(['known']) },
  ).map(({ kind, key, message }) => `${kind} ${key}: ${message}`)

it('lists global properties that need a value for the environment of the workplace', () => {
  expect(listIn('test')).toEqual([
    'globalProperty address: Add the values for the environment “test”. Until then, the values of the package are used.',
  ])
  expect(listIn('')).toEqual([])
})
