import { indexModel, isActivity, isEventSubProcess, isScope, type ProcessModel } from '@millrace/bpmn'
import type { Definition, ElementInstance } from '@millrace/engine'
import type { Ids } from '../ids.ts'
import { timeOfId } from '../ids.ts'
import type { ActivityInstanceRow, ExecutionRow, JobRow } from '../source/rows.ts'
import { inferFlows } from './arrivals.ts'
import { countChildren, elementRow } from './element-rows.ts'
import {
  createTree,
  type ExecutionTree,
  isAt,
  isHandler,
  isKeptBody,
  isThrowing,
  type Level,
  listLevels,
} from './scopes.ts'
import { Untranslatable } from './untranslatable.ts'
import { findWait, isJoining } from './waits.ts'

/** The element instances of a process instance, with the executions that they were made from. */
export interface TranslatedElements {
  readonly elements: readonly ElementInstance[]
  /**
   * Returns the element instance of an execution: for a scope execution that of its scope, otherwise that of its
   * activity.
   */
  ownerOf(executionId: string): string | null
  /** Returns the element instance of the innermost activity in which an execution is. */
  activityOf(executionId: string): string | null
  /** The run of a sequential multi-instance body, which shares the execution of the body. */
  runIn(executionId: string): string | null
  /** The open or kept element instance of an activity instance. */
  elementOfActivity(activityInstanceId: string): string | null
  readonly tree: ExecutionTree
}

export interface InstanceRows {
  readonly executions: readonly ExecutionRow[]
  readonly jobs: readonly JobRow[]
  readonly activities: readonly ActivityInstanceRow[]
  /** The index of a run, by its execution. */
  readonly counterOf: (executionId: string) => number
}

/** Translates the execution tree of Camunda into element instances. */
export function translateElements(
  { model }: Definition,
  top: ExecutionRow,
  rows: InstanceRows,
  ids: Ids,
): TranslatedElements {
  const tree = createTree(rows.executions, top)
  const activities = new Map(rows.activities.map((row) => [row.id_, row]))
  const building = new Building(model, tree, rows, ids, activities)
  for (const leaf of tree.leaves) building.addLeaf(leaf)
  for (const kept of tree.kept) building.addKept(kept)
  const elements = countChildren(inferFlows(model, building.list(), rows.activities, building.activityIds, ids))
  return {
    elements,
    ownerOf: (id) => building.owners.get(id) ?? null,
    activityOf: (id) => building.inner.get(id) ?? null,
    runIn: (id) => building.runs.get(id) ?? null,
    elementOfActivity: (id) => building.byActivity.get(id) ?? null,
    tree,
  }
}

class Building {
  readonly owners = new Map<string, string>()
  readonly inner = new Map<string, string>()
  readonly runs = new Map<string, string>()
  readonly byActivity = new Map<string, string>()
  /** The activity instance of each element instance, where it has one. */
  readonly activityIds = new Map<string, string>()
  readonly #elements = new Map<string, ElementInstance>()
  readonly #model: ProcessModel
  readonly #tree: ExecutionTree
  readonly #rows: InstanceRows
  readonly #ids: Ids
  readonly #activities: ReadonlyMap<string, ActivityInstanceRow>
  readonly #jobs: ReadonlyMap<string, JobRow>

  constructor(
    model: ProcessModel,
    tree: ExecutionTree,
    rows: InstanceRows,
    ids: Ids,
    activities: ReadonlyMap<string, ActivityInstanceRow>,
  ) {
    this.#model = model
    this.#tree = tree
    this.#rows = rows
    this.#ids = ids
    this.#activities = activities
    const isContinuation = ({ handler_type_ }: JobRow) => handler_type_ === 'async-continuation'
    this.#jobs = new Map(rows.jobs.filter(isContinuation).map((job) => [job.execution_id_ ?? '', job]))
    this.owners.set(tree.top.id_, ids.of(tree.top.id_))
  }

  list(): ElementInstance[] {
    return [...this.#elements.values()]
  }

  /** Adds the activity of an execution that has no open children, and the scopes around it. */
  addLeaf(leaf: ExecutionRow): void {
    if (leaf.act_id_ === null) {
      if (leaf.id_ === this.#tree.top.id_) return
      throw new Untranslatable('token-without-activity', `Execution ${leaf.id_} is at no activity.`)
    }
    const levels = this.#levelsOf(leaf.act_id_)
    const path = this.#tree.pathTo(leaf)
    const scopes = path.filter(
      (row) => row.is_scope_ && (row.id_ === leaf.id_ || !isThrowing(this.#model, this.#tree, row)),
    )
    for (const row of path) if (row.id_ !== leaf.id_ && isThrowing(this.#model, this.#tree, row)) this.#addThrower(row)
    const hasOwnScope = levels.length === scopes.length - 1
    if (!hasOwnScope && levels.length !== scopes.length)
      throw new Untranslatable(
        'tree-not-understood',
        `Execution ${leaf.id_} at ${leaf.act_id_} has ${scopes.length} scopes, and the model ${levels.length + 1}.`,
      )
    const ended = this.#isEndedRun(leaf, levels)
    const inScopes = hasOwnScope ? levels : levels.slice(0, -1)
    for (const [index, level] of inScopes.entries()) this.#addScope(level, scopes, index, leaf)
    if (!hasOwnScope && !ended) this.#addToken(levels.at(-1), scopes, leaf)
  }

  /** Adds a completed scope that can still be compensated. */
  addKept(kept: ExecutionRow): void {
    if (isKeptBody(kept)) return
    const level = this.#levelsOf(kept.act_id_ ?? '').at(-1)
    const parentId = this.#ownerAround(kept.parent_id_)
    if (level === undefined || parentId === null)
      throw new Untranslatable('kept-scope-without-place', `Execution ${kept.id_} is kept in no scope.`)
    const id = this.#ids.of(kept.id_)
    this.#put(kept.act_inst_id_, {
      ...elementRow(
        level,
        { id, parentId, instanceId: this.#tree.top.id_, tokenId: kept.parent_id_ ?? kept.id_, executionId: kept.id_ },
        this.#ids,
      ),
      state: 'compensable',
      data: level.loop === 'run' ? { kind: 'run', index: this.#rows.counterOf(kept.id_) } : null,
      startedAt: this.#startOf(kept.act_inst_id_, kept.id_),
    })
    this.owners.set(kept.id_, id)
    this.inner.set(kept.id_, id)
  }

  #levelsOf(activityId: string): Level[] {
    const levels = listLevels(this.#model, activityId)
    if (levels === null)
      throw new Untranslatable('element-missing', `Expected an element ${activityId}, but the model has none.`)
    return levels
  }

  /** A run of a parallel multi-instance activity that has ended leaves its execution behind until the others end. */
  #isEndedRun(leaf: ExecutionRow, levels: readonly Level[]): boolean {
    return !leaf.is_active_ && leaf.act_inst_id_ === null && levels.at(-1)?.loop === 'run' && !this.#jobs.has(leaf.id_)
  }

  #addThrower(row: ExecutionRow): void {
    if (this.#elements.has(this.#ids.of(row.id_))) return
    const levels = this.#levelsOf(row.act_id_ ?? '')
    const path = this.#tree.pathTo(row)
    const scopes = path.filter(
      (one) => one.is_scope_ && (one.id_ === row.id_ || !isThrowing(this.#model, this.#tree, one)),
    )
    for (const [index, level] of levels.entries()) this.#addScope(level, scopes, index, row)
    const element = indexModel(this.#model).findElement(row.act_id_ ?? '')
    const cancels =
      element !== undefined && 'definitions' in element && element.definitions.some(({ kind }) => kind === 'cancel')
    const handlers = this.#tree.childrenOf(row.id_).length
    this.#change(row.id_, { data: { kind: 'throwing', thrown: 1, cancels, handlers, later: [] } })
  }

  /** The element instance of a scope with an execution of its own. */
  #addScope(level: Level, scopes: readonly ExecutionRow[], index: number, leaf: ExecutionRow): void {
    const execution = scopes[index + 1]
    if (execution === undefined || this.#elements.has(this.#ids.of(execution.id_))) return
    const id = this.#ids.of(execution.id_)
    const parentId = this.#ids.of(scopes[index]?.id_ ?? this.#tree.top.id_)
    const above = this.#tree.get(execution.parent_id_ ?? '')
    const isInnermost = execution.id_ === leaf.id_ && index === scopes.length - 2 && isAt(level, leaf)
    const activityId = isInnermost ? leaf.act_inst_id_ : (above?.act_inst_id_ ?? null)
    const tokenId = isHandler(execution) ? execution.id_ : (execution.parent_id_ ?? execution.id_)
    this.#put(activityId, {
      ...elementRow(
        level,
        { id, parentId, instanceId: this.#tree.top.id_, tokenId, executionId: execution.id_ },
        this.#ids,
      ),
      data: this.#dataOf(level, execution),
      startedAt: this.#startOf(activityId, execution.id_),
    })
    this.owners.set(execution.id_, id)
    this.inner.set(execution.id_, id)
    // A concurrent execution above it only holds its place, with variables of the run.
    if (above !== undefined && !above.is_scope_) this.inner.set(above.id_, id)
    if (level.loop === 'run' && above?.is_scope_ === true) this.runs.set(above.id_, id)
    this.#become(id, level, execution)
  }

  /** The element instance of an activity that is no scope: it has the execution of its token. */
  #addToken(level: Level | undefined, scopes: readonly ExecutionRow[], leaf: ExecutionRow): void {
    const scope = scopes.at(-1)
    if (level === undefined || scope === undefined) return
    const parentId = this.#ids.of(scope.id_)
    const waits = findWait(level, leaf, { job: this.#jobs.get(leaf.id_), counterOf: this.#rows.counterOf })
    const isRun = level.loop === 'run'
    const isConcurrentRun = isRun && !leaf.is_scope_
    const id = isConcurrentRun
      ? this.#ids.of(leaf.id_)
      : leaf.act_inst_id_ !== null && waits === null
        ? this.#ids.of(leaf.act_inst_id_)
        : this.#ids.of(`waiting ${leaf.id_}`)
    this.#put(waits === null ? leaf.act_inst_id_ : null, {
      ...elementRow(
        waits?.loop === null ? { ...level, loop: null } : level,
        { id, parentId, instanceId: this.#tree.top.id_, tokenId: leaf.id_, executionId: leaf.id_ },
        this.#ids,
      ),
      state: waits?.state ?? (isJoining(level.element, leaf) ? 'joining' : 'active'),
      data: waits?.data ?? (isRun ? { kind: 'run', index: this.#rows.counterOf(leaf.id_) } : null),
      startedAt: this.#startOf(leaf.act_inst_id_, leaf.id_),
    })
    if (!this.owners.has(leaf.id_)) this.owners.set(leaf.id_, id)
    this.inner.set(leaf.id_, id)
    if (isRun && leaf.is_scope_) this.runs.set(leaf.id_, id)
  }

  #dataOf(level: Level, execution: ExecutionRow): ElementInstance['data'] {
    if (isHandler(execution)) {
      const above = this.#tree.get(execution.parent_id_ ?? '')
      const id = this.#ids.of(above?.id_ ?? '')
      const scopeId = this.#elements.get(id)?.parentId ?? this.#ids.of(this.#tree.top.id_)
      return { kind: 'handling', conductor: { id, scopeId } }
    }
    if (level.loop !== 'run') return null
    const above = this.#tree.get(execution.parent_id_ ?? '')
    return { kind: 'run', index: this.#rows.counterOf(above?.id_ ?? execution.id_) }
  }

  /** A kept scope that is being compensated waits for the handlers inside. */
  #become(id: string, level: Level, execution: ExecutionRow): void {
    const { element } = level
    if (!isHandler(execution) || !isActivity(element) || element.isForCompensation) return
    const row = this.#elements.get(id)
    if (!isScope(element) || row?.data?.kind !== 'handling') return
    const children = this.#tree.childrenOf(execution.id_)
    const byEvent = children.some(({ act_id_ }) => {
      const inside = listLevels(this.#model, act_id_ ?? '')?.at(-1)?.element
      return inside !== undefined && isEventSubProcess(inside)
    })
    this.#change(execution.id_, {
      state: 'finishing',
      data: { kind: 'undoing', conductor: row.data.conductor, handlers: byEvent ? 0 : children.length, later: [] },
    })
  }

  #put(activityId: string | null, element: ElementInstance): void {
    this.#elements.set(element.id, element)
    if (activityId === null) return
    this.byActivity.set(activityId, element.id)
    this.activityIds.set(element.id, activityId)
  }

  #change(executionId: string, patch: Partial<ElementInstance>): void {
    const id = this.#ids.of(executionId)
    const row = this.#elements.get(id)
    if (row !== undefined) this.#elements.set(id, { ...row, ...patch })
  }

  #ownerAround(executionId: string | null): string | null {
    for (let id = executionId; id !== null; id = this.#tree.get(id)?.parent_id_ ?? null) {
      const execution = this.#tree.get(id)
      if (execution !== undefined && isKeptBody(execution)) continue
      if (execution?.is_scope_ === true || execution?.is_event_scope_ === true) return this.owners.get(id) ?? null
    }
    return null
  }

  #startOf(activityId: string | null, executionId: string): string {
    const known = activityId === null ? undefined : this.#activities.get(activityId)?.start_time_
    return known ?? timeOfId(activityId ?? '') ?? timeOfId(executionId) ?? new Date(0).toISOString()
  }
}
