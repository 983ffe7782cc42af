import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'
import { listTexts, withoutComments } from './source-texts.ts'

/**
 * What process instances and other roots consist of while they live. Steps decide on these rows in memory and write them
 * under the revision of their root (decision 5), so whoever writes them has to count that up: the unit of work does.
 */
const liveTables = [
  'instance',
  'root',
  'element',
  'variable',
  'task',
  'task_listing',
  'task_link',
  'job',
  'subscription',
  'external_task',
  'incident',
]

/** Where statements on them stand: all of these are sent by a unit of work. */
const room = 'apps/server/src/runtime/save/'

interface Exception {
  readonly path: string
  /** The tables of statements put together, the word `${}`. */
  readonly tables: readonly string[]
  /** Why it needs no unit of work, or is one. */
  readonly reason: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'apps/server/src/operations/erasure/replace-name.ts',
    tables: ['${}'],
    reason: 'names in history and records; a test lists the tables, and none of them is live',
  },
  {
    path: 'apps/server/src/runtime/load/load-rows.ts',
    tables: ['instance', '${}'],
    reason: 'the locks of the unit of work, which count revisions up',
  },
  {
    path: 'apps/server/src/runtime/execute/postpone-deliveries.ts',
    tables: ['job'],
    reason: 'the jobs of the unit of work; nothing of their roots changes until they are carried out',
  },
  {
    path: 'apps/server/src/jobs/claim-jobs.ts',
    tables: ['job'],
    reason: 'leases; jobs keep a root out of memory',
  },
  {
    path: 'apps/server/src/jobs/leases.ts',
    tables: ['job'],
    reason: 'leases, and the removal of a job whose root is gone',
  },
  {
    path: 'apps/server/src/runtime/incidents/order-alerts.ts',
    tables: ['job'],
    reason: 'the job of an alert, which is its own root',
  },
  {
    path: 'apps/server/src/jobs/work/ask-adapter.ts',
    tables: ['job'],
    reason: 'that it is sent, which only the worker that holds the job reads',
  },
  {
    path: 'apps/server/src/jobs/work/run-work.ts',
    tables: ['job'],
    reason: 'what the outside gave, which only the worker that holds the job reads',
  },
  {
    path: 'apps/server/src/jobs/kinds/maintenance.ts',
    tables: ['job'],
    reason: 'jobs of the program itself, which no run reads',
  },
  {
    path: 'apps/server/src/operations/backups/restore-backup.ts',
    tables: ['${}'],
    reason: 'all rows of an empty database, on which no server starts until the restore is complete',
  },
  {
    path: 'apps/server/src/operations/workplaces/moving/moved-rows.ts',
    tables: ['${}'],
    reason: 'all rows of a workplace that is closed, or that lives in another database',
  },
  {
    path: 'apps/server/src/operations/workplaces/moving/move-state.ts',
    tables: ['job'],
    reason: 'the leases of workers in the database that the closed workplace has left',
  },
  {
    path: 'apps/server/src/operations/history/run-clean-up.ts',
    tables: ['job'],
    reason: 'when the clean-up is due, a job of the program itself, which no run reads',
  },
  ...['test-mail.ts', 'notice-mail.ts', 'incident-alert.ts'].map((name) => ({
    path: `apps/server/src/jobs/kinds/mails/${name}`,
    tables: ['job'],
    reason: 'mails of the program itself, which no run reads',
  })),
  {
    path: 'apps/server/src/operations/batches/statements.ts',
    tables: ['job'],
    reason: 'batches of the program itself, which no run reads',
  },
  ...['jobs/kinds/move-in.ts', 'operations/move-ins/order-move-in.ts'].map((path) => ({
    path: `apps/server/src/${path}`,
    tables: ['job'],
    reason: 'moves of another engine, jobs of the program itself, which no run reads',
  })),
  ...['jobs/kinds/package-import.ts', 'operations/packages/cancel-import.ts'].map((path) => ({
    path: `apps/server/src/${path}`,
    tables: ['job'],
    reason: 'imports of packages, jobs of the program itself, which no run reads',
  })),
  {
    path: 'apps/server/src/operations/packages/kinds/columns.ts',
    tables: ['${}'],
    reason: 'tables of items of packages, which `ItemTable` names',
  },
  ...[
    'jobs/kinds/simulation.ts',
    'operations/simulations/cancel-simulation.ts',
    'operations/simulations/delete-simulation.ts',
  ].map((path) => ({
    path: `apps/server/src/${path}`,
    tables: ['job'],
    reason: 'simulations, which no run reads',
  })),
  ...[
    'jobs/kinds/user-import.ts',
    'operations/user-imports/user-import.ts',
    'operations/user-imports/cancel-user-import.ts',
    'jobs/kinds/user-change.ts',
    'operations/user-changes/user-change.ts',
    'operations/user-changes/order-user-change.ts',
    'operations/user-changes/cancel-user-change.ts',
    'jobs/kinds/directory.ts',
    'operations/directories/runs.ts',
    'operations/directories/stage-run.ts',
    'operations/directories/cancel-run.ts',
  ].map((path) => ({
    path: `apps/server/src/${path}`,
    tables: ['job'],
    reason: 'imports of users, which no run reads',
  })),
  ...[
    'jobs/kinds/listener.ts',
    'operations/external-listeners/order-looks.ts',
    'operations/data-list-feeds/save-feed.ts',
    'operations/package-sources/look-at-source.ts',
    'operations/package-sources/look-statement.ts',
    'operations/package-sources/order-missing-looks.ts',
  ].map((path) => ({
    path: `apps/server/src/${path}`,
    tables: ['job'],
    reason: 'jobs of watched folders and of feeds of data lists, which no run reads',
  })),
  ...['create-record.ts', 'write-record.ts', 'remove-record.ts'].map((name) => ({
    path: `apps/server/src/operations/records/${name}`,
    tables: ['${}'],
    reason:
      'tables of records: `RecordTable` names only tables that say who changed a row last, which no live table does',
  })),
  {
    path: 'apps/server/src/operations/designs/write-design.ts',
    tables: ['${}'],
    reason: 'tables of designs and of their versions, which `DesignTables` names',
  },
  {
    path: 'apps/server/src/operations/order-job.ts',
    tables: ['job'],
    reason: 'jobs of imports, batches and mails of the product, which no run reads',
  },
  {
    path: 'apps/server/src/operations/email-templates/test-mail-order.ts',
    tables: ['job'],
    reason: 'mails of the program itself, which no run reads',
  },
  {
    path: 'apps/server/src/runtime/execute/lock-external-tasks.ts',
    tables: ['external_task'],
    reason: 'leases; external tasks keep a root out of memory',
  },
  {
    path: 'apps/server/src/operations/external-tasks/fetch-work.ts',
    tables: ['external_task'],
    reason: 'leases; external tasks keep a root out of memory',
  },
  {
    path: 'apps/server/src/runtime/history/forget-instances.ts',
    tables: ['${}'],
    reason: 'history of instances that have ended, and what people wrote about them',
  },
  {
    path: 'apps/server/src/operations/workplaces/delete-workplace.ts',
    tables: ['${}'],
    reason: 'everything of a workplace that is deleted, in which nobody works any more',
  },
]

export interface SourceFile {
  /** From the project's folder, with slashes. */
  readonly path: string
  readonly text: string
}

/**
 * Finds statements that write live state outside the unit of work, and exceptions that are no longer needed: one
 * sentence each.
 */
export function findLiveWrites(files: readonly SourceFile[] = readSources(), allowed = exceptions): string[] {
  const used = new Set<Exception>()
  const found = files
    .filter(({ path }) => !path.startsWith(room))
    .flatMap(({ path, text }) => [
      ...listWrites(text).flatMap((table) => {
        const exception = allowed.find((one) => one.path === path && one.tables.includes(table))
        if (exception === undefined) return [sentence(path, table)]
        used.add(exception)
        return []
      }),
      ...(importsStatements(path, text)
        ? [`${path}: Expected only runtime to send statements of runtime/save, but this imports them.`]
        : []),
    ])
  const unused = allowed
    .filter((one) => !used.has(one))
    .map(
      ({ path }) => `scripts/check-live-state.ts: Expected ${path} to need its exception, but it does not. Remove it.`,
    )
  return [...found, ...unused]
}

function sentence(path: string, table: string): string {
  const what = table === '${}' ? 'a table that is known only at run time' : table
  return `${path}: Expected live state to be written by statements of runtime/save, sent by a unit of work, but this writes ${what}.`
}

function importsStatements(path: string, text: string): boolean {
  return !path.startsWith('apps/server/src/runtime/') && /from '[^']*runtime\/save\//.test(text)
}

/** The table, or the place where one is filled in. */
const write =
  /\b(?:insert\s+into|delete\s+from|update|merge\s+into|truncate(?:\s+table)?|copy(?=\s+["\w.]+(?:\s*\([^)]*\))?\s+from\b))\s+(?:only\s+)?(?:"?public"?\.)?(?:"?([a-z_]+)"?|(\$\{))/gi

/** Matches writes by the query builder: called with a table, or named in another way, when it may be any table. */
const builtWrite =
  /\b(?:insertInto|deleteFrom|updateTable|mergeInto|replaceInto)\b(?:(?:['"`]\s*\])?\(\s*['"`](?:public\.)?([a-z_]+))?/g

function listWrites(text: string): string[] {
  const code = withoutComments(text)
  const inTexts = listTexts(code).flatMap(({ content }) => [...content.matchAll(write)])
  const tables = [
    ...inTexts.map(([, table, dynamic]) => (dynamic === undefined ? (table ?? '') : '${}')),
    ...[...code.matchAll(builtWrite)].map(([, table]) => table ?? '${}'),
  ]
  return tables.filter((table) => table === '${}' || liveTables.includes(table.toLowerCase()))
}

function readSources(): SourceFile[] {
  return globSync('apps/server/src/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
