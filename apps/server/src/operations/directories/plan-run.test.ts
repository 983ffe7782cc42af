import { describe, expect, it } from 'vitest'
import type { DirectoryEntry } from './directory-entry.ts'
import { type Allowance, type KnownUser, planRun, type Read } from './plan-run.ts'

const entry = (name: string, more: Partial<DirectoryEntry & { groups: string[] }> = {}): Read['entries'][number] => ({
  ...{ key: `key ${name}`, dn: `uid=${name},dc=org`, username: name, firstName: null, lastName: null, email: null },
  ...{ managerDn: null, isActive: true, groups: [], ...more },
})
const known = (name: string, more: Partial<KnownUser> = {}): KnownUser => ({
  ...{
    userId: name,
    key: `key ${name}`,
    username: name,
    dn: `uid=${name},dc=org`,
    isPresent: true,
    groups: [],
    ...more,
  },
})
const names = (count: number) => Array.from({ length: count }, (_, index) => `user${index}`)
const usual: Allowance = { groupRule: 'byKey', groupMapping: '', thresholdPercent: 10, confirmed: null }
const plan = (read: Partial<Read>, allowance: Partial<Allowance> = {}) =>
  planRun(
    { entries: [], known: [], existingGroups: new Set(), ofAdministrators: new Set(), ...read },
    { ...usual, ...allowance },
  )

describe('a plan of a run', () => {
  it('has managers before those who name them, whatever the case of their names', () => {
    const { rows } = plan({
      entries: [entry('ann', { managerDn: 'UID=Ben, DC=org' }), entry('ben', { managerDn: 'uid=ben,dc=org' })],
    })
    expect(rows.map(({ name }) => name)).toEqual(['ben', 'ann'])
    expect(rows.map((row) => row.kind === 'user' && row.data.manager)).toEqual([null, 'key ben'])
  })

  it('has everybody once, in the order of the directory, and in circles of managers too', () => {
    const { rows } = plan({
      entries: [
        entry('ann', { managerDn: 'uid=ben,dc=org' }),
        entry('ben', { managerDn: 'uid=ann,dc=org' }),
        entry('copy', { key: 'key ann' }),
      ],
    })
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['ann', 'ben'])
    const some = names(12).map((name) => entry(name))
    expect(plan({ entries: some }).rows.map(({ name }) => name)).toEqual(names(12))
  })

  it('has leavers: those who no longer exist, and those who are not active', () => {
    const { rows, leavers } = plan({
      entries: [entry('ann'), entry('ben', { isActive: false }), entry('new', { isActive: false })],
      known: [known('ann'), known('ben'), known('cid'), known('old', { isPresent: false })],
    })
    expect(leavers).toBe(2)
    expect(rows.filter(({ kind }) => kind === 'leaver')).toMatchObject([
      { name: 'ben', data: { isInactive: true } },
      { name: 'cid', data: { isInactive: false } },
    ])
    expect(rows).toHaveLength(3)
  })

  it('is in doubt beyond the threshold, and for an answer without users', () => {
    const all = names(100)
    const after = (gone: number, allowance: Partial<Allowance> = {}) =>
      plan({ entries: all.slice(gone).map((name) => entry(name)), known: all.map((name) => known(name)) }, allowance)
        .isDoubtful
    expect([after(0), after(10), after(11), after(100)]).toEqual([false, false, true, true])
    expect(after(1, { thresholdPercent: 0 })).toBe(true)
    expect(after(38, { confirmed: { leavers: 38, losers: 0 } })).toBe(false)
    expect(after(39, { confirmed: { leavers: 38, losers: 0 } })).toBe(true)
    expect(plan({ entries: [entry('two')], known: [known('one'), known('two')] }).isDoubtful).toBe(false)
    expect(plan({ known: [known('one')] }).isDoubtful).toBe(true)
    expect(plan({ known: [known('one')] }, { thresholdPercent: 100 }).isDoubtful).toBe(true)
  })

  it('is in doubt when too many would lose a group that the directory gave', () => {
    const all = names(20)
    const read = (kept: number) => ({
      entries: all.map((name, index) => entry(name, { groups: index < kept ? ['Staff'] : [] })),
      known: all.map((name) => known(name, { groups: ['Staff'] })),
    })
    expect(plan(read(18))).toMatchObject({ losers: 2, isDoubtful: false })
    expect(plan(read(0))).toMatchObject({ losers: 20, isDoubtful: true })
  })

  it('maps groups by their names, by the same key, or creates those that are missing', () => {
    const read = { entries: [entry('ann', { groups: ['Domain Users', 'Staff'] })], existingGroups: new Set(['Staff']) }
    const groupsOf = (allowance: Partial<Allowance>) =>
      plan(read, allowance).rows.flatMap((row) => (row.kind === 'user' ? row.data.groups : [`new ${row.name}`]))
    expect(groupsOf({ groupRule: 'none' })).toEqual([])
    expect(groupsOf({ groupRule: 'mapped', groupMapping: 'STAFF = employees\n\nother = admins' })).toEqual([
      'employees',
    ])
    expect(groupsOf({ groupRule: 'byKey' })).toEqual(['Domain-Users', 'Staff'])
    expect(groupsOf({ groupRule: 'create' })).toEqual(['new Domain-Users', 'Domain-Users', 'Staff'])
  })

  it('names entries without a key, which are refused', () => {
    expect(plan({ entries: [entry('ann', { key: null })] }).rows).toMatchObject([{ entryKey: '', name: 'ann' }])
  })
})
