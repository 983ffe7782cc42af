import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import type { OperationContext } from '../operation-context.ts'
import { findById } from '../records/find-record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refusePropertyKeeper } from './policy.ts'

export type StoredProperty = Omit<Selectable<DB['global_property']>, 'key_key' | 'name_key'>

/** The context of operations that store secret global properties. */
export interface SecretContext extends OperationContext {
  /** The secret of the installation. */
  readonly secret: string
}

export const globalPropertyRecord = {
  kind: 'global-property',
  table: 'global_property',
  one: 'a global property',
  owner: 'workplace',
  taken: {
    global_property_key: {
      code: 'thing.key-taken',
      where: 'key',
      message: pageTexts.outcomes.duplicate.globalPropertyKey,
    },
  },
  refuse: refusePropertyKeeper,
  find: findById<StoredProperty>('global_property'),
} as const satisfies RecordKind<StoredProperty>
