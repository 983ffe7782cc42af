import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import { findById } from '../records/find-record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refusePackageSourceKeeper } from './policy.ts'

export type PackageSourceRow = Omit<Selectable<DB['package_source']>, 'name_key' | 'is_disabled'>

export const packageSourceRecord = {
  kind: 'package-source',
  table: 'package_source',
  one: 'a package source',
  owner: 'workplace',
  taken: {
    package_source_name: { code: 'thing.name-taken', where: 'name', message: pageTexts.packageSources.nameTaken },
  },
  refuse: refusePackageSourceKeeper,
  find: findById<PackageSourceRow>('package_source'),
} as const satisfies RecordKind<PackageSourceRow>
