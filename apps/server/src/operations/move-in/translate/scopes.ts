import { type FlowElement, indexModel, isActivity, type ProcessModel } from '@millrace/bpmn'
import type { ExecutionRow } from '../source/rows.ts'

/** A scope of the model between the process and an activity, or the activity itself. */
export interface Level {
  readonly element: FlowElement
  /** A multi-instance activity is two levels: the body, and inside it each run. */
  readonly loop: 'body' | 'run' | null
}

const bodySuffix = '#multiInstanceBody'

/**
 * Returns the scopes from the process down to an activity, as Camunda nests its executions; null for an unknown
 * activity.
 */
export function listLevels(model: ProcessModel, activityId: string): Level[] | null {
  const index = indexModel(model)
  const isBody = activityId.endsWith(bodySuffix)
  const element = index.findElement(isBody ? activityId.slice(0, -bodySuffix.length) : activityId)
  if (element === undefined) return null
  const levels: Level[] = []
  for (let scope = index.findScope(element); scope !== undefined; scope = index.findScope(scope))
    levels.unshift(...levelsOf(scope))
  return [...levels, ...(isBody ? levelsOf(element).slice(0, 1) : levelsOf(element))]
}

function levelsOf(element: FlowElement): Level[] {
  const isMany = isActivity(element) && element.loop?.kind === 'multi-instance'
  return isMany
    ? [
        { element, loop: 'body' },
        { element, loop: 'run' },
      ]
    : [{ element, loop: null }]
}

/**
 * Returns whether an execution is the completed body of a multi-instance activity, kept for compensation. Here, a body
 * ends with its last run, and the scope around it keeps the runs.
 */
export function isKeptBody({ is_event_scope_, act_id_ }: Pick<ExecutionRow, 'is_event_scope_' | 'act_id_'>): boolean {
  return is_event_scope_ && (act_id_?.endsWith(bodySuffix) ?? false)
}

/** The executions of one process instance, as a tree. */
export interface ExecutionTree {
  readonly top: ExecutionRow
  get(id: string): ExecutionRow | undefined
  /** Children that are open: no scope kept for compensation. */
  childrenOf(id: string): readonly ExecutionRow[]
  /** Completed scopes that are kept for compensation, outermost first. */
  readonly kept: readonly ExecutionRow[]
  readonly leaves: readonly ExecutionRow[]
  /** Returns the executions from the top down to an execution. */
  pathTo(execution: ExecutionRow): readonly ExecutionRow[]
}

export function createTree(rows: readonly ExecutionRow[], top: ExecutionRow): ExecutionTree {
  const byId = new Map(rows.map((row) => [row.id_, row]))
  const open = rows.filter(({ is_event_scope_ }) => !is_event_scope_)
  const children = Map.groupBy(
    open.filter((row) => row.id_ !== top.id_),
    ({ parent_id_ }) => parent_id_ ?? '',
  )
  const pathTo = (execution: ExecutionRow): ExecutionRow[] => {
    const path: ExecutionRow[] = []
    for (let row: ExecutionRow | undefined = execution; row !== undefined; row = byId.get(row.parent_id_ ?? ''))
      path.unshift(row)
    return path
  }
  return {
    top,
    get: (id) => byId.get(id),
    childrenOf: (id) => children.get(id) ?? [],
    kept: rows
      .filter(({ is_event_scope_ }) => is_event_scope_)
      .map((row) => ({ row, depth: pathTo(row).length }))
      .sort((a, b) => a.depth - b.depth)
      .map(({ row }) => row),
    leaves: open.filter(({ id_ }) => !children.has(id_)),
    pathTo,
  }
}

/** Returns whether an execution throws compensation and waits for handlers, which are its children. */
export function isThrowing(model: ProcessModel, tree: ExecutionTree, { id_, act_id_ }: ExecutionRow): boolean {
  if (act_id_ === null || tree.childrenOf(id_).length === 0) return false
  const type = indexModel(model).findElement(act_id_)?.type
  return type === 'intermediateThrowEvent' || type === 'endEvent'
}

/** Returns whether a leaf is at a level itself, not at an activity inside that shares its execution. */
export function isAt({ element, loop }: Level, { act_id_ }: ExecutionRow): boolean {
  return loop === 'body' ? act_id_ === `${element.id}#multiInstanceBody` : element.id === act_id_
}

/**
 * Returns whether an execution is that of a compensation handler: a child of the execution that throws, or of a kept
 * scope that is being compensated.
 */
export function isHandler(execution: ExecutionRow): boolean {
  return execution.is_concurrent_ && execution.is_scope_
}
