import { type DirectoryFields, directoryFields, directoryLimits } from '@millrace/contract/lists/directories'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { readAddresses } from '../../platform/directory/directory-client.ts'
import { findFilterFault } from '../../platform/directory/directory-filter.ts'
import { sealDirectoryPassword } from '../../platform/directory/directory-place.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { lockHierarchy } from '../hierarchies/nodes.ts'
import { columnsOf } from '../records/record-fields.ts'
import type { DirectoryRow } from './directory.ts'
import { refuseMappedGroups } from './group-mapping.ts'
import { invalidDirectory } from './policy.ts'

export interface EnteredDirectory extends DirectoryFields {
  /** The password of the bind account. Null: it stays; empty: it is removed. */
  readonly password: string | null
}

interface Context {
  /** The secret of the installation, with which the password is encrypted. */
  readonly secret: string
  readonly clock: () => Date
}

/**
 * Returns the columns of a directory that a user saves. Runs have the permissions of this user from then on.
 * @param before the stored directory; null for a new one.
 */
export async function columnsOfDirectory(
  tx: Tx,
  request: Request,
  { secret, clock }: Context,
  { password, ...fields }: EnteredDirectory,
  before: DirectoryRow | null,
) {
  const refusal =
    refuseFields(fields) ??
    (await refuseMappedGroups(tx, request.user, fields)) ??
    (await refuseHierarchy(tx, request, fields))
  if (refusal !== null) return refusal
  const columns = await columnsOf(tx, request.workplaceId, directoryFields, fields)
  if (columns instanceof Refusal) return columns
  const kept = before === null ? null : before.password
  if (password === null && before !== null && kept !== null && leadsElsewhere(before, fields))
    return invalidDirectory(
      'Expected the password for the new addresses of the directory, but it was entered for others. Enter it again.',
      'password',
    )
  return {
    ...columns,
    password: password === null ? kept : password === '' ? null : sealDirectoryPassword(secret, password),
    acts_as: request.user.id,
    next_run_at: nextRunOf(fields, before, clock()),
  }
}

/** Returns what contradicts itself, field by field; null: nothing. */
function refuseFields(fields: DirectoryFields): Refusal | null {
  const addresses = readAddresses(fields.addresses)
  if (addresses === null || addresses.length > directoryLimits.addresses)
    return invalidDirectory(
      `Expected at most ${directoryLimits.addresses} addresses such as ldap.example.org or ldap.example.org:636.`,
      'addresses',
    )
  if (fields.certificate !== '' && !fields.certificate.includes('-----BEGIN CERTIFICATE-----'))
    return invalidDirectory(
      'Expected certificates in PEM, which begin with -----BEGIN CERTIFICATE-----.',
      'certificate',
    )
  for (const where of ['userFilter', 'groupFilter'] as const) {
    const fault = findFilterFault(fields[where])
    if (fault !== null) return invalidDirectory(fault, where)
  }
  for (const where of ['keyAttribute', 'usernameAttribute'] as const)
    if (fields[where] === '') return invalidDirectory('Expected the name of an attribute, such as uid.', where)
  if (fields.activeRule !== 'all' && fields.activeAttribute === '')
    return invalidDirectory('Expected the attribute that says who is active.', 'activeAttribute')
  if (fields.groupRule !== 'none' && (fields.groupNameAttribute === '' || fields.memberAttribute === ''))
    return invalidDirectory('Expected the attributes with the name and the members of a group.', 'memberAttribute')
  return null
}

/** Refuses a hierarchy that does not exist or that the user may not change. */
async function refuseHierarchy(tx: Tx, { user }: Request, { hierarchy: id }: DirectoryFields): Promise<Refusal | null> {
  if (id === null) return null
  const found = await lockHierarchy(tx, user, id)
  return found instanceof Refusal ? invalidDirectory(found.message, 'hierarchy') : null
}

/** Returns whether a change would send the stored password to another server, or over a less protected connection. */
function leadsElsewhere(before: DirectoryRow, fields: DirectoryFields): boolean {
  return (
    before.addresses !== fields.addresses ||
    before.bind_dn !== fields.bindDn ||
    before.certificate !== fields.certificate ||
    (before.security !== fields.security && fields.security === 'none')
  )
}

/** A schedule that stays keeps its next run. */
function nextRunOf({ everyMinutes }: DirectoryFields, before: DirectoryRow | null, now: Date): Date | null {
  if (everyMinutes === null) return null
  if (before?.every_minutes === everyMinutes && before.next_run_at !== null) return before.next_run_at
  return new Date(now.getTime() + everyMinutes * 60_000)
}
