import { adapterSettings, limits, type ProcessSurroundings, type WorkingCalendar } from '@millrace/contract'
import { findMainDecision, findUsualResult, parseDmn } from '@millrace/dmn'
import { listFields, type propsOf, type RuntimeDocument, type RuntimeField } from '@millrace/forms'
import { sql } from 'kysely'
import { type AppProcessRef, findAppProcess, processRecord } from '../../operations/app-processes/app-process.ts'
import { selectCalendars } from '../../operations/calendars/calendar-queries.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { describeParameters, listColumns } from '../../runtime/look-ups/adapter.ts'
import { isRepeatable } from '../../runtime/look-ups/outcome.ts'

/**
 * Returns what a process may name besides users and groups: forms, processes, decisions, email templates, and business
 * calendars.
 */
export async function getSurroundings(
  db: Database,
  request: Request,
  ref: AppProcessRef,
): Promise<ProcessSurroundings | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    const { application_id: applicationId } = process
    const forms = await selectForms(tx, workplaceId, applicationId)
    const processes = await selectProcesses(tx, workplaceId, applicationId)
    const decisions = await selectDecisions(tx, workplaceId, applicationId)
    const templates = await selectTemplates(tx, workplaceId)
    const adapters = await selectAdapters(tx, workplaceId)
    const calendars = await selectCalendars(tx, workplaceId)
    return {
      forms: cut(forms, ({ rendered_json, ...form }) => ({ ...form, fields: listFieldsOf(rendered_json) })),
      processes: cut(processes, (one) => one),
      decisions: cut(decisions, ({ design_xml, ...one }) => ({ ...one, result: readResult(design_xml, one.key) })),
      emailTemplates: cut(templates, (one) => one),
      adapters: cut(adapters, presentAdapter),
      calendars: calendars.map(({ name, zone, hours, holidays }) => ({
        name,
        zone,
        hours: hours as WorkingCalendar['hours'],
        holidays: [...holidays],
      })),
    }
  })
}

function cut<Row, T>(rows: readonly Row[], present: (row: Row) => T): { items: T[]; isMore: boolean } {
  return { items: rows.slice(0, limits.surroundings).map(present), isMore: rows.length > limits.surroundings }
}

/** Characters of compiled forms that are read for their fields; beyond that only names of forms are returned. */
const readable = 2_000_000

interface FormFound {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly rendered_json: string | null
}

function selectForms(tx: Tx, workplaceId: string, applicationId: string): Promise<FormFound[]> {
  return runSql<FormFound>(
    tx,
    sql`select id, key, name, case when running <= ${readable} then rendered_json end as rendered_json from (
        select f.id, f.form_key as key, f.name, f.name_key, v.rendered_json,
          sum(coalesce(length(v.rendered_json), 0)) over (order by f.name_key, f.id) as running
        from form f left join form_version v
          on v.workplace_id = f.workplace_id and v.form_id = f.id and v.version = f.version
        where f.workplace_id = ${workplaceId} and f.application_id = ${applicationId} and f.disabled_at is null
        order by f.name_key, f.id limit ${limits.surroundings + 1}
      ) found order by name_key, id`,
  )
}

interface NamedKey {
  readonly key: string
  readonly name: string
}

/** Selects the processes of the application, and other deployed processes. */
function selectProcesses(tx: Tx, workplaceId: string, applicationId: string): Promise<NamedKey[]> {
  return runSql<NamedKey>(
    tx,
    sql`select key, (array_agg(name order by place, version desc))[1] as name from (
        select p.process_key as key, p.name, 0 as place, 0 as version from app_process p
        where p.workplace_id = ${workplaceId} and p.application_id = ${applicationId} and p.disabled_at is null
        union all
        select d.key, coalesce(d.name, d.key), 1, d.version from process_definition d
        where d.workplace_id = ${workplaceId}
      ) found group by key order by lower((array_agg(name order by place, version desc))[1]), key
      limit ${limits.surroundings + 1}`,
  )
}

/** Characters of decisions that are read for their outputs; beyond that only names of decisions are returned. */
const readableDecisions = 500_000

interface DecisionFound extends NamedKey {
  readonly design_xml: string | null
}

/** Selects the decisions of the application, whose names have priority, and other deployed decisions. */
function selectDecisions(tx: Tx, workplaceId: string, applicationId: string): Promise<DecisionFound[]> {
  return runSql<DecisionFound>(
    tx,
    sql`select key, name, case when running <= ${readableDecisions} then design_xml end as design_xml from (
        select f.key, f.name, v.design_xml,
          sum(coalesce(length(v.design_xml), 0)) over (order by lower(f.name), f.key) as running
        from (
          select distinct on (key) key, name, decision_id, decision_version from (
            select p.decision_key as key, p.name, 0 as place, 0 as version, p.id as decision_id, p.version as decision_version
            from app_decision p
            where p.workplace_id = ${workplaceId} and p.application_id = ${applicationId} and p.disabled_at is null
            union all
            select d.key, coalesce(d.name, d.key), 1, d.version, null, null from decision_definition d
            where d.workplace_id = ${workplaceId} and not d.has_left
          ) every order by key, place, version desc
        ) f left join app_decision_version v
          on v.workplace_id = ${workplaceId} and v.decision_id = f.decision_id and v.version = f.decision_version
        order by lower(f.name), f.key limit ${limits.surroundings + 1}
      ) found order by lower(name), key`,
  )
}

function readResult(xml: string | null, key: string): ProcessSurroundings['decisions']['items'][number]['result'] {
  const parsed = xml === null ? null : parseDmn(xml)
  const decision = parsed?.ok ? findMainDecision(parsed.model, key) : null
  return decision === null ? null : findUsualResult(decision)
}

function selectTemplates(tx: Tx, workplaceId: string): Promise<{ name: string }[]> {
  return runSql(
    tx,
    sql`select name from email_template where workplace_id = ${workplaceId} and disabled_at is null
      order by name_key, id limit ${limits.surroundings + 1}`,
  )
}

interface AdapterFound extends NamedKey {
  readonly id: string
  readonly system: string
  readonly api: string
  readonly settings: object
}

/** Selects the adapters that can be called: neither they nor their owners are disabled. */
function selectAdapters(tx: Tx, workplaceId: string): Promise<AdapterFound[]> {
  return runSql(
    tx,
    sql`select a.id, a.key, a.name, s.name as system, p.name as api, a.settings || jsonb_build_object('kind', a.kind) as settings
      from external_adapter a
        join external_api p on p.workplace_id = a.workplace_id and p.id = a.api_id and p.disabled_at is null
        join external_connection c on c.workplace_id = p.workplace_id and c.id = p.connection_id and c.disabled_at is null
        join external_system s on s.workplace_id = a.workplace_id and s.id = a.system_id and s.disabled_at is null
      where a.workplace_id = ${workplaceId} and a.disabled_at is null
      order by lower(s.name), lower(p.name), lower(a.name), a.id limit ${limits.surroundings + 1}`,
  )
}

function presentAdapter({
  settings: stored,
  ...adapter
}: AdapterFound): ProcessSurroundings['adapters']['items'][number] {
  const settings = adapterSettings.parse(stored)
  return {
    ...adapter,
    kind: settings.kind,
    isRepeatable: isRepeatable(settings),
    parameters: [...describeParameters(settings)],
    columns: [...listColumns(settings)],
  }
}

type FieldFound = ProcessSurroundings['forms']['items'][number]['fields'][number]

/** Lists the process variables of a form: a field by its key, a group with its content, a list as a whole. */
function listFieldsOf(rendered: string | null): FieldFound[] {
  if (rendered === null) return []
  const { data } = JSON.parse(rendered) as RuntimeDocument
  return data.flatMap((node): FieldFound[] => {
    if (node.kind === 'field') return [presentField(node, node.key)]
    if (node.kind === 'list') return [{ name: node.key, label: node.key, type: 'list', options: [] }]
    return listFields(node.members).map((field) => presentField(field, `${node.key}.${field.key}`))
  })
}

/** As many as anybody chooses from without a search. */
const maxOptions = 50

function presentField(field: RuntimeField, name: string): FieldFound {
  const props = field.props as Partial<ReturnType<typeof propsOf<'select'>>>
  const options = (props.options ?? []).slice(0, maxOptions).map(({ value }) => value)
  return { name, label: props.label ?? field.key, type: field.type, options }
}
