import {
  type FlowElement,
  indexModel,
  isActivity,
  isEventSubProcess,
  nameElement,
  type StartEvent,
} from '@millrace/bpmn'
import { loopBehaviorOf } from '../../behavior.ts'
import type { Definition } from '../../definition.ts'
import { type PlainVariable, Refused } from '../../outcome.ts'
import { firedBy } from '../../state/data/element-data.ts'
import type { ElementInstance, ProcessInstance } from '../../state/rows.ts'
import { fromPlain } from '../../state/value.ts'
import type { Step } from '../../step.ts'
import { openBoundaryEvents } from '../events/catch-events.ts'
import { interruptScope } from '../life/cancel.ts'
import { createInstance } from '../life/create-instance.ts'
import { prepareInstance, setArrived } from '../life/enter.ts'
import { countOneMore } from '../loops/multi-instance.ts'
import { setLocalVariable } from '../variables/variables.ts'
import type { Level } from './levels.ts'

/** A scope in which a token is to begin. */
export interface Place {
  readonly scopeId: string
  /** The token of what begins there. */
  readonly tokenId: string
  /** Null: the process itself. */
  readonly row: ElementInstance | null
}

/**
 * Returns the position for a new token in an open scope. It uses the scope's own token if nothing else is in the scope,
 * otherwise a new one.
 */
export function placeIn(step: Step, scope: ElementInstance | ProcessInstance): Place {
  const isElement = 'elementId' in scope
  const isAlone = scope.openChildren === 0 && step.state.elements.ownedBy(scope.id).length === 0
  const own = isElement ? scope.executionId : scope.id
  return { scopeId: scope.id, tokenId: isAlone ? own : step.newId(), row: isElement ? scope : null }
}

interface Opening {
  readonly definition: Definition
  readonly instanceId: string
  /** Set in the first that is opened. */
  readonly variables: readonly PlainVariable[]
}

/**
 * Opens nested empty scopes, the outermost first.
 *
 * @returns the innermost.
 */
export function openLevels(step: Step, outer: Place, levels: readonly Level[], opening: Opening): Place {
  let place = outer
  for (const [index, level] of levels.entries()) {
    const variables = index === 0 ? opening.variables : []
    const row = openLevel(step, place, level, { ...opening, variables })
    place = { scopeId: row.id, tokenId: row.executionId, row }
  }
  return place
}

function openLevel(step: Step, place: Place, { element, loop }: Level, opening: Opening): ElementInstance {
  const { definition, instanceId, variables } = opening
  const start = findStart(definition, element)
  if (start !== null) makeRoomFor(step, place.scopeId, start)
  const data = loop === 'run' ? runOf(step, place, element) : start === null ? null : firedBy(start.id)
  const at = { definition, elementId: element.id, instanceId, flowId: null, data }
  const { scopeId, tokenId } = place
  const row = createInstance(step, element, { ...at, scopeId, tokenId }, { loop })
  setArrived(step, row, { variables })
  if (loop === 'body') {
    openBoundaryEvents(step, element, row)
    return row
  }
  if (loop === 'run' && isActivity(element) && element.loop !== null)
    loopBehaviorOf(step, element.loop).onRunBegin?.(step, element.loop, row)
  prepareInstance(step, element, row)
  return step.state.elements.get(row.id) ?? row
}

/**
 * Finds the event by which an event sub-process is entered when the user names none: the first one. Null for other
 * elements.
 */
export function findStart({ model }: Definition, element: FlowElement): StartEvent | null {
  if (!isEventSubProcess(element)) return null
  return indexModel(model).listStartEvents(element.id)[0] ?? null
}

/**
 * Interrupts a scope, if the start event of its event sub-process is interrupting.
 *
 * @throws Refused for an event sub-process that only compensation starts.
 */
export function makeRoomFor(step: Step, scopeId: string, start: StartEvent): void {
  if (start.definitions.some(({ kind }) => kind === 'compensate'))
    throw new Refused(
      'engine.move-impossible',
      `Expected something that can begin by itself, but ${start.scopeId} begins only when what is around it is compensated.`,
    )
  if (start.isInterrupting) interruptScope(step, scopeId)
}

function runOf(step: Step, { row: body }: Place, element: FlowElement): ElementInstance['data'] {
  if (body === null || !isActivity(element)) return null
  if (element.loop?.kind === 'multi-instance') return { kind: 'run', index: oneMore(step, body, element) }
  const place = { scopeId: body.id, instanceId: body.instanceId, elementInstanceId: body.id }
  setLocalVariable(step, place, body.id, 'loopCounter', fromPlain(0))
  return { kind: 'run', index: 0 }
}

/**
 * Adds one run to a multi-instance activity.
 * @throws Refused when runs are sequential and one is open.
 */
export function oneMore(step: Step, body: ElementInstance, element: FlowElement): number {
  const isSequential = isActivity(element) && element.loop?.kind === 'multi-instance' && element.loop.isSequential
  const current = step.state.elements.get(body.id) ?? body
  if (isSequential && current.openChildren > 0)
    throw new Refused(
      'engine.move-impossible',
      `Expected ${nameElement(element)} to have no run that is open, because its runs come one after another, but it has one.`,
    )
  return countOneMore(step, body)
}
