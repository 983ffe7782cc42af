import type { WorkingCalendar } from '@millrace/contract'
import { sql } from 'kysely'
import { Refusal } from '../../../../platform/errors/refusal.ts'
import { runSql } from '../../../../platform/list/sql.ts'
import { refuseCalendar } from '../../../calendars/policy.ts'
import { saveCalendar } from '../../../calendars/save-calendar.ts'
import { jsonOf, textOf, textsOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Business calendars. Models use them by name, so a deleted calendar is created again. */
export const businessCalendar: RestorableKind = {
  one: 'a business calendar',
  table: 'business_calendar',
  keys: ['name'],
  columns: ['zone', 'hours', 'holidays'],
  hasRevision: false,
  canBeDisabled: false,
  canCreate: true,
  defaults: { holidays: [] },
  refuse: refuseCalendar,
  lock: (tx, workplaceId, [name]) =>
    runSql(tx, sql`select from business_calendar where workplace_id = ${workplaceId} and name = ${name} for update`),
  async write(context, request, { key: [name], target }) {
    const workingTime = {
      zone: textOf(target, 'zone'),
      hours: jsonOf<WorkingCalendar['hours']>(target, 'hours'),
      holidays: [...textsOf(target, 'holidays')],
    }
    const saved = await saveCalendar(context, request, { name, workingTime })
    return saved instanceof Refusal ? saved : null
  },
}
