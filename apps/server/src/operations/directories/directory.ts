import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import { findById } from '../records/find-record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refuseDirectoryKeeper } from './policy.ts'

export type DirectoryRow = Omit<Selectable<DB['directory']>, 'name_key'>

export const directoryRecord = {
  kind: 'directory',
  table: 'directory',
  one: 'a directory',
  owner: 'workplace',
  taken: {
    directory_name: { code: 'thing.name-taken', where: 'name', message: pageTexts.directories.nameTaken },
  },
  refuse: refuseDirectoryKeeper,
  find: findById<DirectoryRow>('directory'),
} as const satisfies RecordKind<DirectoryRow>
