import type { ListViewSharing } from '@millrace/contract'
import { changeListView, type ListViewChange } from '../../../list-views/change-list-view.ts'
import type { StoredView } from '../../../list-views/list-view.ts'
import { refuseViewChange } from '../../../list-views/policy.ts'
import { jsonOf, textOf, textOrNull, textsOf } from '../read-columns.ts'
import type { Columns, RestorableKind } from '../restorable-kind.ts'

/** Views of lists: own ones, and those that are shared with the user. */
export const listView: RestorableKind = {
  one: 'a list view',
  table: 'list_view',
  keys: ['id'],
  columns: ['name', 'search', 'columns', 'sharing', 'roles', 'groups', 'alias_name'],
  also: ['owner_id'],
  references: { roles: { of: 'role', isList: true }, groups: { of: 'groupKey', isList: true } },
  hasRevision: true,
  canBeDisabled: false,
  defaults: { roles: [], groups: [] },
  refuse: (user, _, row) => (row === null ? null : refuseViewChange(user, row as unknown as StoredView)),
  write: (context, request, { key: [id], target, revision }) =>
    changeListView(context, request, {
      id,
      revision,
      name: textOf(target, 'name'),
      search: jsonOf<ListViewChange['search']>(target, 'search'),
      columns: jsonOf<ListViewChange['columns']>(target, 'columns'),
      sharing: sharingOf(target),
      aliasName: textOrNull(target, 'alias_name'),
    }),
}

/** A view for roles and groups of which none exists any more is for its owner alone. */
function sharingOf(target: Columns): ListViewSharing {
  const sharing = textOf(target, 'sharing')
  if (sharing === 'everybody') return { with: 'everybody' }
  const [roles, groups] = [textsOf(target, 'roles'), textsOf(target, 'groups')]
  if (sharing !== 'some' || roles.length + groups.length === 0) return { with: 'nobody' }
  return { with: 'some', roles: [...roles], groups: [...groups] } as ListViewSharing
}
