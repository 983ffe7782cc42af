import { limits } from '@millrace/contract'
import type { DesignedProcess } from '../../runtime/deploy/read-design.ts'
import { type FileKind, nameInFile } from '../designs/design-file.ts'
import { designTables } from '../designs/design-tables.ts'
import { type AppProcessRow, processFinder, processRecord } from './app-process.ts'
import { processTexts, readDesignFile } from './design-file.ts'

/** The kind of design for processes: BPMN files, which contain name, key, documentation and starters. */
export const processDesigns = {
  tables: designTables.process,
  many: 'processes',
  maxKey: limits.processKey,
  texts: processTexts,
  finder: processFinder,
  record: processRecord,
  recordOf: () => processRecord,
  keyOf: ({ process_key }) => process_key,
  read: readDesignFile,
  nameOf: (design) => nameInFile(processTexts, design),
  columnsOf: ({ said: { key, documentation, starterUsers, starterGroups } }) => ({
    process_key: key,
    documentation,
    starter_users: starterUsers,
    starter_groups: starterGroups,
  }),
  details: ['process_key', 'documentation', 'starter_users', 'starter_groups'],
} as const satisfies FileKind<AppProcessRow, DesignedProcess>
