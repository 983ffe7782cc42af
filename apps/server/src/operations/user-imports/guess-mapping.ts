import type { UserImportField } from '@millrace/contract'
import type { ImportProperty } from './user-import.ts'

/** Headings of other programs, as `fold` writes them. */
const headings: Readonly<Record<string, UserImportField>> = {
  username: 'username',
  user: 'username',
  userid: 'username',
  login: 'username',
  loginname: 'username',
  account: 'username',
  samaccountname: 'username',
  uid: 'username',
  userprincipalname: 'username',
  firstname: 'firstName',
  givenname: 'firstName',
  forename: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  sn: 'lastName',
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  mailaddress: 'email',
  manager: 'manager',
  reportsto: 'manager',
  supervisor: 'manager',
  superior: 'manager',
  linemanager: 'manager',
  role: 'roles',
  roles: 'roles',
  group: 'groups',
  groups: 'groups',
  memberof: 'groups',
  team: 'groups',
}

/** Guesses the field of each column by its heading; empty where nothing fits. Each field is guessed once. */
export function guessMapping(
  heads: readonly string[],
  properties: readonly Pick<ImportProperty, 'key' | 'name'>[],
): (UserImportField | '')[] {
  const byName = new Map<string, UserImportField>()
  for (const { key, name } of properties) for (const text of [name, key]) byName.set(fold(text), `property:${key}`)
  const taken = new Set<string>()
  return heads.map((head) => {
    const folded = fold(head)
    const field = (Object.hasOwn(headings, folded) ? headings[folded] : undefined) ?? byName.get(folded)
    if (field === undefined || taken.has(field)) return ''
    taken.add(field)
    return field
  })
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
