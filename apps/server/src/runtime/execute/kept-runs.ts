import { type InstanceState, type Job, keepRun, type TableChanges, type Variable } from '@millrace/engine'
import { largeValue } from '../load/read-variable.ts'
import { isTransient } from '../save/variable-statements.ts'

/** The rows of a root in memory, with their size. */
export interface KeptRun {
  readonly state: InstanceState
  readonly rows: number
  /** Characters in the values of variables. */
  readonly text: number
}

/** The maximum number of completely loaded scopes of a kept part, because each run copies their list. */
const maxWholeScopes = 100

/**
 * Decides what stays in memory after a saved run, and the names by which it is found. Null when nothing may stay: the
 * root has ended, other writers change its rows without its lock (external tasks, incidents), it has values that loading
 * leaves out or that the database stores differently, it has jobs with requests or values for others, which can be large,
 * or it is a part that has jobs or has become too scattered.
 *
 * Workers write leases of jobs without the lock, but these are no columns of the engine. Whatever changes or deletes a
 * job otherwise locks its root.
 *
 * @param before the rows in memory before the run, which the result replaces. The cost depends only on the changes if
 * the run began with these rows, or if they are the whole root.
 */
export function keepRunOf(
  before: KeptRun | null,
  run: InstanceState,
): (KeptRun & { readonly named: readonly string[]; readonly gone: readonly string[] }) | null {
  const isOnlyChanges = before !== null && (before.state.isComplete || before.state.instances.isForkOf(run.instances))
  const { inserted, updated } = run.variables.changes()
  const values = isOnlyChanges ? [...inserted, ...updated] : run.variables.all()
  if (!isOfItselfAlone(run) || !values.every(isAsLoaded)) return null
  const newJobs = run.jobs.changes().inserted
  if (!(isOnlyChanges ? newJobs : run.jobs.all()).every(isSmallJob)) return null
  const wholeScopes = run.completeScopes.size + (isOnlyChanges ? 0 : (before?.state.completeScopes.size ?? 0))
  if (!run.isComplete && wholeScopes > maxWholeScopes) return null
  const changes = namedTables(run).map((table) => table.changes())
  const named = isOnlyChanges ? changes.flatMap((one) => one.inserted.map(idOf)) : [...namesOf(run)]
  const gone = changes.flatMap((one) => one.deleted.map(idOf))
  const state = keepRun(before?.state ?? null, run)
  return { state, rows: countRows(state), text: state.variables.sizeOfAll, named, gone }
}

/** Lists the ids by which a command may refer to this root. */
export function* namesOf(state: InstanceState): Iterable<string> {
  for (const table of namedTables(state)) for (const { id } of table.all()) yield id
}

function isOfItselfAlone(run: InstanceState): boolean {
  return (
    run.instances.get(run.rootId) !== undefined &&
    run.externalTasks.size + run.incidents.size === 0 &&
    (run.isComplete || run.jobs.size === 0)
  )
}

function isAsLoaded(variable: Variable): boolean {
  const { value } = variable
  if (value === null || value.value instanceof Uint8Array || isTransient(variable)) return false
  return typeof value.value !== 'string' || value.value.length <= largeValue
}

/** The data of other kinds are a few words. */
function isSmallJob({ kind }: Job): boolean {
  return kind !== 'work' && kind !== 'delivery'
}

const idOf = ({ id }: { readonly id: string }) => id

interface NamedTable {
  all(): { readonly id: string }[]
  changes(): TableChanges<{ readonly id: string }>
}

function namedTables({ instances, tasks, elements, subscriptions, jobs }: InstanceState): NamedTable[] {
  return [instances, tasks, elements, subscriptions, jobs]
}

function countRows({ instances, elements, variables, tasks, subscriptions, jobs }: InstanceState): number {
  return instances.size + elements.size + variables.size + tasks.size + subscriptions.size + jobs.size
}
