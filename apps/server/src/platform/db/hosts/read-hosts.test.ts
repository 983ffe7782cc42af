import { describe, expect, it } from 'vitest'
import { readHosts } from './read-hosts.ts'

describe('readHosts', () => {
  it.each([
    ['postgres://a:b@c/d', [{ host: 'c', port: 5432 }], false],
    [
      'postgresql://a:b@c:1,d:2/e',
      [
        { host: 'c', port: 1 },
        { host: 'd', port: 2 },
      ],
      true,
    ],
    [
      'postgres://a@[::1]:1,d/e?target_session_attrs=any',
      [
        { host: '::1', port: 1 },
        { host: 'd', port: 5432 },
      ],
      false,
    ],
    ['postgres://c/d?target_session_attrs=read-write', [{ host: 'c', port: 5432 }], true],
    [
      'postgres://c,d/e?target_session_attrs=primary',
      [
        { host: 'c', port: 5432 },
        { host: 'd', port: 5432 },
      ],
      true,
    ],
    ['postgres://a:b@127.0.0.1:5/d?host=%2Frun', [], false],
  ])('reads the servers of %s', (text, hosts, needsPrimary) => {
    expect(readHosts(text)).toMatchObject({ hosts, needsPrimary })
  })

  it('gives node-postgres the first server, and libpq’s meaning of sslmode', () => {
    expect(readHosts('postgres://a:b@c:1,d:2/e?target_session_attrs=any&sslmode=require')?.connectionString).toBe(
      'postgres://a:b@c:1/e?sslmode=require&uselibpqcompat=true',
    )
  })

  it.each([
    'mysql://a:b@c/d',
    'c:5432/d',
    'postgres://a:b@c:99999/d',
    'postgres://a:b@c,,d/e',
    'postgres://a:b@c:x/d',
    'postgres://a:b@[::1/d',
    'postgres://c,d/e?target_session_attrs=standby',
  ])('refuses %s', (text) => {
    expect(readHosts(text)).toBeNull()
  })
})
