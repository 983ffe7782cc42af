import { systemActor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { Runtime } from '../runtime.ts'
import type { AlertBody, AlertedCause } from './alert-body.ts'
import type { SilenceBody } from './silence-body.ts'

/** Causes that an alert lists; the others are counted. */
const maxCauses = 20

/** The tries of an alert, with rests that become longer: `rests` in `incident-alert.ts`. */
const tries = 10

/**
 * Orders the alerts of a workplace that are due: one digest of all causes with new incidents, by mail and webhook. It is
 * one transaction with the mark, so that nothing is alerted twice and nothing leaves before the commit.
 */
export async function orderAlerts(
  { db, clock, newId, announceJobs }: Pick<Runtime, 'db' | 'clock' | 'newId' | 'announceJobs'>,
  workplaceId: string,
): Promise<void> {
  const settings = await readSettings(db, workplaceId)
  const targets = targetsOf(settings)
  const now = clock()
  const isOrdered = await db.withTransaction(systemActor(workplaceId, 'maintenance'), async (tx) => {
    if (targets.length === 0) {
      await tx.commit([dropMark(workplaceId)])
      return false
    }
    const mark = await readMark(tx, workplaceId)
    const at = now.toISOString()
    // Only incidents from now on are alerted.
    if (mark === null) {
      await tx.commit([dropNews(workplaceId), writeMark(workplaceId, at)])
      return false
    }
    if (now.getTime() - mark.orderedAt.getTime() < settings['alerts.minutes'] * 60_000) return false
    const body = await takeNews(tx, workplaceId, { from: mark.reportedUntil, until: at })
    if (body.total === 0) return false
    const ordered = await orderToTargets(tx, { workplaceId, targets, newId, body, at })
    await tx.commit([writeMark(workplaceId, at), ...ordered])
    return true
  })
  if (isOrdered) announceJobs()
}

/** Where alerts are sent: by mail, and to a webhook. */
export interface AlertTarget {
  readonly channel: 'mail' | 'webhook'
  readonly target: string
}

/** Returns the targets that the settings of a workplace name. */
export function targetsOf(settings: {
  readonly 'alerts.recipients': string
  readonly 'alerts.webhookUrl': string
}): AlertTarget[] {
  const all: AlertTarget[] = [
    { channel: 'mail', target: settings['alerts.recipients'] },
    { channel: 'webhook', target: settings['alerts.webhookUrl'] },
  ]
  return all.filter(({ target }) => target !== '')
}

interface Ordered {
  readonly workplaceId: string
  readonly targets: readonly AlertTarget[]
  readonly newId: () => string
  readonly body: AlertBody | SilenceBody
  /** ISO 8601. */
  readonly at: string
}

/** Returns the statements that order one alert for each target, and for each language of its readers. */
export async function orderToTargets(tx: Tx, { workplaceId, targets, newId, body, at }: Ordered): Promise<Statement[]> {
  const statements: Statement[] = []
  for (const { channel, target } of targets) {
    const readers = channel === 'mail' ? await groupByLanguage(tx, workplaceId, target) : [{ target, language: null }]
    for (const one of readers) statements.push(...orderOne(workplaceId, { channel, ...one, id: newId(), body, at }))
  }
  return statements
}

/** Deletes alerts that ended a month ago. */
export async function clearOldAlerts({ db, clock }: Pick<Runtime, 'db' | 'clock'>, workplaceId: string): Promise<void> {
  const before = new Date(clock().getTime() - 30 * 86_400_000).toISOString()
  await db.withTransaction(systemActor(workplaceId, 'maintenance'), (tx) =>
    tx.commit([
      {
        name: 'incident_alerts_old',
        text: `delete from incident_alert where workplace_id = $1 and created_at < $2 and state <> 'waiting'`,
        values: [workplaceId, before],
      },
    ]),
  )
}

function dropMark(workplaceId: string): Statement {
  return {
    name: 'incident_alert_mark_drop',
    text: `with off as (delete from incident_alert_mark where workplace_id = $1 returning workplace_id)
      delete from incident_news n using off where n.workplace_id = off.workplace_id`,
    values: [workplaceId],
  }
}

/** For alerts that are turned on: incidents of transactions that ended after alerts had been turned off before. */
function dropNews(workplaceId: string): Statement {
  return {
    name: 'incident_news_drop',
    text: 'delete from incident_news where workplace_id = $1',
    values: [workplaceId],
  }
}

function writeMark(workplaceId: string, at: string): Statement {
  return {
    name: 'incident_alert_mark_write',
    text: `insert into incident_alert_mark (workplace_id, told_until, ordered_at) values ($1, $2, $2)
      on conflict (workplace_id) do update set told_until = excluded.told_until, ordered_at = excluded.ordered_at`,
    values: [workplaceId, at],
  }
}

/** Locked: two servers order one after the other. */
async function readMark(tx: Tx, workplaceId: string): Promise<{ reportedUntil: string; orderedAt: Date } | null> {
  const [rows] = await tx.batch([
    {
      name: 'incident_alert_mark_read',
      text: `select to_json(told_until)#>>'{}', to_json(ordered_at)#>>'{}' from incident_alert_mark where workplace_id = $1 for update`,
      values: [workplaceId],
    },
  ])
  const [reportedUntil, orderedAt] = rows?.[0] ?? []
  return reportedUntil == null || orderedAt == null ? null : { reportedUntil, orderedAt: new Date(orderedAt) }
}

/**
 * Takes the incidents that no alert has counted yet. Incidents of a snoozed cause wait for the end of the snooze. Incidents
 * from before the snooze are not alerted: the user who snoozed the cause has seen them.
 */
async function takeNews(
  tx: Tx,
  workplaceId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<AlertBody> {
  const [rows = []] = await tx.batch([
    {
      name: 'incident_news_take',
      text: `with gone as (delete from incident_news w using incident_group g
            where w.workplace_id = $1 and g.workplace_id = $1 and g.id = w.group_id
              and (g.snoozed_until is null or g.snoozed_until <= $2 or g.snoozed_until = 'infinity') returning w.group_id, w.incident_id),
          sums as (select o.group_id, count(*)::int as count, max(n.created_at) as last_at, max(n.version_id::text)::uuid as definition_id
            from gone o join incident n on n.workplace_id = $1 and n.id = o.incident_id
              join incident_group g on g.workplace_id = $1 and g.id = o.group_id
            where g.snoozed_at is null or n.created_at > g.snoozed_at group by o.group_id)
        select g.id, coalesce(d.name, g.process_key), coalesce(e.name, g.element_key), g.type, left(g.cause, 300), n.count, to_json(n.last_at)#>>'{}'
        from sums n
          join incident_group g on g.workplace_id = $1 and g.id = n.group_id
          left join process_definition d on d.workplace_id = $1 and d.id = n.definition_id
          left join process_element e on e.workplace_id = $1 and e.definition_id = n.definition_id and e.element_key = g.element_key
        order by n.count desc, g.id`,
      values: [workplaceId, until],
    },
  ])
  const causes = rows.map(
    ([id, process, element = null, kind, message, count, lastAt]): AlertedCause => ({
      id: id ?? '',
      process: process ?? '',
      element,
      kind: kind ?? '',
      message: message ?? '',
      count: Number(count),
      lastAt: lastAt ?? '',
    }),
  )
  return {
    from,
    until,
    total: causes.reduce((sum, { count }) => sum + count, 0),
    causes: causes.slice(0, maxCauses),
    furtherCauses: Math.max(0, causes.length - maxCauses),
  }
}

/** Returns the addresses by the language of the users who have them: each language gets a mail of its own. */
async function groupByLanguage(
  tx: Tx,
  workplaceId: string,
  recipients: string,
): Promise<{ readonly target: string; readonly language: string | null }[]> {
  const addresses = recipients
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const [rows = []] = await tx.batch([
    {
      name: 'incident_alert_languages',
      text: `select lower(u.email), min(p.language) from app_user u join user_profile p on p.workplace_id = u.workplace_id and p.user_id = u.id
        where u.workplace_id = $1 and lower(u.email) = any($2::text[]) and p.language is not null group by 1`,
      values: [workplaceId, addresses.map((address) => address.toLowerCase())],
    },
  ])
  const languages = new Map(rows.map(([email, language]) => [email ?? '', language ?? null]))
  const groups = Map.groupBy(addresses, (address) => languages.get(address.toLowerCase()) ?? null)
  return [...groups].map(([language, group]) => ({ target: group.join(', '), language }))
}

interface Order {
  readonly id: string
  readonly channel: string
  readonly target: string
  readonly language: string | null
  readonly body: AlertBody | SilenceBody
  readonly at: string
}

function orderOne(workplaceId: string, { id, channel, target, language, body, at }: Order): Statement[] {
  return [
    {
      name: 'incident_alert_add',
      text: `insert into incident_alert (workplace_id, id, created_at, channel, target, body, state) values ($1, $2, $3, $4, $5, $6::jsonb, 'waiting')`,
      values: [
        workplaceId,
        id,
        at,
        channel,
        target,
        JSON.stringify({ ...body, ...(language !== null && { language }) }),
      ],
    },
    {
      name: 'incident_alert_job',
      text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
        values ($1, $2, $2, 'incident-alert', 'mail', $3, ${tries}, 0, false, false, $3)`,
      values: [workplaceId, id, at],
    },
  ]
}
