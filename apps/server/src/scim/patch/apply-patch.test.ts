import { describe, expect, it } from 'vitest'
import { groupDefinition } from '../groups/group-resource.ts'
import { userDefinition } from '../users/user-resource.ts'
import { applyPatch } from './apply-patch.ts'

const group = (...ids: string[]) => ({ displayName: 'Sales', members: ids.map((value) => ({ value })) })
const patch = (resource: object, ...Operations: object[]) =>
  applyPatch(groupDefinition, resource as Record<string, unknown>, { Operations })
const members = (resource: Readonly<Record<string, unknown>>) =>
  ((resource['members'] ?? []) as { value: string }[]).map(({ value }) => value)

describe('a patch of members', () => {
  it.each([
    [{ op: 'Remove', path: 'members', value: [{ value: 'b' }] }, ['a', 'c']],
    [{ op: 'remove', path: 'members', value: { value: 'b' } }, ['a', 'c']],
    [{ op: 'REMOVE', path: 'Members', value: 'b' }, ['a', 'c']],
    [{ op: 'remove', path: 'members[value eq "b"]' }, ['a', 'c']],
    [{ op: 'remove', path: 'members[value eq "b" or value eq "c"]' }, ['a']],
    [{ op: 'remove', path: 'members[value eq "z"]' }, ['a', 'b', 'c']],
    [{ op: 'remove', path: 'members' }, []],
    [{ op: 'add', path: 'members', value: { value: 'a' } }, ['a', 'b', 'c']],
    [{ op: 'add', value: { members: [{ value: 'd' }] } }, ['a', 'b', 'c', 'd']],
    [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members', value: [{ value: 'd' }] }, ['d']],
  ])('%j', (operation, left) => {
    expect(members(patch(group('a', 'b', 'c'), operation))).toEqual(left)
  })

  it('does its operations in their order, and leaves what it was given', () => {
    const before = group('a')
    const after = patch(
      before,
      { op: 'add', path: 'members', value: [{ value: 'b' }] },
      { op: 'remove', path: 'members[value eq "a"]' },
    )
    expect([members(after), members(before)]).toEqual([['b'], ['a']])
  })

  it('takes ten thousand of them in a moment', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ value: `id-${index}` }))
    const from = process.threadCpuUsage().user / 1000
    expect(members(patch(group('a'), { op: 'add', path: 'members', value: many }))).toHaveLength(10_001)
    expect(process.threadCpuUsage().user / 1000 - from).toBeLessThan(1_000)
  })
})

it('does not write into what all objects have', () => {
  const after = applyPatch(
    userDefinition,
    { userName: 'a' },
    {
      Operations: [{ op: 'replace', value: JSON.parse('{"__proto__":{"polluted":true},"constructor":{"x":1}}') }],
    },
  )
  expect([after, ({} as { polluted?: true }).polluted]).toEqual([{ userName: 'a' }, undefined])
})
