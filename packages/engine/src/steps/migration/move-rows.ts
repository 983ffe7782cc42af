import { type FlowElement, isActivity } from '@millrace/bpmn'
import { type Definition, getElement } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, getElementInstance, oldestFirst, type Step } from '../../step.ts'
import { dropKeptInside } from '../compensation/kept-scopes.ts'
import { closeOwned } from '../life/close-owned.ts'
import { runEndListeners } from '../life/listeners.ts'
import { openLevels } from '../moves/open-levels.ts'
import { mapOutputs } from '../variables/io-mapping.ts'
import type { PlannedModels } from './check-instance.ts'
import { findPlace, keyOfRow, type Place, placeAround } from './places.ts'

/** A row that is migrated, and its target. */
export interface MovedRow {
  readonly row: ElementInstance
  /** The element before the migration. */
  readonly from: FlowElement
  readonly to: Place
  readonly updatesTrigger: boolean
}

export interface Rows {
  /** The migrated rows, with each scope before the rows inside it. */
  readonly moved: readonly MovedRow[]
  /** Scopes that the plan leaves out, the innermost first. */
  readonly left: readonly ElementInstance[]
}

/**
 * Sorts the open rows of an instance by what the plan does with them. Data kept for compensation is migrated if its
 * element is mapped.
 */
export function sortRows(step: Step, instanceId: string, { source, target, plan }: PlannedModels): Rows {
  const moved: MovedRow[] = []
  const left: ElementInstance[] = []
  const rows = oldestFirst(step.state.elements.all()).filter((row) => row.instanceId === instanceId)
  for (const row of rows.toSorted((a, b) => depthOf(step, a) - depthOf(step, b))) {
    const from = source.elements[row.elementId]
    const instruction = plan.get(keyOfRow(source, row))
    const to = instruction === undefined ? null : findPlace(target, instruction.target)
    if (from === undefined || instruction === undefined || to === null) left.unshift(row)
    else moved.push({ row, from, to, updatesTrigger: instruction.updatesTrigger })
  }
  return { moved, left }
}

function depthOf({ state }: Step, row: ElementInstance): number {
  let depth = 0
  for (let one: ElementInstance | undefined = row; one !== undefined; one = state.elements.get(one.parentId)) depth += 1
  return depth
}

/** Leaves the active scopes that the plan does not map, before the instance changes its definition. */
export function leaveScopes(step: Step, definition: Definition, left: readonly ElementInstance[]): void {
  for (const row of left) {
    if (row.state !== 'active' || row.loop === 'body') continue
    const element = getElement(definition, row.elementId)
    runEndListeners(step, element, row)
    mapOutputs(step, element, row)
  }
}

/** Migrates rows to their targets. Opens scopes that only the target has, and closes scopes that it does not have. */
export function moveRows(step: Step, definition: Definition, { moved, left }: Rows): void {
  const { model } = definition
  for (const { row, from, to } of moved)
    emit(step, { type: 'elementChanged', id: row.id, patch: patchOf(row, from, to) })
  const byId = new Map(moved.map((one) => [one.row.id, one]))
  const opened = new Map<string, ElementInstance>()
  for (const one of moved) {
    const { row, to } = one
    // What is kept stays where it is: no scope is opened for it.
    if (row.state === 'compensable') continue
    const outer = findOuter(step, row, byId)
    if (outer !== null && row.loop === 'run' && outer.row.loop === 'body' && row.parentId === outer.row.id) continue
    let scope = outer?.row ?? null
    for (const place of listBetween(definition, to, outer?.to.key ?? null)) {
      const key = `${outer?.row.id ?? row.instanceId} ${place.key}`
      const known = opened.get(key) ?? openPlace(step, definition, { row, scope, place })
      opened.set(key, known)
      scope = known
    }
    const parentId = scope?.id ?? row.instanceId
    if (parentId !== getElementInstance(step, row.id).parentId)
      emit(step, { type: 'elementChanged', id: row.id, patch: { parentId } })
  }
  for (const { id } of left) closeLeft(step, id)
  for (const { row } of moved) step.joinsToCheck.add(getElementInstance(step, row.id).parentId)
  step.joinsToCheck.add(model.id)
}

function patchOf(row: ElementInstance, from: FlowElement, { element }: Place): Partial<ElementInstance> {
  const isStillRun = row.loop === null || (isActivity(element) && element.loop !== null)
  return {
    elementId: element.id,
    flowId: mapFlow(row, from, element),
    ...(row.data?.kind === 'taking' && { data: { ...row.data, flowId: mapTaken(row.data.flowId, element) } }),
    ...(isStillRun ? {} : { loop: null, data: null }),
  }
}

/**
 * Returns the sequence flow of an arrival in the target: the one with the same id, otherwise the one at the same
 * position.
 */
function mapFlow({ flowId }: ElementInstance, from: FlowElement, to: FlowElement): string | null {
  if (flowId === null || to.incoming.includes(flowId)) return flowId
  const free = to.incoming.filter((id) => !from.incoming.includes(id))
  const rest = from.incoming.filter((id) => !to.incoming.includes(id))
  return free[rest.indexOf(flowId)] ?? null
}

function mapTaken(flowId: string | null, { outgoing }: FlowElement): string | null {
  return flowId !== null && outgoing.includes(flowId) ? flowId : (outgoing[0] ?? null)
}

function findOuter(
  { state }: Step,
  { parentId }: ElementInstance,
  byId: ReadonlyMap<string, MovedRow>,
): MovedRow | null {
  for (let one = state.elements.get(parentId); one !== undefined; one = state.elements.get(one.parentId)) {
    const moved = byId.get(one.id)
    if (moved !== undefined) return moved
  }
  return null
}

/** Places that have to be around a place, up to one that is there, the outermost first. */
function listBetween({ model }: Definition, to: Place, outerKey: string | null): Place[] {
  const between: Place[] = []
  for (let place = placeAround(model, to); place !== null && place.key !== outerKey; place = placeAround(model, place))
    between.unshift(place)
  return between
}

interface Opening {
  readonly row: ElementInstance
  readonly scope: ElementInstance | null
  readonly place: Place
}

function openPlace(step: Step, definition: Definition, { row, scope, place }: Opening): ElementInstance {
  const { instanceId, tokenId } = row
  const outer = { scopeId: scope?.id ?? instanceId, tokenId, row: scope }
  const level = { element: place.element, loop: null }
  const opened = openLevels(step, outer, [level], { definition, instanceId, variables: [] })
  return getElementInstance(step, opened.scopeId)
}

function closeLeft(step: Step, id: string): void {
  const row = step.state.elements.get(id)
  if (row === undefined) return
  dropKeptInside(step, id)
  closeOwned(step, id, 'deleted')
  emit(step, {
    type: 'elementLeft',
    element: getElementInstance(step, id),
    at: step.at,
    isCancelled: true,
    endsPath: false,
  })
}
