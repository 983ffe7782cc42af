import { packageSourceFields } from '@millrace/contract/lists/package-sources'
import { changePackageSource } from '../../../package-sources/change-package-source.ts'
import { refusePackageSourceKeeper } from '../../../package-sources/policy.ts'
import { restorePackageSource } from '../../../package-sources/restore-package-source.ts'
import { columnNamesOf, fieldsOf } from '../record-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { oldValues, unfit } from '../unfit.ts'

/** Package sources. The API token stays, and is never sent to an earlier address. */
export const packageSource: RestorableKind = {
  one: 'a package source',
  table: 'package_source',
  keys: ['id'],
  columns: columnNamesOf(packageSourceFields),
  secrets: ['token'],
  hasRevision: true,
  canBeDisabled: true,
  refuse: refusePackageSourceKeeper,
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    const refusal = isEnabled ? await restorePackageSource(context, request, id) : null
    if (refusal !== null || changed.size === 0) return refusal
    const fields = fieldsOf(packageSourceFields, target)
    if (fields === null) return unfit(oldValues)
    return changePackageSource(context, request, { id, revision, ...fields, token: null })
  },
}
