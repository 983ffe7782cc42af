import { availableParallelism, totalmem } from 'node:os'
import { isSettingKey, settings } from '@millrace/contract/settings'
import type { BuildInfo } from '../../platform/build-info.ts'
import type { ResultRows } from '../../platform/db/batch.ts'
import type { Database } from '../../platform/db/database.ts'

export interface DiagnosticsOptions {
  readonly db: Pick<Database, 'readPlatform'>
  readonly build: BuildInfo
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: Date
}

/** Variables whose names say how the installation is set up. Their values are left out: many hold secrets or names. */
const ownVariable = /^(?:MILLRACE_[A-Z0-9_]+|FILES_S3_[A-Z_]+|DATABASE_URL|HOST|PORT|LOG_LEVEL|NODE_OPTIONS)$/

/**
 * Collects what helps to find a fault, for people outside of the organisation: versions, sizes, counts, jobs and
 * settings. It has no secrets, no names of persons, hosts or workplaces, no texts, and nothing of processes.
 */
export async function collectDiagnostics({ db, build, env, now }: DiagnosticsOptions): Promise<object> {
  const [database, configured, migrations, tables, servers, jobs, chores, values, backups, connections] =
    await db.readPlatform((tx) =>
      tx.batch(
        [
          `select version(), pg_database_size(current_database()), current_setting('TimeZone'), current_setting('server_encoding')`,
          `select name, setting, unit from pg_settings where name in ('max_connections', 'shared_buffers', 'work_mem', 'synchronous_commit', 'fsync', 'wal_level', 'autovacuum', 'max_wal_size', 'statement_timeout') order by name`,
          `select name, applied_at from migration order by number`,
          `select c.relname, c.reltuples::bigint, pg_total_relation_size(c.oid), s.n_dead_tup, s.last_autovacuum, s.last_autoanalyze
            from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
            where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 3 desc limit 100`,
          `select roles, version, started_at, seen_at, memory, calls, calls_p99, database_answer from server order by started_at limit 200`,
          `select kind, count(*), count(*) filter (where retries = 0), count(*) filter (where is_suspended), min(due_at) from job group by kind order by kind`,
          `select element_key, data ->> 'endedAt', due_at, locked_by is null and locked_until > now() from job where kind = 'maintenance' order by 1 limit 100`,
          `select key, value::text, count(*) from setting group by 1, 2 order by 1, 2 limit 1000`,
          `select taken_at, size, is_encrypted, is_checked from backup_run order by taken_at desc limit 5`,
          `select state, wait_event_type, count(*), max(extract(epoch from now() - xact_start)) from pg_stat_activity where datname = current_database() group by 1, 2 order by 1, 2`,
        ].map((text, index) => ({ name: `diagnostics_${index}`, text, values: [] })),
      ),
    )
  const named = (rows: ResultRows | undefined, ...names: readonly string[]) =>
    (rows ?? []).map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])))
  return {
    about: 'Diagnostics of Millrace, without secrets, names and texts',
    takenAt: now.toISOString(),
    program: { version: build.version, commit: build.commit, modeller: build.modellerVersion },
    process: {
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      processors: availableParallelism(),
      machineMemory: totalmem(),
      memory: process.memoryUsage().rss,
      uptime: Math.round(process.uptime()),
      variables: Object.keys(env)
        .filter((name) => env[name] !== '' && ownVariable.test(name))
        .sort(),
    },
    database: {
      ...named(database, 'version', 'size', 'timeZone', 'encoding')[0],
      settings: named(configured, 'name', 'value', 'unit'),
      connections: named(connections, 'state', 'waitsFor', 'count', 'longestSeconds'),
      tables: named(tables, 'name', 'estimatedRows', 'bytes', 'deadRows', 'lastVacuum', 'lastAnalyze'),
      migrations: named(migrations, 'name', 'appliedAt'),
    },
    servers: named(servers, 'roles', 'version', 'startedAt', 'seenAt', 'memory', 'calls', 'callsP99', 'databaseAnswer'),
    jobs: named(jobs, 'kind', 'count', 'withoutRetries', 'suspended', 'firstDueAt'),
    chores: named(chores, 'name', 'lastAt', 'nextAt', 'isFailing'),
    settings: named(values, 'key', 'value', 'workplaces').map(hideTexts),
    backups: named(backups, 'takenAt', 'size', 'isEncrypted', 'isChecked'),
  }
}

/** Numbers, switches and choices say nothing about anybody; texts and secrets might. */
function hideTexts(setting: Record<string, string | null>) {
  const { key, value } = setting
  const kind = key != null && isSettingKey(key) ? settings[key].kind : null
  const isPlain = kind === 'number' || kind === 'switch' || kind === 'choice'
  return { ...setting, value: isPlain ? (value ?? null) : '(set)' }
}
