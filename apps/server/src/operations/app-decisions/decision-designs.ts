import { limits } from '@millrace/contract'
import type { DesignedDecision } from '../../runtime/deploy/read-decision-design.ts'
import { type FileKind, nameInFile } from '../designs/design-file.ts'
import { designTables } from '../designs/design-tables.ts'
import { type AppDecisionRow, decisionFinder, decisionRecord } from './app-decision.ts'
import { decisionTexts, readDecisionFile } from './design-file.ts'

/** The kind of design for decisions: DMN files, which contain name and keys. */
export const decisionDesigns = {
  tables: designTables.decision,
  many: 'decisions',
  maxKey: limits.processKey,
  texts: decisionTexts,
  finder: decisionFinder,
  record: decisionRecord,
  recordOf: () => decisionRecord,
  keyOf: ({ decision_key }) => decision_key,
  read: readDecisionFile,
  nameOf: (design) => nameInFile(decisionTexts, design),
  columnsOf: ({ said: { key, keys } }) => ({ decision_key: key, decision_keys: [...keys] }),
  details: ['decision_key'],
} as const satisfies FileKind<AppDecisionRow, DesignedDecision>
