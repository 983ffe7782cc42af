import { limits, patterns } from '@millrace/contract'
import type { DirectoryFields } from '@millrace/contract/lists/directories'
import { keyOfBytes } from '../../platform/directory/directory-key.ts'

/** A user in the format of a directory. */
export interface DirectoryEntry {
  /** Names the entry for ever; null: it has no key. */
  readonly key: string | null
  readonly dn: string
  /** The user name; null when the attribute has no value that is valid as a user name here. */
  readonly username: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** Distinguished name; null: none. */
  readonly managerDn: string | null
  readonly isActive: boolean
}

/** The attributes of an entry as the LDAP library reads them: each has one or several values, as text or bytes. */
export type RawEntry = Readonly<Record<string, unknown>>

type Attributes = Pick<
  DirectoryFields,
  | 'keyAttribute'
  | 'usernameAttribute'
  | 'firstNameAttribute'
  | 'lastNameAttribute'
  | 'emailAttribute'
  | 'managerAttribute'
  | 'activeRule'
  | 'activeAttribute'
>

export function readEntry(raw: RawEntry, attributes: Attributes): DirectoryEntry {
  const name = readText(raw, attributes.usernameAttribute, limits.username)
  const email = readText(raw, attributes.emailAttribute, limits.email)
  return {
    key: readKey(raw, attributes.keyAttribute),
    dn: readText(raw, 'dn', maxDnLength) ?? '',
    username: name !== null && patterns.username.regex.test(name) ? name : null,
    firstName: readPlain(raw, attributes.firstNameAttribute, limits.personName),
    lastName: readPlain(raw, attributes.lastNameAttribute, limits.personName),
    email: email !== null && /^[^\s@<>]+@[^\s@<>]+$/.test(email) ? email : null,
    managerDn: readText(raw, attributes.managerAttribute, maxDnLength),
    isActive: readActive(raw, attributes),
  }
}

const maxDnLength = 2_000

/**
 * Returns the values of an attribute of an entry; an empty list when it has none. Upper and lower case of the name do
 * not matter, because servers differ in it.
 */
export function valuesOf(raw: RawEntry, attribute: string): unknown[] {
  if (attribute === '') return []
  const wanted = attribute.toLowerCase()
  const name = Object.keys(raw).find((one) => one.toLowerCase() === wanted)
  const value = name === undefined ? [] : raw[name]
  return Array.isArray(value) ? value : [value]
}

/** Returns the first value of an attribute as text; null when there is none or it has too many bytes. */
export function readText(raw: RawEntry, attribute: string, most: number): string | null {
  const [value] = valuesOf(raw, attribute)
  const text = (Buffer.isBuffer(value) ? value.toString('utf8') : typeof value === 'string' ? value : '').trim()
  return text === '' || text.length > most || /\p{Cc}/u.test(text) ? null : text
}

/** A text as users may enter it here. */
function readPlain(raw: RawEntry, attribute: string, most: number): string | null {
  const text = readText(raw, attribute, most)
  return text !== null && patterns.settingValue.regex.test(text) ? text : null
}

function readKey(raw: RawEntry, attribute: string): string | null {
  const [value] = valuesOf(raw, attribute)
  const bytes = Buffer.isBuffer(value) ? value : typeof value === 'string' ? Buffer.from(value) : Buffer.alloc(0)
  return keyOfBytes(bytes, attribute)
}

/** Bit of Active Directory's `userAccountControl`: ADS_UF_ACCOUNTDISABLE. */
const disabledAccount = 0x2

function readActive(raw: RawEntry, { activeRule, activeAttribute }: Attributes): boolean {
  const text = readText(raw, activeAttribute, 100)
  if (activeRule === 'accountControl') return (Number(text ?? 0) & disabledAccount) === 0
  const isTrue = text !== null && !/^(?:false|no|0)$/i.test(text)
  if (activeRule === 'whenTrue') return isTrue
  return activeRule === 'unlessTrue' ? !isTrue : true
}

/**
 * Returns a distinguished name in the form in which names are compared: in lower case, without spaces around its
 * separators (RFC 4514).
 */
export function normalizeDn(dn: string): string {
  return dn
    .toLowerCase()
    .split(/([,=+])/)
    .map((part) => part.trim())
    .join('')
}
