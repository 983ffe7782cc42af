import type { AdminDashboard } from '@millrace/contract'
import { adminDashboardLimits } from '@millrace/contract'
import { isSessionAlive } from '../../platform/auth/is-session-alive.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Database } from '../../platform/db/database.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { readInstallation } from './read-installation.ts'

interface Context {
  readonly db: Database
  readonly clock: () => Date
  readonly build: { readonly version: string }
  readonly runtime: { readonly zone: string }
  readonly settings: Pick<InstallationSettings, 'current'>
}

/**
 * Returns the figures of the workplace for administrators. The history is not counted: figures are limited, or stored
 * by day.
 */
export async function getAdminDashboard(
  { db, clock, build, settings, runtime: { zone } }: Context,
  request: Request,
  days: number,
): Promise<AdminDashboard> {
  const now = clock().toISOString()
  const { workplaceId } = request.user
  const [steps, outside, mails, external, incidents, signedIn, locked, figures, places, packages, silent] =
    await db.read(request, (tx) =>
      tx.batch([
        queueOf('steps', workplaceId, now),
        queueOf('outside', workplaceId, now),
        queueOf('mails', workplaceId, now),
        externalTasks(workplaceId, now),
        incidentsOf(workplaceId),
        {
          name: 'admin_signed_in',
          text: `select count(distinct user_id) from session s where workplace_id = $1 and ${isSessionAlive('$2')}`,
          values: [workplaceId, now],
        },
        {
          name: 'admin_locked',
          text: `select count(*) from app_user where workplace_id = $1 and status = 'locked' and (locked_until is null or locked_until > $2::timestamptz)`,
          values: [workplaceId, now],
        },
        {
          name: 'admin_days',
          text: `select to_char(day, 'YYYY-MM-DD'), started, ended from daily_figure
          where workplace_id = $1 and day > ($2::timestamptz at time zone $3)::date - $4::int and day <= ($2::timestamptz at time zone $3)::date order by day`,
          values: [workplaceId, now, zone, days],
        },
        {
          name: 'admin_place',
          text: 'select is_default from workplace where workplace_id = $1',
          values: [workplaceId],
        },
        {
          name: 'admin_packages',
          text: `select count(*) from package_import where workplace_id = $1 and state = 'read' and source_id is not null`,
          values: [workplaceId],
        },
        {
          name: 'admin_silent_listeners',
          text: `select count(*) from external_listener_state t join external_listener l on l.workplace_id = t.workplace_id and l.id = t.listener_id
          where t.workplace_id = $1 and t.silent_since is not null and l.disabled_at is null`,
          values: [workplaceId],
        },
      ]),
    )
  const isDefault = places?.[0]?.[0] === 't'
  return {
    installation: isDefault
      ? await readInstallation(db, { days, now, zone, warnDays: settings.current()['backup.warnDays'] })
      : null,
    version: build.version,
    queues: [
      { name: 'steps', ...readQueue(steps) },
      { name: 'outside', ...readQueue(outside) },
      { name: 'mails', ...readQueue(mails) },
      { name: 'externalTasks', ...readQueue(external) },
    ],
    incidents: readCount(incidents?.[0]?.[0]),
    signedIn: Number(signedIn?.[0]?.[0] ?? 0),
    locked: Number(locked?.[0]?.[0] ?? 0),
    packages: Number(packages?.[0]?.[0] ?? 0),
    silentListeners: Number(silent?.[0]?.[0] ?? 0),
    days: (figures ?? []).map(([day, started, ended]) => ({
      day: day ?? '',
      started: Number(started),
      ended: Number(ended),
    })),
  }
}

const { count: most } = adminDashboardLimits

const kinds = {
  steps: `kind not in ('work', 'mail', 'directory')`,
  outside: `kind in ('work', 'directory')`,
  mails: `kind = 'mail'`,
} as const

/** Jobs that are due and have not ended, and since when the first one waits: the oldest ones are counted, by `job_next`. */
function queueOf(name: keyof typeof kinds, workplaceId: string, now: string): Statement {
  const due = `from job where workplace_id = $1 and (kind in ('work', 'mail', 'directory')) = ${name !== 'steps'} and ${kinds[name]}
    and free_at <= $2::timestamptz and retries > 0 and not is_suspended`
  return {
    name: `admin_queue_${name}`,
    text: `select count(*), ${asInstant('min(free_at)')} from (select free_at ${due} order by free_at limit ${most + 1}) d`,
    values: [workplaceId, now],
  }
}

function externalTasks(workplaceId: string, now: string): Statement {
  return {
    name: 'admin_external',
    text: `select count(*), ${asInstant('min(created_at)')} from (select created_at from external_task where workplace_id = $1 and not is_suspended
      and (retries is null or retries > 0) and (locked_until is null or locked_until <= $2::timestamptz) limit ${most + 1}) d`,
    values: [workplaceId, now],
  }
}

function incidentsOf(workplaceId: string): Statement {
  return {
    name: 'admin_incidents',
    text: `select count(*) from (select 1 from incident where workplace_id = $1 and cause_id = id limit ${most + 1}) d`,
    values: [workplaceId],
  }
}

function asInstant(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function readQueue(rows: ResultRows | undefined) {
  const [count, oldestAt] = rows?.[0] ?? []
  return { waiting: readCount(count), oldestAt: oldestAt ?? null }
}

function readCount(count: string | null | undefined) {
  const total = Number(count ?? 0)
  return { total: Math.min(total, most), isCapped: total > most }
}
