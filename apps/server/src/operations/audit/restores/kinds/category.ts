import { sql } from 'kysely'
import { lockCategories } from '../../../categories/category.ts'
import { changeCategory } from '../../../categories/change-category.ts'
import { moveCategory } from '../../../categories/move-category.ts'
import { refuseCategoryKeeper } from '../../../categories/policy.ts'
import { changesAny, textOf, textOrNull, textsOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { unfit } from '../unfit.ts'

const details = ['name', 'description', 'icon', 'roles', 'groups'] as const

/** Categories, with their parent. A category that moves becomes the last one of its siblings. */
export const category: RestorableKind = {
  one: 'a category',
  table: 'category',
  keys: ['id'],
  columns: [...details, 'parent_id'],
  references: {
    parent_id: { of: 'category' },
    roles: { of: 'role', isList: true },
    groups: { of: 'groupKey', isList: true },
  },
  hasRevision: true,
  canBeDisabled: false,
  defaults: { description: '', roles: [], groups: [] },
  effects: [
    {
      effect: 'subcategories',
      columns: ['parent_id'],
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from category where workplace_id = ${workplaceId} and parent_id = ${key}::uuid`,
    },
  ],
  refuse: refuseCategoryKeeper,
  // A move counts no revision.
  lock: lockCategories,
  async write(context, request, { key: [id], target, changed, revision, kept }) {
    const fields = {
      name: textOf(target, 'name'),
      description: textOf(target, 'description'),
      icon: textOrNull(target, 'icon'),
      roles: textsOf(target, 'roles'),
      groups: textsOf(target, 'groups'),
    }
    // Without roles and groups, everybody sees the category.
    const hasLost = kept.some(({ column }) => column === 'roles' || column === 'groups')
    if (hasLost && fields.roles.length + fields.groups.length === 0)
      return unfit('The roles and groups of this revision no longer exist, so everybody would see the category.')
    const refusal = changesAny(changed, details)
      ? await changeCategory(context, request, { id, revision, ...fields })
      : null
    if (refusal !== null || !changed.has('parent_id')) return refusal
    return moveCategory(context, request, { id, parentId: textOrNull(target, 'parent_id'), before: null })
  },
}
