import type {
  Candidates,
  DecisionDefinition,
  Definition,
  DefinitionRef,
  Globals,
  JavaBinding,
  ListRow,
  ListRowsRef,
  Sources,
  Superior,
  Workload,
} from '@millrace/engine'
import type { BusinessCalendar } from '@millrace/time'
import { isRestricted } from '../../platform/auth/restricted.ts'
import type { DefinitionCache, KeptDecision } from './definition-cache.ts'

/** The data that a command has looked up so far. It is plain data, which can be sent to a worker thread. */
export interface LookedUp {
  /** The id of the version to which each reference leads; null: it does not exist. */
  readonly resolved: Map<string, string | null>
  /** The references to versions that are closed for new instances. */
  readonly closed: Set<string>
  /** Texts of files. */
  readonly resources: Map<string, string | null>
  /** The bindings of Java classes and beans by name. */
  readonly bindings: Map<string, JavaBinding | null>
  readonly calendars: Map<string, BusinessCalendar | null>
  /** Rows of data lists, by query. */
  readonly listRows: Map<string, readonly ListRow[] | null>
  /** The global properties; undefined when they were not requested yet. */
  globals: Globals | undefined
  /** Patterns of restricted names of variables; undefined when they were not requested yet. */
  restricted: readonly string[] | undefined
  /** The last assignees, by instance and user task. */
  readonly lastAssignees: Map<string, string | null>
  /** The managers, by `superiorKey`. */
  readonly managers: Map<string, string | null>
  /** The workloads of candidates, by `candidatesKey`. */
  readonly workloads: Map<string, readonly Workload[]>
}

/** Looked-up data and definitions of one command, kept while it runs. */
export interface CommandSources<Decision extends DecisionDefinition = KeptDecision> extends Sources {
  readonly lookedUp: LookedUp
  /** Definitions that were read for this command, by id. */
  readonly processes: Map<string, Definition>
  readonly decisions: Map<string, Decision>
  decision(ref: DefinitionRef): Decision | null | undefined
}

export function sourcesFor<Decision extends DecisionDefinition>(
  { definitions }: { readonly definitions: DefinitionCache<Decision> },
  workplaceId: string,
  lookedUp: LookedUp = createLookedUp(),
): CommandSources<Decision> {
  const processes = new Map<string, Definition>()
  const decisions = new Map<string, Decision>()
  const find = <T>(id: string | null | undefined, own: Map<string, T>, kept: { get(key: string): T | undefined }) => {
    if (id === null || id === undefined) return id
    const found = own.get(id) ?? kept.get(`${workplaceId} ${id}`)
    if (found !== undefined) own.set(id, found)
    return found
  }
  return {
    lookedUp,
    processes,
    decisions,
    // A run asks for the same one over and over.
    process: (ref) =>
      (ref.by === 'id' ? processes.get(ref.id) : undefined) ??
      find(idOf(lookedUp, 'process', ref), processes, definitions.processes),
    decision: (ref) => find(idOf(lookedUp, 'decision', ref), decisions, definitions.decisions),
    isClosed: (kind, ref) => {
      const key = refKey(kind, ref)
      return lookedUp.resolved.has(key) ? lookedUp.closed.has(key) : undefined
    },
    resource: (deploymentId, name) => lookedUp.resources.get(`${deploymentId} ${name}`),
    binding: (name) => lookedUp.bindings.get(name),
    calendar: (name) => lookedUp.calendars.get(name),
    globals: () => lookedUp.globals,
    restricted: () => isNameOf(lookedUp.restricted),
    listRows: (ref) => lookedUp.listRows.get(listRowsKey(ref)),
    lastAssignee: (instanceId, elementId) => lookedUp.lastAssignees.get(`${instanceId} ${elementId}`),
    manager: (superior) => lookedUp.managers.get(superiorKey(superior)),
    workloads: (candidates) => lookedUp.workloads.get(candidatesKey(candidates)),
  }
}

function createLookedUp(): LookedUp {
  return {
    resolved: new Map(),
    closed: new Set(),
    resources: new Map(),
    bindings: new Map(),
    calendars: new Map(),
    listRows: new Map(),
    lastAssignees: new Map(),
    managers: new Map(),
    workloads: new Map(),
    globals: undefined,
    restricted: undefined,
  }
}

function isNameOf(patterns: readonly string[] | undefined): ((name: string) => boolean) | null | undefined {
  if (patterns === undefined) return undefined
  return patterns.length === 0 ? null : (name) => isRestricted(patterns, name)
}

export function superiorKey({ username, hierarchy, levels }: Superior): string {
  return JSON.stringify([username, hierarchy, levels])
}

export function candidatesKey({ processKey, users, groups, members }: Candidates): string {
  return JSON.stringify([processKey, users, groups, members])
}

/**
 * Returns the id of the version to which a reference leads. Null: it does not exist. Undefined: it was not looked up
 * yet.
 */
export function idOf(
  { resolved }: LookedUp,
  kind: 'process' | 'decision',
  ref: DefinitionRef,
): string | null | undefined {
  const found = resolved.get(refKey(kind, ref))
  return ref.by === 'id' && found !== null ? ref.id : found
}

export function listRowsKey({ list, column, value, most }: ListRowsRef): string {
  return JSON.stringify([list, column, value, most])
}

export function refKey(kind: 'process' | 'decision', ref: DefinitionRef): string {
  return `${kind} ${Object.values(ref).join(' ')}`
}
