import { type AdminDashboard, adminDashboardLimits } from '@millrace/contract'
import type { ResultRows } from '../../platform/db/batch.ts'
import type { Database } from '../../platform/db/database.ts'

type Installation = NonNullable<AdminDashboard['installation']>

interface Asked {
  readonly days: number
  readonly now: string
  readonly zone: string
  /** After how many days the last backup is old; 0: never. */
  readonly warnDays: number
}

/** Returns the state of the servers and the database, for administrators of the installation. */
export async function readInstallation(db: Database, { days, now, zone, warnDays }: Asked): Promise<Installation> {
  const measuredFrom = performance.now()
  const [versions, servers, sizes, chores, backups] = await db.readPlatform((tx) =>
    tx.batch([
      {
        name: 'admin_database',
        text: `select current_setting('server_version'), pg_database_size(current_database())`,
        values: [],
      },
      {
        name: 'admin_servers',
        text: `select id, host, process_id, roles, version, ${instant('started_at')}, ${instant('seen_at')}, memory, calls, calls_p99,
          extract(epoch from now() - seen_at) from server order by host, started_at limit 200`,
        values: [],
      },
      {
        name: 'admin_sizes',
        text: `(select history, audit, files, rest, true from daily_size order by day desc limit 1)
          union all (select history, audit, files, rest, false from daily_size
            where day > ($1::timestamptz at time zone $2)::date - $3::int and day < ($1::timestamptz at time zone $2)::date order by day limit 1)`,
        values: [now, zone, days],
      },
      {
        name: 'admin_chores',
        text: `select element_key, ${instant("(data ->> 'endedAt')::timestamptz")}, ${instant('due_at')}, locked_by is null and locked_until > $1::timestamptz from job where kind = 'maintenance' order by element_key limit 100`,
        values: [now],
      },
      {
        name: 'admin_backup',
        text: `select ${instant('taken_at')}, place, size, is_encrypted, is_checked, taken_at < $1::timestamptz - make_interval(days => $2::int)
          from backup_run order by taken_at desc limit 1`,
        values: [now, warnDays],
      },
    ]),
  )
  const answerMs = performance.now() - measuredFrom
  const known = (servers ?? []).map((row) => ({ row, version: row[4] ?? '' }))
  const newest = known
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1)
  const today = sizes?.find(([, , , , isNow]) => isNow === 't')
  const before = sizes?.find(([, , , , isNow]) => isNow === 'f')
  return {
    database: { version: versions?.[0]?.[0] ?? '', answerMs, size: Number(versions?.[0]?.[1] ?? 0) },
    servers: known.map(({ row, version }) => {
      const [id, host, processId, roles, , startedAt, seenAt, memory, calls, p99, silent] = row
      const isSilent = Number(silent) > adminDashboardLimits.silentSeconds
      return {
        ...{ id: id ?? '', host: host ?? '', processId: Number(processId), roles: roles ?? '', version },
        state: isSilent ? 'silent' : version === newest ? 'healthy' : 'older',
        ...{ startedAt: startedAt ?? '', seenAt: seenAt ?? '', memory: Number(memory), calls: Number(calls) },
        callsP99: p99 == null ? null : Number(p99),
      }
    }),
    sizes:
      today === undefined
        ? []
        : (['history', 'audit', 'files', 'rest'] as const).map((name, index) => ({
            name,
            bytes: Number(today[index]),
            change: before === undefined ? null : Number(today[index]) - Number(before[index]),
          })),
    backup: readBackup(backups?.[0], warnDays),
    chores: (chores ?? []).map(([name, lastAt, nextAt, isResting]) => ({
      name: name ?? '',
      lastAt: lastAt ?? null,
      nextAt: nextAt ?? '',
      isFailing: isResting === 't',
    })),
  }
}

function readBackup(row: ResultRows[number] | undefined, warnDays: number): Installation['backup'] {
  if (row === undefined) return { last: null, warnDays, isOld: warnDays > 0 }
  const [takenAt, place, size, isEncrypted, isChecked, isOlder] = row
  return {
    last: {
      ...{ takenAt: takenAt ?? '', place: place ?? '', size: Number(size) },
      ...{ isEncrypted: isEncrypted === 't', isChecked: isChecked === 't' },
    },
    warnDays,
    isOld: warnDays > 0 && isOlder === 't',
  }
}

function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** `1.10.0` is newer than `1.9.3`. */
function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
