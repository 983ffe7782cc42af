import { pageTexts } from '@millrace/contract/page-texts'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import type { DesignRef } from '../designs/design-kind.ts'
import { designTables } from '../designs/design-tables.ts'
import { createFinder } from '../designs/find-designs.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refuseProcessDesigner } from './policy.ts'

export type AppProcessRow = Omit<Selectable<DB['app_process']>, 'name_key' | 'is_disabled'> & {
  readonly application_name: string
  /** Name of its own. */
  readonly category: string | null
}

/** A process of an application. */
export interface AppProcessRef {
  readonly id: string
  readonly applicationId: string
}

export const processFinder = createFinder<AppProcessRow>(designTables.process, {
  columns: sql`, c.name as category`,
  join: sql`left join category c on c.workplace_id = d.workplace_id and c.id = d.category_id`,
})

/** Functions that find a process of an application, and list all its enabled processes by name. */
export const { find: findAppProcess, listOf: listAppProcessesOf } = processFinder

const { duplicate } = pageTexts.outcomes

export const processRecord = {
  kind: 'process',
  table: 'app_process',
  one: 'a process',
  owner: 'application',
  taken: {
    app_process_name: { code: 'thing.name-taken', where: 'name', message: duplicate.processName },
    app_process_key: { code: 'thing.key-taken', where: 'key', message: duplicate.processKey },
  },
  refuse: refuseProcessDesigner,
  find: findAppProcess,
} as const satisfies RecordKind<AppProcessRow, DesignRef>
