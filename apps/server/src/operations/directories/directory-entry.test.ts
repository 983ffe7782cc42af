import { directoryFields } from '@millrace/contract/lists/directories'
import { describe, expect, it } from 'vitest'
import { normalizeDn, readEntry } from './directory-entry.ts'
import { findGroupsOf, readMembers } from './directory-groups.ts'
import { keyOfName, readGroupMapping } from './group-mapping.ts'

const rules = directoryFields.parse({ name: 'One' })

describe('an entry', () => {
  it('is read whatever the case of its attributes', () => {
    const raw = { dn: 'uid=ann,dc=org', ENTRYUUID: 'one', UID: ['ann', 'other'], mail: 'ann@example.org', sn: 'Ash' }
    expect(readEntry(raw, rules)).toEqual({
      ...{ key: 'one', dn: 'uid=ann,dc=org', username: 'ann', firstName: null, lastName: 'Ash' },
      ...{ email: 'ann@example.org', managerDn: null, isActive: true },
    })
  })

  it('leaves out what could not be entered here', () => {
    const raw = { dn: 'x', entryUUID: 'one', uid: 'a b<script>', givenName: '<b>', sn: 'x'.repeat(300), mail: 'nobody' }
    expect(readEntry(raw, rules)).toMatchObject({ username: null, firstName: null, lastName: null, email: null })
  })

  it('has a key of bytes, or of a text that came as bytes', () => {
    const bytes = Buffer.from([1, 255])
    expect(readEntry({ dn: 'x', objectguid: bytes }, { ...rules, keyAttribute: 'objectGUID' }).key).toBe('01ff')
    expect(readEntry({ dn: 'x', entryUUID: Buffer.from('one') }, rules).key).toBe('one')
    expect(readEntry({ dn: 'x', entryUUID: [] }, rules).key).toBeNull()
  })

  it.each([
    ['accountControl', '512', true],
    ['accountControl', '514', false],
    ['accountControl', undefined, true],
    ['whenTrue', 'TRUE', true],
    ['whenTrue', undefined, false],
    ['unlessTrue', 'false', true],
    ['unlessTrue', '20300107090000Z', false],
  ] as const)('is active by %s and %s: %s', (activeRule, value, isActive) => {
    const raw = { dn: 'x', flag: value ?? [] }
    expect(readEntry(raw, { ...rules, activeRule, activeAttribute: 'flag' }).isActive).toBe(isActive)
  })
})

describe('groups of a directory', () => {
  const group = (name: string, ...members: string[]) => ({
    dn: `cn=${name},dc=org`,
    name,
    members: members.map(normalizeDn),
  })

  it('are found through other groups, and circles end', () => {
    const groupsOf = findGroupsOf([
      group('staff', 'uid=Ann, dc=org', 'cn=all,dc=org'),
      group('all', 'CN=Staff,DC=org'),
      group('top', 'cn=all,dc=org'),
      group('posix', 'ann'),
      group('other', 'uid=ben,dc=org'),
    ])
    expect(groupsOf('uid=ann,dc=org', 'Ann')).toEqual(['all', 'posix', 'staff', 'top'])
    expect(groupsOf('uid=cid,dc=org', null)).toEqual([])
  })

  it('are read part by part where the directory returns parts', () => {
    expect(readMembers({ 'member;range=0-1': ['a', 'b'], member: [] }, 'member')).toEqual({
      members: ['a', 'b'],
      next: 2,
    })
    expect(readMembers({ 'Member;Range=2-*': 'c' }, 'member')).toEqual({ members: ['c'], next: null })
    expect(readMembers({ member: ['a'] }, 'member')).toEqual({ members: ['a'], next: null })
  })

  it('are mapped by lines', () => {
    expect(readGroupMapping('Staff = employees\n\n a=b = c ')).toEqual(
      new Map([
        ['staff', 'employees'],
        ['a=b', 'c'],
      ]),
    )
    expect(readGroupMapping('Staff')).toContain('one is “Staff”')
    expect([keyOfName('Domain Users'), keyOfName('R&D (Köln)'), keyOfName('!')]).toEqual([
      'Domain-Users',
      'R-D-Köln',
      '',
    ])
  })
})
