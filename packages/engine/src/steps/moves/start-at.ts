import { type FlowElement, indexModel, isActivity, type SequenceFlow } from '@millrace/bpmn'
import type { StartMove } from '../../commands/moves.ts'
import type { Definition } from '../../definition.ts'
import { type PlainVariable, Refused } from '../../outcome.ts'
import { firedBy } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { getDefinition, getInstance, type Step } from '../../step.ts'
import { cancelElement } from '../life/cancel.ts'
import { arrive } from '../life/enter.ts'
import { runFlowListeners } from '../life/listeners.ts'
import { startRun } from '../loops/multi-instance.ts'
import { setVariable } from '../variables/variables.ts'
import { hasCountedRuns, type Level, listLevels, listOpen } from './levels.ts'
import { findStart, makeRoomFor, oneMore, openLevels, type Place, placeIn } from './open-levels.ts'

/**
 * Starts a token at an element, without an incoming flow. Opens missing scopes around it. An interrupting boundary
 * event or event sub-process interrupts its scope here too.
 *
 * @throws Refused when a token cannot start there.
 */
export function startAt(step: Step, instanceId: string, move: StartMove): void {
  const definition = getDefinition(step, instanceId)
  const { element, flow } = findTarget(definition, move)
  const isOneRun = move.at === 'before' && hasCountedRuns(element)
  const levels = listLevels(definition.model, element, isOneRun)
  const { outer, missing } = findOuter(step, instanceId, levels, move)
  const local = move.variables.filter(({ isLocal }) => isLocal)
  for (const { name, value, isLocal } of move.variables)
    if (!isLocal) setVariable(step, occasionIn(instanceId, outer), name, value)
  const place = openLevels(step, outer, missing, { definition, instanceId, variables: local })
  const variables = missing.length === 0 ? local : []
  begin(step, { definition, element, flow, instanceId, place, isOneRun, variables })
}

interface Beginning {
  readonly definition: Definition
  readonly element: FlowElement
  readonly flow: SequenceFlow | null
  readonly instanceId: string
  readonly place: Place
  readonly isOneRun: boolean
  readonly variables: readonly PlainVariable[]
}

function begin(step: Step, beginning: Beginning): void {
  const { definition, element, flow, instanceId, place, isOneRun, variables } = beginning
  const { row: body } = place
  if (isOneRun && body !== null && isActivity(element) && element.loop?.kind === 'multi-instance') {
    const index = oneMore(step, body, element)
    startRun(step, { definition, element, loop: element.loop, body }, index)
    return
  }
  const { scopeId, tokenId } = place
  const arrival = {
    definition,
    elementId: element.id,
    instanceId,
    scopeId,
    tokenId,
    flowId: flow?.id ?? null,
    variables,
  }
  const start = findStart(definition, element)
  if (start !== null) makeRoomFor(step, scopeId, start)
  if (element.type === 'boundaryEvent' && flow === null) interruptHost(step, element, scopeId)
  const listened = flow === null ? {} : { onTake: () => runFlowListeners(step, flow, asLeft(beginning, flow)) }
  arrive(step, [{ ...arrival, ...listened, ...(start !== null && { data: firedBy(start.id) }) }])
}

/** To the listeners of a flow, what it comes from has just been left. */
function asLeft({ definition, instanceId, place }: Beginning, flow: SequenceFlow): ElementInstance {
  const { scopeId, tokenId } = place
  return {
    id: scopeId,
    instanceId,
    parentId: scopeId,
    elementId: definition.model.elements[flow.sourceId]?.id ?? flow.sourceId,
    state: 'active',
    loop: null,
    tokenId,
    executionId: tokenId,
    flowId: null,
    openChildren: 0,
    data: null,
    startedAt: '',
  }
}

function findTarget(
  { model }: Definition,
  { at, id }: StartMove,
): { readonly element: FlowElement; readonly flow: SequenceFlow | null } {
  const index = indexModel(model)
  const flow = at === 'flow' ? index.findFlow(id) : at === 'after' ? findOnlyFlow(index.listOutgoing(id), id) : null
  const element = flow === null ? index.findElement(id) : index.findElement(flow?.targetId ?? '')
  const isKnown = flow !== undefined && element !== undefined && (at !== 'after' || index.findElement(id) !== undefined)
  if (isKnown) return { element, flow }
  throw new Refused(
    'engine.element-unknown',
    `Expected process ${model.id} to have ${at === 'flow' ? 'a flow' : 'an element'} ${id}, but it has none.`,
  )
}

function findOnlyFlow(flows: readonly SequenceFlow[], id: string): SequenceFlow | undefined {
  if (flows.length <= 1) return flows[0]
  throw new Refused(
    'engine.move-impossible',
    `Expected one flow that leads on from ${id}, but there are ${flows.length}. Name the flow.`,
  )
}

interface Outer {
  readonly outer: Place
  /** The outermost first. */
  readonly missing: readonly Level[]
}

/** The scope that is open and nearest to where the token begins, or the one that was chosen. */
function findOuter(step: Step, instanceId: string, levels: readonly Level[], { ancestorId, id }: StartMove): Outer {
  if (ancestorId !== null) return findChosen(step, instanceId, levels, { ancestorId, id })
  for (const [index, level] of levels.entries()) {
    const open = listOpen(step, instanceId, level)
    const [first] = open
    if (open.length > 1)
      throw new Refused(
        'engine.move-impossible',
        `Expected ${level.element.id} to be open once, so that it is plain where ${id} begins, but it is open ${open.length} times. Choose one of them.`,
      )
    if (first !== undefined) return { outer: placeIn(step, first), missing: levels.slice(0, index).toReversed() }
  }
  return { outer: placeIn(step, getInstance(step, instanceId)), missing: levels.toReversed() }
}

function findChosen(
  step: Step,
  instanceId: string,
  levels: readonly Level[],
  { ancestorId, id }: { readonly ancestorId: string; readonly id: string },
): Outer {
  if (ancestorId === instanceId)
    return { outer: placeIn(step, getInstance(step, instanceId)), missing: levels.toReversed() }
  const row = step.state.elements.get(ancestorId)
  if (row === undefined || row.instanceId !== instanceId || row.state === 'compensable')
    throw new Refused(
      'engine.move-impossible',
      `Expected an open scope ${ancestorId} in which ${id} begins, but there is none.`,
    )
  const index = levels.findIndex((level) => listOpen(step, instanceId, level).some((one) => one.id === ancestorId))
  if (index >= 0) return { outer: placeIn(step, row), missing: levels.slice(0, index).toReversed() }
  throw new Refused(
    'engine.move-impossible',
    `Expected a scope around ${id}, but ${row.elementId} (${ancestorId}) is none.`,
  )
}

/** An interrupting boundary event ends what it is attached to, where that is open. */
function interruptHost(step: Step, boundary: Extract<FlowElement, { type: 'boundaryEvent' }>, scopeId: string): void {
  if (!boundary.isInterrupting) return
  const hosts = step.state.elements
    .ownedBy(scopeId)
    .filter(({ elementId, state }) => elementId === boundary.attachedToId && state === 'active')
  const [host] = hosts
  if (hosts.length > 1)
    throw new Refused(
      'engine.move-impossible',
      `Expected ${boundary.attachedToId} to be open once, so that it is plain which one ${boundary.id} ends, but it is open ${hosts.length} times.`,
    )
  if (host === undefined) return
  cancelElement(step, host)
  step.joinsToCheck.add(scopeId)
}

function occasionIn(instanceId: string, { scopeId, row }: Place) {
  return { scopeId, instanceId, elementInstanceId: row?.id ?? null }
}
