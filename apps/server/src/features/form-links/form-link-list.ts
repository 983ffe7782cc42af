import type { FormLinkRow, FormLinkState } from '@millrace/contract'
import { formLinkList } from '@millrace/contract/lists/form-links'
import { sql } from 'kysely'
import { isTaskOfLinkOver } from '../../operations/form-links/form-link.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly process_key: string
  readonly process_name: string | null
  readonly state: FormLinkState
  readonly task_id: string | null
  readonly recipient: string | null
  readonly expires_at: Date | null
  readonly is_once: boolean
  readonly has_captcha: boolean
  readonly may_save: boolean
  readonly sites: readonly string[]
  readonly uses: number
  readonly used_at: Date | null
  readonly created_at: Date
  readonly created_by: string
}

const state = sql`case when l.is_ended then 'ended' when l.is_used then 'used' when l.expires_at <= now() then 'expired'
  when ${isTaskOfLinkOver} then 'ended' else 'open' end`

const processName = sql`(select d.name from process_definition d where d.workplace_id = l.workplace_id and d.key = l.process_key
  and coalesce(d.tenant_id, '') = coalesce(l.tenant_id, '') order by d.version desc limit 1)`

export const formLinks: ListSource<typeof formLinkList, Row, FormLinkRow> = defineSource({
  list: formLinkList,
  columns: sql`l.id, l.name, l.process_key, ${processName} as process_name, ${state} as state, l.task_id, l.recipient, l.expires_at, l.is_once,
    l.has_captcha, l.may_save, l.sites, l.uses, l.used_at, l.created_at, l.created_by`,
  from: () => sql`form_link l`,
  where: ({ user }) => [sql`l.workplace_id = ${user.workplaceId}`],
  keys: {
    created: { sql: sql`l.created_at`, type: 'instant' },
    name: { sql: sql`l.name_key`, type: 'text' },
    expires: { sql: sql`l.expires_at`, type: 'instant', isOptional: true },
  },
  id: { sql: sql`l.id`, type: 'id' },
  filters: { isEnded: sql`l.is_ended`, expires: sql`l.expires_at`, created: sql`l.created_at` },
  search: (text) => containsAny([sql`l.name`, sql`l.process_key`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ created_by }) => created_by),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      process: { key: row.process_key, name: row.process_name ?? row.process_key },
      taskId: row.task_id,
      recipient: row.recipient,
      state: row.state,
      expiresAt: row.expires_at?.toISOString() ?? null,
      isOnce: row.is_once,
      hasCaptcha: row.has_captcha,
      maySave: row.may_save,
      sites: [...row.sites],
      uses: row.uses,
      usedAt: row.used_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
    }))
  },
})
