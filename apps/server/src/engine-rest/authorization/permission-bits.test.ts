import { expect, it } from 'vitest'
import { bitsOf } from '../../operations/authorizations/permission-bits.ts'
import { resourceNameOf } from '../../operations/authorizations/resource-names.ts'
import { permissionsOf, resourceNames } from './resources.ts'

it('every resource has a name, and each of its permissions a bit of its own', () => {
  for (const [type, resource] of resourceNames.entries()) {
    const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
    if (resource !== 'OPERATION_LOG_CATEGORY') expect(plain(resourceNameOf(type) ?? '')).toBe(plain(resource))
    const bits = permissionsOf(resource).map((permission) => bitsOf(type, [permission]))
    expect([resource, new Set(bits).size, bits.every((bit) => bit > 1 && Number.isInteger(Math.log2(bit)))]).toEqual([
      resource,
      bits.length,
      true,
    ])
  }
  expect(resourceNameOf(resourceNames.length)).toBeNull()
})

it('permissions are one number, with all bits for all and none for none', () => {
  expect(bitsOf(6, ['READ', 'RETRY_JOB', 'SUSPEND'])).toBe(2 + 32 + 1_048_576)
  expect(bitsOf(8, ['READ', 'RETRY_JOB', 'SUSPEND'])).toBe(2 + 32 + 64)
  expect(bitsOf(13, ['ALL'])).toBe(2_147_483_647)
  expect(bitsOf(13, [])).toBe(0)
})
