import { defaultSettings, type SettingKey, type SettingValue } from '@millrace/contract/settings'
import type { Tx } from '../../platform/db/database.ts'
import type { RefusalDetail } from '../../platform/errors/refusal.ts'

/** The server to which each secret is sent, and the message for users who enter it. */
const secrets = [
  {
    secret: 'mail.password',
    address: 'mail.host',
    places: ['mail.host', 'mail.port', 'mail.security'],
    message:
      'Expected the password for the new mail server, but it was entered for another one. Enter it again, or remove it.',
  },
  {
    secret: 'captcha.secret',
    address: 'captcha.verifyUrl',
    places: ['captcha.verifyUrl'],
    message:
      'Expected the secret for the new captcha service, but it was entered for another one. Enter it again, or remove it.',
  },
  {
    secret: 'sso.clientSecret',
    address: 'sso.issuer',
    places: ['sso.issuer'],
    message:
      'Expected the client secret for the new provider, but it was entered for another one. Enter it again, or remove it.',
  },
] as const satisfies readonly {
  secret: SettingKey
  address: SettingKey
  places: readonly SettingKey[]
  message: string
}[]

/**
 * Finds a setting that would send a stored secret to another server. Users who change such an address have to enter the
 * secret again.
 */
export async function findLedSecret(
  tx: Tx,
  workplaceId: string,
  given: ReadonlyMap<SettingKey, SettingValue | null>,
): Promise<RefusalDetail[]> {
  const led = secrets.filter(({ secret, places }) => !given.has(secret) && places.some((key) => given.has(key)))
  if (led.length === 0) return []
  const [rows] = await tx.batch([
    {
      name: 'setting_places',
      text: 'select key, value::text from setting where workplace_id = $1 and key = any($2::text[]) and value is not null',
      values: [workplaceId, led.flatMap(({ secret, places }) => [secret, ...places])],
    },
  ])
  const stored = new Map((rows ?? []).map(([key, value]) => [key, JSON.parse(value ?? 'null') as unknown]))
  return led.flatMap(({ secret, address, places, message }) => {
    if ((stored.get(secret) ?? '') === '') return []
    const before = (key: SettingKey) => stored.get(key) ?? defaultSettings[key]
    const after = (key: SettingKey) => (given.has(key) ? (given.get(key) ?? defaultSettings[key]) : before(key))
    // Nothing is sent where there is no address.
    if (after(address) === '' || places.every((key) => isAsSafe(key, before(key), after(key)))) return []
    return [{ where: secret, message }]
  })
}

/** How much of what is sent others can read, the least first: `offered` is plain text where somebody is in between. */
const encryption: readonly unknown[] = ['none', 'offered', 'required', 'tls']

function isAsSafe(key: SettingKey, before: unknown, after: unknown): boolean {
  if (before === after) return true
  if (key !== 'mail.security') return false
  const least = encryption.indexOf('required')
  return encryption.indexOf(after) >= Math.min(least, encryption.indexOf(before))
}
