import { describe, expect, it } from 'vitest'
import { readAllowedAddresses } from '../outgoing/addresses.ts'
import { createDirectoryClient, type DirectoryPlace, type DirectorySearch, readAddresses } from './directory-client.ts'
import { ldapCertificate } from './testing/ldap-certificate.ts'
import { startLdapServer } from './testing/ldap-server.ts'

const allowed = readAllowedAddresses('127.0.0.0/8') ?? { allows: () => false }
const client = createDirectoryClient({ allowed })
const server = await startLdapServer()
const secure = await startLdapServer({ isTls: true })
const reader = { dn: 'cn=reader,dc=example,dc=org', password: 'read' }
for (const one of [server, secure]) {
  one.passwords.set(reader.dn, reader.password)
  one.passwords.set('uid=ann,dc=example,dc=org', 'ann has one')
  one.entries = Array.from({ length: 1_203 }, (_, index) => ({
    dn: `uid=user${index},dc=example,dc=org`,
    objectClass: 'person',
    uid: `user${index}`,
    objectGUID: Buffer.from([0, 255, index >> 8, index & 255]),
  }))
}

const locationOf = (port: number, more: Partial<DirectoryPlace> = {}): DirectoryPlace => ({
  addresses: [{ host: 'localhost', port }],
  security: 'none',
  certificate: '',
  ...more,
})
const everybody: DirectorySearch = {
  base: 'dc=example,dc=org',
  filter: '(objectClass=person)',
  attributes: ['uid', 'objectGUID'],
  bytes: ['objectGUID'],
  most: 2_000,
}
const search = (place: DirectoryPlace, more: Partial<DirectorySearch> = {}, signIn = reader) =>
  client.withSession(place, signIn, (session) => session.search({ ...everybody, ...more }))

describe('the client of directories', () => {
  it('reads every page, also behind pages without entries', async () => {
    server.behaviour = { hasEmptyPages: true }
    const found = await search(locationOf(server.port))
    server.behaviour = {}
    expect(found).toHaveLength(1_203)
    expect(found.at(-1)).toMatchObject({ uid: 'user1202', objectGUID: Buffer.from([0, 255, 4, 178]) })
  })

  it('finds an entry by the bytes of its key', async () => {
    const filter = { within: '(objectClass=person)', attribute: 'objectGUID', value: Buffer.from([0, 255, 0, 40]) }
    expect((await search(locationOf(server.port), { filter })).map(({ dn }) => dn)).toEqual([
      'uid=user40,dc=example,dc=org',
    ])
    const hostile = { ...filter, attribute: 'uid', value: Buffer.from('*)(uid=*') }
    expect(await search(locationOf(server.port), { filter: hostile })).toEqual([])
  })

  it('fails when an answer is cut off, and returns no part of it', async () => {
    server.behaviour = { closesAfter: 700 }
    await expect(search(locationOf(server.port))).rejects.toThrow('the connection failed or was closed')
    server.behaviour = { sizeLimit: 700 }
    await expect(search(locationOf(server.port))).rejects.toThrow('fewer entries than there are')
    server.behaviour = {}
    await expect(search(locationOf(server.port), { most: 1_000 })).rejects.toThrow('at most 1000 entries')
    expect(await search(locationOf(server.port), { most: 10, isCut: true })).toHaveLength(10)
  })

  it.each([
    [3, 'the search took too long'],
    [11, 'fewer entries than there are'],
    [51, 'it is busy'],
  ])('fails when the directory ends the search with LDAP code %i in a later page', async (limitCode, message) => {
    server.behaviour = { sizeLimit: 700, limitCode }
    await expect(search(locationOf(server.port))).rejects.toThrow(message)
    server.behaviour = {}
  })

  it('fails when the directory stops answering in the middle of a search', async () => {
    server.behaviour = { stallsAfter: 700 }
    const hasty = createDirectoryClient({ allowed, answerMs: 500 })
    await expect(
      hasty.withSession(locationOf(server.port), reader, (session) => session.search(everybody)),
    ).rejects.toThrow('to answer in time, but it did not')
    server.behaviour = {}
  })

  it('ends an answer that gets too large, also in small pages, and returns no part of it', async () => {
    const small = createDirectoryClient({ allowed, maxBytes: 75_000 })
    const read = (more: Partial<DirectorySearch>) =>
      small.withSession(locationOf(server.port), reader, (session) => session.search({ ...everybody, ...more }))
    await expect(read({})).rejects.toThrow('Expected at most 75,000 bytes in an answer of the directory')
    expect(await read({ most: 10, isCut: true })).toHaveLength(10)
  })

  it('binds with the account that reads, and never without its password', async () => {
    await expect(search(locationOf(server.port), {}, { ...reader, password: 'wrong' })).rejects.toThrow(
      'rejects its name or password',
    )
    await expect(search(locationOf(server.port), {}, { ...reader, password: '' })).rejects.toThrow('none is saved')
  })

  it('says whether a password is right, and an empty one never is', async () => {
    const check = (password: string, dn = 'uid=ann,dc=example,dc=org') =>
      client.withSession(locationOf(server.port), reader, (session) => session.checkPassword({ dn, password }))
    expect(await check('ann has one')).toBe(true)
    expect(await check('something else')).toBe(false)
    expect(await check('')).toBe(false)
    expect(await check('ann has one', '')).toBe(false)
  })

  it.each(['tls', 'startTls'] as const)('trusts the authority that was entered, with %s', async (security) => {
    const { port } = security === 'tls' ? secure : server
    expect(await search(locationOf(port, { security, certificate: ldapCertificate }))).toHaveLength(1_203)
    await expect(search(locationOf(port, { security }))).rejects.toThrow('cannot (DEPTH_ZERO_SELF_SIGNED_CERT)')
    const other = locationOf(port, { security, certificate: ldapCertificate, addresses: [{ host: '127.0.0.1', port }] })
    await expect(search(other)).rejects.toThrow('certificate of 127.0.0.1 that can be verified')
  })

  it('goes to the next address where one does not answer', async () => {
    const addresses = [
      { host: 'localhost', port: 1 },
      { host: 'localhost', port: server.port },
    ]
    expect(await search(locationOf(server.port, { addresses }))).toHaveLength(1_203)
    await expect(search(locationOf(1))).rejects.toThrow('Expected a directory at localhost, port 1')
  })

  it('does not connect to private networks unless that is allowed', async () => {
    const outside = createDirectoryClient({ allowed: { allows: () => false } })
    await expect(
      outside.withSession(locationOf(server.port), reader, (session) => session.search(everybody)),
    ).rejects.toThrow('belongs to a private network')
  })

  it('reads addresses as people write them', () => {
    expect(readAddresses('ldap://one.example.org, two.example.org:1636')).toEqual([
      { host: 'one.example.org', port: null },
      { host: 'two.example.org', port: 1636 },
    ])
    expect(readAddresses('[2001:db8::1]:636')).toEqual([{ host: '2001:db8::1', port: 636 }])
    expect(readAddresses('')).toEqual([])
    for (const text of ['one/two', 'one:70000', 'a b c@d']) expect(readAddresses(text)).toBeNull()
  })
})
