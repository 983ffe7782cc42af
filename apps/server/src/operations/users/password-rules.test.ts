import { describe, expect, it } from 'vitest'
import { type PasswordOwner, refuseWeakPassword } from './password-rules.ts'

const owner = { username: 'marta.long', firstName: 'Márta', lastName: 'Long-Kovács', email: 'm.kovacs@acme.example' }
const sentenceOf = (newPassword: string, of: PasswordOwner = owner) =>
  refuseWeakPassword({ least: 8, owner: of, newPassword, currentPassword: null })?.message ?? null

describe('a new password', () => {
  it.each([
    ...[
      'password',
      'PASSWORD',
      'Password1',
      'password123!',
      'P@ssw0rd',
      'p455w0rd2024',
      '!!password!!',
      'passwordpassword',
    ],
    ...[
      '12345678',
      '123456789012',
      '87654321',
      'abcdefgh',
      'qwertyuiop',
      'qwertz123',
      '1q2w3e4r',
      '1qaz2wsx',
      'asdf1234',
    ],
    ...['iloveyou', 'welcome1', 'Sommer2024', 'Administrator', 'letmein99', 'changeme!', 'adminadmin', 'test1234'],
    ...['letmein letmein', 'pass-word 2024', 'p.a.s.s.w.o.r.d', 'qwertz_qwertz'],
    ...['contraseña', 'Passwort1!', 'motdepasse', 'hasło123', 'пароль2024'],
  ])('that many people have is refused: %s', (password) => {
    expect(sentenceOf(password)).toContain('an uncommon password')
  })

  it.each([
    ...['martalong', 'long.marta', 'MartaLong1', 'marta.long2024', 'kovacs1984', 'kovács19840312', 'longkovács!'],
    ...[
      'm.kovacs@acme.example',
      'acme2024',
      'acmeacme',
      'Millrace',
      'millrace1',
      'millrace-2024!',
      'martapassword',
      'millrace123456',
    ],
  ])('that is made of the names of its owner, or of the product, is refused: %s', (password) => {
    expect(sentenceOf(password)).not.toBeNull()
  })

  it.each([
    ...['correct horse battery staple', 'marta walks to the mill', 'a password for mallory', 'dragonfly over rivers'],
    ...[
      'kovacs%Tr7wq!Zp',
      'xK9#mLp2vQ',
      'u7Zp-Rw4d',
      'longitude under seven seas',
      '8213940756183',
      'millrace mills grain slowly',
    ],
    ...['pw-marta.long', 'marta.long-pw'],
    ...['winter is when we ski', 'passwordless sign-in is near'],
  ])('that a guess does not begin with is taken: %s', (password) => {
    expect(sentenceOf(password)).toBeNull()
  })

  it('is not refused for names that are too short to be looked for, or that there are none of', () => {
    const short = { username: 'bo', firstName: 'Al', lastName: null, email: null }
    expect(sentenceOf('boal-tree-house', short)).toBeNull()
    expect(sentenceOf('rivers and boats', { ...short, firstName: null })).toBeNull()
  })

  it('of ten thousand characters is read in no time', () => {
    const startedAt = process.threadCpuUsage().user / 1000
    for (const text of ['a1'.repeat(5000), '!'.repeat(10_000), `abc${'d'.repeat(9_997)}`]) sentenceOf(text)
    expect(process.threadCpuUsage().user / 1000 - startedAt).toBeLessThan(1000)
  })
})
