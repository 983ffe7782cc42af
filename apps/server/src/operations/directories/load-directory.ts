import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { loadRecord } from '../records/load-record.ts'
import { type DirectoryRow, directoryRecord } from './directory.ts'
import type { ReadingRules } from './read-directory.ts'

/**
 * Returns a directory for a user with permission to manage directories. Refuses with `right.missing` or
 * `thing.not-found`.
 */
export async function loadDirectory(
  { db }: { readonly db: Database },
  request: Request,
  id: string,
): Promise<DirectoryRow | Refusal> {
  const refusal = directoryRecord.refuse(request.user)
  if (refusal !== null) return refusal
  return db.read(request, (tx) => loadRecord(tx, request.user, directoryRecord, id))
}

/** Returns how a directory is read. */
export function rulesOf(row: DirectoryRow): ReadingRules {
  return {
    baseDn: row.base_dn,
    userFilter: row.user_filter,
    keyAttribute: row.key_attribute,
    usernameAttribute: row.username_attribute,
    firstNameAttribute: row.first_name_attribute,
    lastNameAttribute: row.last_name_attribute,
    emailAttribute: row.email_attribute,
    managerAttribute: row.manager_attribute,
    activeRule: row.active_rule as ReadingRules['activeRule'],
    activeAttribute: row.active_attribute,
    groupRule: row.group_rule as ReadingRules['groupRule'],
    groupBaseDn: row.group_base_dn,
    groupFilter: row.group_filter,
    groupNameAttribute: row.group_name_attribute,
    memberAttribute: row.member_attribute,
  }
}
