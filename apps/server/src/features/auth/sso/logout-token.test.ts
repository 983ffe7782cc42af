import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ProviderKey, readLogoutToken } from './logout-token.ts'

const now = new Date('2030-01-07T09:00:00Z')
const seconds = now.getTime() / 1000
const event = 'http://schemas.openid.net/event/backchannel-logout'
const good = {
  iss: 'https://id.example.org',
  aud: 'millrace',
  iat: seconds,
  exp: seconds + 120,
  jti: 'one',
  sub: 'ada',
  sid: 'session-1',
  events: { [event]: {} },
}
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys: ProviderKey[] = [
  { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', use: 'sig' },
  { ...ec.publicKey.export({ format: 'jwk' }), kid: 'ec', alg: 'ES256' },
  { ...ed.publicKey.export({ format: 'jwk' }), kid: 'ed' },
]

type Signer = (content: Buffer) => Buffer
const byRsa =
  (key: KeyObject): Signer =>
  (content) =>
    sign('sha256', content, key)

function write(header: object, claims: object, signer: Signer): string {
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${content}.${signer(Buffer.from(content)).toString('base64url')}`
}

const read = (token: string) => readLogoutToken(token, { issuer: good.iss, clientId: 'millrace', now, keys })
const rs256 = { alg: 'RS256', kid: 'rsa', typ: 'logout+jwt' }
const withClaims = (claims: object) => read(write(rs256, { ...good, ...claims }, byRsa(rsa.privateKey)))

describe('a logout token', () => {
  it.each<[string, object, Signer]>([
    ['RS256', rs256, byRsa(rsa.privateKey)],
    ['RS256 without the name of the key', { alg: 'RS256' }, byRsa(rsa.privateKey)],
    [
      'PS256',
      { alg: 'PS256', kid: 'rsa' },
      (content) => sign('sha256', content, { key: rsa.privateKey, padding: 6, saltLength: 32 }),
    ],
    [
      'ES256',
      { alg: 'ES256', kid: 'ec' },
      (content) => sign('sha256', content, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
    ],
    ['EdDSA', { alg: 'EdDSA', kid: 'ed' }, (content) => sign(null, content, ed.privateKey)],
  ])('is read when it is signed by %s', (_, header, signer) => {
    expect(read(write(header, good, signer))).toEqual({ subject: 'ada', providerSession: 'session-1' })
  })

  it('may name a user, a session, or be for several clients', () => {
    expect(withClaims({ sid: undefined })).toEqual({ subject: 'ada', providerSession: null })
    expect(withClaims({ sub: undefined })).toEqual({ subject: null, providerSession: 'session-1' })
    expect(withClaims({ aud: ['other', 'millrace'] })).not.toBeNull()
    expect(withClaims({ exp: undefined })).not.toBeNull()
  })

  it.each<[string, object]>([
    ['another provider', { iss: 'https://evil.example' }],
    ['another client', { aud: 'other' }],
    ['other clients', { aud: ['other'] }],
    ['a sign-in', { nonce: 'n' }],
    ['no event', { events: undefined }],
    ['another event', { events: { other: {} } }],
    ['events of a wrong type', { events: event }],
    ['nobody', { sub: undefined, sid: undefined }],
    ['a user of a wrong type', { sub: { $ne: null }, sid: 1 }],
    ['long ago', { iat: seconds - 601 }],
    ['the future', { iat: seconds + 61 }],
    ['no time', { iat: undefined }],
    ['a time that has run out', { exp: seconds - 61 }],
    ['an end of a wrong type', { exp: 'never' }],
  ])('is not believed when it is for %s', (_, claims) => {
    expect(withClaims(claims)).toBeNull()
  })

  it.each<[string, object, Signer]>([
    ['nobody', { alg: 'none' }, () => Buffer.alloc(0)],
    ['nobody, with the name of a key', { alg: 'RS256', kid: 'rsa' }, () => Buffer.alloc(256)],
    ['somebody else', rs256, byRsa(stranger.privateKey)],
    ['a key that the provider does not have', { alg: 'RS256', kid: 'other' }, byRsa(rsa.privateKey)],
    [
      'the public key as a secret',
      { alg: 'HS256', kid: 'rsa' },
      (content) =>
        createHmac('sha256', String(rsa.publicKey.export({ type: 'spki', format: 'pem' })))
          .update(content)
          .digest(),
    ],
    ['a key of another kind', { alg: 'ES256', kid: 'rsa' }, byRsa(rsa.privateKey)],
    ['an algorithm that is a property of every object', { alg: 'constructor' }, byRsa(rsa.privateKey)],
  ])('is not believed when it is signed by %s', (_, header, signer) => {
    expect(read(write(header, good, signer))).toBeNull()
  })

  it.each(['', '.', '..', 'a.b.c', 'a.b.c.d', 'eyJhbGciOiJSUzI1NiJ9..', `${'A'.repeat(50_000)}.x.y`, 'bnVsbA.bnVsbA.'])(
    'is not read from %j',
    (token) => {
      expect(read(token)).toBeNull()
    },
  )
})
