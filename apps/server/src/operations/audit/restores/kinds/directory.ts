import { directoryFields } from '@millrace/contract/lists/directories'
import { changeDirectory } from '../../../directories/change-directory.ts'
import { refuseDirectoryKeeper } from '../../../directories/policy.ts'
import { columnNamesOf, fieldsOf } from '../record-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { oldValues, unfit } from '../unfit.ts'

/** Directories. The password of the bind account stays, and is never sent to an earlier address. */
export const directory: RestorableKind = {
  one: 'a directory',
  table: 'directory',
  keys: ['id'],
  columns: columnNamesOf(directoryFields),
  secrets: ['password'],
  references: { hierarchy: { of: 'hierarchy', isOfEnabled: true } },
  hasRevision: true,
  canBeDisabled: false,
  refuse: refuseDirectoryKeeper,
  async write(context, request, { key: [id], target, revision }) {
    const fields = fieldsOf(directoryFields, target)
    if (fields === null) return unfit(oldValues)
    return changeDirectory(context, request, { id, revision, ...fields, password: null })
  },
}
