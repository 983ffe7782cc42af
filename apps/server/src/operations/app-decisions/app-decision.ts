import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import type { DesignRef } from '../designs/design-kind.ts'
import { designTables } from '../designs/design-tables.ts'
import { createFinder } from '../designs/find-designs.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refuseDecisionDesigner } from './policy.ts'

export type AppDecisionRow = Omit<Selectable<DB['app_decision']>, 'name_key' | 'is_disabled'> & {
  readonly application_name: string
}

/** A decision of an application. */
export interface AppDecisionRef {
  readonly id: string
  readonly applicationId: string
}

export const decisionFinder = createFinder<AppDecisionRow>(designTables.decision)

/** The function that lists all enabled decisions of an application, by name. */
export const { listOf: listAppDecisionsOf } = decisionFinder

const { duplicate } = pageTexts.outcomes

export const decisionRecord = {
  kind: 'decision',
  table: 'app_decision',
  one: 'a decision',
  owner: 'application',
  taken: {
    app_decision_name: { code: 'thing.name-taken', where: 'name', message: duplicate.decisionName },
    app_decision_key: { code: 'thing.key-taken', where: 'key', message: duplicate.decisionKey },
  },
  refuse: refuseDecisionDesigner,
  find: decisionFinder.find,
} as const satisfies RecordKind<AppDecisionRow, DesignRef>
