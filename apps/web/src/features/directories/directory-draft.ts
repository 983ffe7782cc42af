import type { Directory, DirectoryFields } from '@millrace/contract'
import { pickLike } from '../../components/record/draft.ts'

/** The fields that users enter. An empty password keeps the saved one. */
export type DirectoryDraft = Pick<Directory, keyof DirectoryFields> & { readonly password: string }

export const emptyDraft: DirectoryDraft = {
  ...{ name: '', description: '', kind: 'ldap', addresses: '', security: 'tls', certificate: '' },
  ...{ bindDn: '', password: '', baseDn: '', userFilter: '(objectClass=inetOrgPerson)', keyAttribute: 'entryUUID' },
  ...{ usernameAttribute: 'uid', firstNameAttribute: 'givenName', lastNameAttribute: 'sn', emailAttribute: 'mail' },
  ...{
    managerAttribute: 'manager',
    hierarchy: null,
    activeRule: 'all',
    activeAttribute: '',
    groupRule: 'none',
    groupBaseDn: '',
  },
  ...{ groupFilter: '(objectClass=groupOfNames)', groupNameAttribute: 'cn', memberAttribute: 'member' },
  ...{ groupMapping: '', existingRule: 'leave', signsIn: true, everyMinutes: null, thresholdPercent: 10 },
}

const pickFields = pickLike(emptyDraft)

export function pickDraft(directory: Directory): DirectoryDraft {
  return pickFields({ ...directory, password: '' })
}

/** Returns the body of a call. */
export function writeBody({ password, ...fields }: DirectoryDraft) {
  return { ...fields, password: password === '' ? null : password }
}

/** The default filters and attributes of a kind of directory. */
export const presets: Readonly<Record<DirectoryFields['kind'], Partial<DirectoryDraft>>> = {
  ldap: {
    ...{ kind: 'ldap', userFilter: emptyDraft.userFilter, keyAttribute: 'entryUUID', usernameAttribute: 'uid' },
    ...{ activeRule: 'all', activeAttribute: '', groupFilter: emptyDraft.groupFilter },
  },
  activeDirectory: {
    kind: 'activeDirectory',
    // Without computers, and without contacts, who have no account.
    userFilter: '(&(objectCategory=person)(objectClass=user))',
    ...{ keyAttribute: 'objectGUID', usernameAttribute: 'sAMAccountName' },
    ...{ activeRule: 'accountControl', activeAttribute: 'userAccountControl', groupFilter: '(objectClass=group)' },
  },
}

/** Returns whether the required fields of a directory are filled in. */
export function isComplete({
  name,
  keyAttribute,
  usernameAttribute,
  userFilter,
  groupFilter,
}: DirectoryDraft): boolean {
  return [name, keyAttribute, usernameAttribute, userFilter, groupFilter].every((text) => text.trim() !== '')
}
