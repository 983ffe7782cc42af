import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import { findById } from '../records/find-record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refuseHierarchyKeeper } from './policy.ts'

export type HierarchyRow = Omit<Selectable<DB['hierarchy']>, 'name_key' | 'is_disabled'>

/** The fields of a hierarchy that users enter. */
export interface HierarchyFields {
  readonly name: string
  readonly description: string
}

export const hierarchyRecord = {
  kind: 'hierarchy',
  table: 'hierarchy',
  one: 'a hierarchy',
  owner: 'workplace',
  taken: {
    hierarchy_name: { code: 'thing.name-taken', where: 'name', message: pageTexts.hierarchies.nameTaken },
  },
  refuse: refuseHierarchyKeeper,
  find: findById<HierarchyRow>('hierarchy'),
} as const satisfies RecordKind<HierarchyRow>

/** Returns the columns of a hierarchy to write from its fields. */
export function columnsOf({ name, description }: HierarchyFields) {
  return { name, description }
}
