import { simulationLimits } from '@millrace/contract'
import type { BusinessCalendar } from '@millrace/time'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { getProcess } from '../definitions/definitions.ts'
import { readGroupNames } from '../rights/group-names.ts'
import type { Runtime } from '../runtime.ts'
import { measurePast } from './measure-past.ts'
import { measureProcess } from './measure-process.ts'
import type { MeasuredPeriod } from './measure-sql.ts'
import type { Measures } from './measures.ts'
import type { Preparation } from './prepare.ts'

interface Asked {
  readonly workplaceId: string
  readonly definitionId: string
  /** Days of history. */
  readonly days: number
  readonly now: Date
}

const day = 86_400_000

/**
 * Measures the history of a process up to now, and up to the days that are checked. Null: the version does not exist, or
 * its file cannot be read.
 */
export async function readPreparation(
  runtime: Runtime,
  tx: Tx,
  { workplaceId, definitionId, days, now }: Asked,
): Promise<Omit<Preparation, 'input' | 'zone'> | null> {
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId })
  if (definition === null) return null
  const { key, tenantId, model } = definition
  const at = (before: number) => new Date(now.getTime() - before * day).toISOString()
  const checkedDays = Math.min(simulationLimits.checkedDays, Math.floor(days / 2))
  const period = (from: number, to: number): MeasuredPeriod => ({
    ...{ workplaceId, key, tenantId, from: at(from), to: at(to) },
  })
  const measures = await measureProcess(tx, period(days, 0), runtime.zone)
  const past = {
    measures: await measureProcess(tx, period(days, checkedDays), runtime.zone),
    actual: await measurePast(tx, period(checkedDays, 0)),
  }
  const groups = await readGroupNames(tx, workplaceId, listGroups(measures))
  return { model, measures, past, calendars: await readCalendars(tx, workplaceId), groups, now }
}

export function listGroups({ tasks }: Measures): string[] {
  return tasks.flatMap(({ group }) => (group === '' ? [] : [group]))
}

export async function readCalendars(tx: Tx, workplaceId: string): Promise<ReadonlyMap<string, BusinessCalendar>> {
  const rows = await runSql<{ name: string } & BusinessCalendar>(
    tx,
    sql`select name, zone, hours, to_json(holidays) as holidays from business_calendar where workplace_id = ${workplaceId} order by name`,
  )
  return new Map(rows.map(({ name, ...calendar }) => [name, calendar]))
}
