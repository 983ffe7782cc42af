import type { UserPropertyEditors, UserPropertyType, UserPropertyViewers } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import { findById } from '../records/find-record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refuseUserPropertyKeeper } from './policy.ts'

type Stored = Selectable<DB['user_property']>

export type UserPropertyRow = Omit<Stored, 'name_key' | 'is_disabled' | 'type' | 'viewers' | 'editors'> & {
  readonly type: UserPropertyType
  readonly viewers: UserPropertyViewers
  readonly editors: UserPropertyEditors
}

export const userPropertyRecord = {
  kind: 'user-property',
  table: 'user_property',
  one: 'a user property',
  owner: 'workplace',
  taken: {
    user_property_name: { code: 'thing.name-taken', where: 'name', message: pageTexts.userProperties.nameTaken },
    user_property_key: { code: 'thing.key-taken', where: 'key', message: pageTexts.userProperties.keyTaken },
  },
  refuse: refuseUserPropertyKeeper,
  find: findById<UserPropertyRow>('user_property'),
} as const satisfies RecordKind<UserPropertyRow>
