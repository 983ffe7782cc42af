import { defaultBudgets } from '@millrace/contract'
import { fromPlain, type PlainVariable } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { noDirectories } from '../../platform/directory/testing/no-directories.ts'
import { createFileStores } from '../../platform/files/file-stores.ts'
import { createFolderClient } from '../../platform/outgoing/folder-client.ts'
import type { Threads } from '../../platform/threads/create-threads.ts'
import { createDefinitionCache } from '../definitions/definition-cache.ts'
import { getProcess } from '../definitions/definitions.ts'
import { deploy } from '../deploy/deploy.ts'
import { executeCommand, executeStart } from '../execute/execute-command.ts'
import { createHeavyRuns } from '../execute/heavy-runs.ts'
import { createStateCache } from '../execute/state-cache.ts'
import type { CommandAnswer } from '../execute/unit-of-work.ts'
import { createHistoryLevels } from '../history/levels.ts'
import type { LookUps } from '../look-ups/look-ups.ts'
import { createIdSource } from '../new-id.ts'
import type { Runtime } from '../runtime.ts'
import { createRuntimeThreads } from '../threads/create-runtime-threads.ts'

let shared: Threads | undefined

/**
 * Returns the worker threads for tests. All tests of a test process share one pool, whose threads stay until the last
 * one, because a thread takes more than a second to start.
 */
export function testThreads(): Threads {
  shared ??= createRuntimeThreads(defaultBudgets, { idleMs: 3_600_000 })
  return shared
}

/** Look-ups for tests that use no external system: every call fails. */
export const noLookUps: LookUps = {
  ask: () => Promise.reject(new Error('Expected no question to an external system.')),
  call: () => Promise.reject(new Error('Expected no question to an external system.')),
  test: () => Promise.reject(new Error('Expected no question to an external system.')),
  flushLog: () => Promise.resolve(),
  useFolder: () => Promise.reject(new Error('Expected no folder of an external system.')),
  useMailbox: () => Promise.reject(new Error('Expected no mailbox of an external system.')),
  useQueue: () => Promise.reject(new Error('Expected no queue of an external system.')),
  useTopic: () => Promise.reject(new Error('Expected no topic of an external system.')),
  listTables: () => Promise.reject(new Error('Expected no tables of an external system.')),
}

/** Creates a runtime for tests on a test database, with the clock of the machine. */
export function createTestRuntime(db: Database): Runtime {
  return {
    db,
    threads: testThreads(),
    files: createFileStores({ db, clock: () => new Date(), s3: null, warn: () => {} }),
    lookUps: noLookUps,
    outgoing: { send: () => Promise.reject(new Error('Expected no call to another host.')) },
    databases: { read: () => Promise.reject(new Error('Expected no read of another database.')) },
    folders: createFolderClient({ roots: [] }),
    scanner: null,
    directories: noDirectories,
    secret: 'the secret of a test, long enough for one',
    budgets: defaultBudgets,
    isForJobs: false,
    localWorker: { current: null },
    definitions: createDefinitionCache(),
    states: createStateCache(),
    historyLevels: createHistoryLevels({ db }),
    heavyRuns: createHeavyRuns(),
    clock: () => new Date(),
    zone: 'UTC',
    newId: createIdSource(),
    announceJobs: () => {},
    announceChanges: null,
  }
}

/** Deploys one model. @returns the id of its first process definition. */
export async function deployModel(runtime: Runtime, actor: Actor, xml: string): Promise<string> {
  const answer = await deploy(runtime, actor, {
    name: 'test',
    source: null,
    tenantId: null,
    files: [{ name: 'model.bpmn', bytes: Buffer.from(xml) }],
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  const id = answer.deployed.processes[0]?.id
  if (id === undefined) throw new Error('Expected a process in the model, but there is none.')
  return id
}

export async function start(
  runtime: Runtime,
  actor: Actor,
  definitionId: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<CommandAnswer & { instanceId: string }> {
  const definition = await runtime.db.read(actor, (tx) =>
    getProcess(runtime, tx, actor.workplaceId, { by: 'id', id: definitionId }),
  )
  if (definition === null) throw new Error(`Expected definition ${definitionId}, but there is none.`)
  const instanceId = runtime.newId()
  const answer = await executeStart(runtime, actor, {
    command: {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey: null,
      variables: toVariables(variables),
      startElementId: null,
      tenantId: null,
    },
  })
  return { ...answer, instanceId }
}

export function completeTask(
  runtime: Runtime,
  actor: Actor,
  taskId: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<CommandAnswer> {
  return executeCommand(runtime, actor, {
    target: { by: 'task', id: taskId },
    command: { type: 'completeTask', taskId, variables: toVariables(variables) },
  })
}

function toVariables(values: Readonly<Record<string, unknown>>): PlainVariable[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: fromPlain(value) }))
}
