import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultBudgets } from '@millrace/contract'
import { loadScriptEngine } from '@millrace/expressions'
import type { Actor } from '../apps/server/src/platform/db/actor.ts'
import { openDatabase } from '../apps/server/src/platform/db/database.ts'
import { createFileStores } from '../apps/server/src/platform/files/file-stores.ts'
import { migrate } from '../apps/server/src/platform/migrations/migrate.ts'
import { createFolderClient } from '../apps/server/src/platform/outgoing/folder-client.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/start-postgres.ts'
import { createDefinitionCache } from '../apps/server/src/runtime/definitions/definition-cache.ts'
import { createHeavyRuns } from '../apps/server/src/runtime/execute/heavy-runs.ts'
import { createStateCache } from '../apps/server/src/runtime/execute/state-cache.ts'
import { createHistoryLevels } from '../apps/server/src/runtime/history/levels.ts'
import { createIdSource } from '../apps/server/src/runtime/new-id.ts'
import type { Runtime } from '../apps/server/src/runtime/runtime.ts'
import { createRuntimeThreads } from '../apps/server/src/runtime/threads/create-runtime-threads.ts'
import { adapterCallsBench } from './src/adapter-calls.ts'
import { auditBench } from './src/audit.ts'
import type { Bench } from './src/bench.ts'
import { claimsBench } from './src/claims.ts'
import { cleanUpBench } from './src/clean-up.ts'
import { dataListsBench } from './src/data-lists.ts'
import { deliveriesBench } from './src/deliveries.ts'
import { expressionsBench } from './src/expressions.ts'
import { formsBench } from './src/forms.ts'
import { httpBench } from './src/http.ts'
import { instanceListsBench } from './src/instance-lists.ts'
import { jobsBench } from './src/jobs.ts'
import { longModelBench, multiInstanceBench, openElementsBench } from './src/large.ts'
import { listsBench } from './src/lists.ts'
import { liveBench } from './src/live.ts'
import { moveInBench } from './src/move-in.ts'
import { operatorBench } from './src/operator.ts'
import { readOptions } from './src/options.ts'
import { peopleBench } from './src/people.ts'
import { requestLogBench } from './src/request-log.ts'
import { restListsBench } from './src/rest-lists.ts'
import { taskListsBench } from './src/task-lists.ts'
import { twoTasksBench } from './src/two-tasks.ts'
import { twoTasksHttpBench } from './src/two-tasks-http.ts'
import { workersBench } from './src/workers.ts'

/** Each prints what it measured as ratios of one run. `npm run bench -- NAME …` runs only those named. */
const benches: readonly Bench[] = [
  twoTasksBench,
  twoTasksHttpBench,
  httpBench,
  auditBench,
  openElementsBench,
  multiInstanceBench,
  longModelBench,
  expressionsBench,
  listsBench,
  taskListsBench,
  instanceListsBench,
  restListsBench,
  formsBench,
  dataListsBench,
  deliveriesBench,
  liveBench,
  cleanUpBench,
  peopleBench,
  moveInBench,
  requestLogBench,
  operatorBench,
  jobsBench,
  claimsBench,
  workersBench,
  adapterCallsBench,
]

/**
 * What runs sixteen at a time has sixteen connections, like the same by hand and bpmn-engine beside it: some of the pool are
 * kept for what is vital, and one workplace may hold four fifths of the others.
 */
const connections = 28

const { names: wanted } = readOptions(process.argv.slice(2))
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
const postgres = await startPostgres({ dataFolder })
try {
  await migrate({ connectionString: postgres.url })
  await loadScriptEngine()
  const db = openDatabase({ connectionString: postgres.url, budgets: { ...defaultBudgets, connections } })
  const threads = createRuntimeThreads(defaultBudgets)
  const newId = createIdSource()
  const runtime: Runtime = {
    db,
    threads,
    files: createFileStores({ db, clock: () => new Date(), s3: null, warn: () => {} }),
    lookUps: {
      ask: () => Promise.reject(new Error('Expected no question to the outside in a benchmark.')),
      call: () => Promise.reject(new Error('Expected no question to the outside in a benchmark.')),
      test: () => Promise.reject(new Error('Expected no question to the outside in a benchmark.')),
      flushLog: () => Promise.resolve(),
      useFolder: () => Promise.reject(new Error('Expected no folder of an external system.')),
      useMailbox: () => Promise.reject(new Error('Expected no mailbox of an external system.')),
      useQueue: () => Promise.reject(new Error('Expected no queue of an external system.')),
      useTopic: () => Promise.reject(new Error('Expected no topic of an external system.')),
      listTables: () => Promise.reject(new Error('Expected no tables of an external system.')),
    },
    outgoing: { send: () => Promise.reject(new Error('Expected no call to the outside in a benchmark.')) },
    databases: { read: () => Promise.reject(new Error('Expected no read of another database in a benchmark.')) },
    folders: createFolderClient({ roots: [] }),
    scanner: null,
    directories: {
      withSession: () => Promise.reject(new Error('Expected no question to the outside in a benchmark.')),
    },
    secret: 'the secret of a benchmark, long enough',
    budgets: defaultBudgets,
    isForJobs: false,
    localWorker: { current: null },
    definitions: createDefinitionCache(),
    heavyRuns: createHeavyRuns(),
    states: createStateCache(),
    historyLevels: createHistoryLevels({ db }),
    clock: () => new Date(),
    zone: 'UTC',
    newId,
    announceJobs: () => {},
    announceChanges: null,
  }
  const actor: Actor = { workplaceId: newId(), userId: 'ann', cause: 'bench' }
  for (const { name, says, run } of benches) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`${name}: ${says}`)
    await run({ runtime, actor, url: postgres.url, adminUrl: postgres.adminUrl })
  }
  await threads.close()
  await db.close()
} finally {
  await postgres.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}
