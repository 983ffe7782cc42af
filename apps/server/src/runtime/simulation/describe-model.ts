import type { FlowElement, Loop, ProcessModel } from '@millrace/bpmn'
import type {
  Behaviour,
  Repetition,
  SimulationFlow,
  SimulationModel,
  SimulationNode,
  SimulationRole,
} from './core/model.ts'
import { constantSample } from './core/sample.ts'
import { describeBoundary, findCatcher } from './describe-boundary.ts'
import { findRoles, mainTask } from './find-roles.ts'
import type { MeasuredElement, Measures } from './measures.ts'
import { readTimer } from './read-timer.ts'

/** People, working hours and costs of the roles by their id, and the changed weights of flows. */
export interface ModelChoices {
  readonly roles: ReadonlyMap<string, Omit<SimulationRole, 'name'>>
  readonly flows: ReadonlyMap<string, number>
}

/** An element whose simulation differs from its execution. */
export interface ModelNote {
  readonly elementId: string
  readonly name: string | null
  readonly problem: ModelProblem
}

export type ModelProblem =
  /** No measured instance came to the element: it takes no time. */
  | 'no-history'
  /** No measured instance took a flow of the gateway: all are equally frequent. */
  | 'equal-flows'
  /** The simulation leaves the element out. */
  | 'left-out'

interface Describing {
  readonly model: ProcessModel
  readonly measures: Measures
  readonly choices: ModelChoices
  readonly indexOf: ReadonlyMap<string, number>
  readonly roleOf: ReadonlyMap<string, number>
  readonly entered: ReadonlyMap<string, number>
}

/** Describes a process for its simulation: the structure of the model, with durations and frequencies of the history. */
export function describeModel(
  model: ProcessModel,
  measures: Measures,
  choices: ModelChoices,
): { readonly model: SimulationModel; readonly notes: readonly ModelNote[] } {
  const elements = Object.values(model.elements)
  const kept = elements.filter((element) => !isLeftOut(model, element))
  const roles = findRoles(model, measures)
  const describing: Describing = {
    ...{ model, measures, choices },
    indexOf: new Map(kept.map(({ id }, index) => [id, index])),
    roleOf: new Map(roles.flatMap(({ elementIds }, index) => elementIds.map((id) => [id, index] as const))),
    entered: new Map(measures.elements.map(({ elementId, entered }) => [elementId, entered])),
  }
  const notes = elements.flatMap((element): ModelNote[] => {
    const problem = findProblem(describing, element)
    return problem === null ? [] : [{ elementId: element.id, name: element.name, problem }]
  })
  return {
    notes,
    model: {
      nodes: kept.map((element) => describeNode(describing, element)),
      starts: listStarts(describing, kept),
      roles: roles.map(({ id, name }) => ({
        name,
        ...(choices.roles.get(id) ?? { people: 1, hours: null, costPerHour: 0, elsewhere: null }),
      })),
    },
  }
}

/** Event sub-processes with all inside, and the handlers of compensation. */
function isLeftOut(model: ProcessModel, element: FlowElement): boolean {
  if (element.type === 'subProcess' && element.triggeredByEvent) return true
  if ('isForCompensation' in element && element.isForCompensation) return true
  if (element.type === 'boundaryEvent' && element.definitions.some(({ kind }) => kind === 'compensate')) return true
  const scope = model.elements[element.scopeId]
  return scope !== undefined && isLeftOut(model, scope)
}

function findProblem({ model, entered, measures }: Describing, element: FlowElement): ModelNote['problem'] | null {
  if (isLeftOut(model, element)) {
    const scope = model.elements[element.scopeId]
    // The element around it has the note.
    return scope !== undefined && isLeftOut(model, scope) ? null : 'left-out'
  }
  if ('loop' in element && (entered.get(element.id) ?? 0) === 0) return 'no-history'
  if (leavesOf(model, element) === 'all' || element.outgoing.length < 2) return null
  const isTaken = element.outgoing.some((id) => measures.flows.some(({ flowId, count }) => flowId === id && count > 0))
  return isTaken ? null : 'equal-flows'
}

function describeNode(describing: Describing, element: FlowElement): SimulationNode {
  const { model, indexOf } = describing
  return {
    id: element.id,
    scope: indexOf.get(element.scopeId) ?? -1,
    behaviour: describeBehaviour(describing, element),
    leaves: leavesOf(model, element),
    flows: listFlows(describing, element),
    waitsFor:
      element.type === 'parallelGateway'
        ? 'each flow'
        : element.type === 'inclusiveGateway'
          ? 'all that can arrive'
          : 'nothing',
    incoming: element.incoming.length,
    repeat: 'loop' in element ? describeLoop(describing, element.id, element.loop) : null,
    boundary: 'boundaryEventIds' in element ? describeBoundary(describing, model, element) : [],
  }
}

function leavesOf(model: ProcessModel, element: FlowElement): SimulationNode['leaves'] {
  switch (element.type) {
    case 'exclusiveGateway':
    case 'eventBasedGateway':
    case 'complexGateway':
      return 'one'
    case 'inclusiveGateway':
      return 'some'
    default:
      return element.outgoing.some((id) => model.flows[id]?.condition != null) ? 'some' : 'all'
  }
}

function listFlows({ model, indexOf, measures, choices, entered }: Describing, element: FlowElement): SimulationFlow[] {
  const leaves = leavesOf(model, element)
  const counts = element.outgoing.map((id) => measures.flows.find(({ flowId }) => flowId === id)?.count ?? 0)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const changed = element.outgoing.map((id) => choices.flows.get(id))
  const weights =
    leaves === 'one'
      ? spreadShares(
          counts.map((count) => (total > 0 ? count / total : 1 / counts.length)),
          changed,
        )
      : counts.map(
          (count, index) =>
            changed[index] ?? (total > 0 ? Math.min(1, count / Math.max(1, entered.get(element.id) ?? 0)) : 0.5),
        )
  const flows = element.outgoing.flatMap((id, index): SimulationFlow[] => {
    const flow = model.flows[id]
    const target = flow && model.elements[flow.targetId]
    const node = target && indexOf.get(target.id)
    if (target === undefined || node === undefined) return []
    return [{ node, arrival: Math.max(0, target.incoming.indexOf(id)), weight: weights[index] ?? 0 }]
  })
  if (element.type !== 'intermediateThrowEvent') return flows
  const [link] = element.definitions
  if (link?.kind !== 'link') return flows
  return Object.values(model.elements).flatMap((other) => {
    const [caught] = other.type === 'intermediateCatchEvent' ? other.definitions : []
    const node = indexOf.get(other.id)
    const isTarget = caught?.kind === 'link' && caught.name === link.name && other.scopeId === element.scopeId
    return isTarget && node !== undefined ? [{ node, arrival: 0, weight: 1 }] : []
  })
}

/**
 * Returns the shares of flows of which one is taken. Flows without a changed share have the rest, by their measured
 * shares.
 */
function spreadShares(measured: readonly number[], changed: readonly (number | undefined)[]): number[] {
  const rest = 1 - changed.reduce<number>((sum, share) => sum + (share ?? 0), 0)
  const others = measured.filter((_, index) => changed[index] === undefined)
  const total = others.reduce((sum, share) => sum + share, 0)
  return measured.map(
    (share, index) => changed[index] ?? Math.max(0, rest) * (total > 0 ? share / total : 1 / others.length),
  )
}

/** Below this mean duration, in milliseconds, an element takes no time. */
const short = 1_000

function describeBehaviour(describing: Describing, element: FlowElement): Behaviour {
  const { model, measures, indexOf, roleOf, entered } = describing
  const measured = measures.elements.find(({ elementId }) => elementId === element.id)
  switch (element.type) {
    case 'endEvent': {
      const isTerminating = element.definitions.some(({ kind }) => kind === 'terminate')
      return { kind: 'end', isTerminating, caughtBy: findCatcher(indexOf, model, element) }
    }
    case 'subProcess':
    case 'transaction':
    case 'adHocSubProcess': {
      const inside = element.childIds.flatMap((id) => model.elements[id] ?? [])
      const starts = inside.filter(({ type }) => type === 'startEvent')
      const first =
        starts.length > 0 ? starts : inside.filter((child) => child.incoming.length === 0 && !isBoundary(child))
      const runs = Math.max(1, entered.get(element.id) ?? 0)
      const children = first.flatMap(({ id }) => {
        const node = indexOf.get(id)
        const weight = element.type === 'adHocSubProcess' ? (entered.get(id) ?? 0) / runs : 1
        return node === undefined ? [] : [{ node, weight }]
      })
      return { kind: 'scope', children }
    }
    case 'userTask': {
      const task = mainTask(measures.tasks, element.id)
      const role = roleOf.get(element.id)
      if (task !== null && role !== undefined) return { kind: 'work', role, work: task.work, pauses: task.pauses }
      return describeWait(element, measured)
    }
    default:
      return describeWait(element, measured)
  }
}

function isBoundary({ type }: FlowElement): boolean {
  return type === 'boundaryEvent'
}

function describeWait(element: FlowElement, measured: MeasuredElement | undefined): Behaviour {
  const timer = element.type === 'intermediateCatchEvent' ? readTimer(element) : null
  const took = timer === null ? (measured?.took ?? null) : constantSample(timer)
  const isSpecial = 'loop' in element && (element.loop !== null || element.boundaryEventIds.length > 0)
  if (isSpecial) return { kind: 'wait', took: took ?? constantSample(0) }
  return took === null || took.mean < short ? { kind: 'pass' } : { kind: 'wait', took }
}

function describeLoop({ measures }: Describing, id: string, loop: Loop | null): Repetition | null {
  if (loop === null) return null
  const times = measures.repeats.find(({ elementId }) => elementId === id)?.times ?? constantSample(1)
  return { isSequential: loop.kind === 'standard' || loop.isSequential, times }
}

function listStarts({ model, measures, indexOf }: Describing, kept: readonly FlowElement[]): SimulationModel['starts'] {
  const top = kept.filter(({ scopeId }) => scopeId === model.id)
  const starts = top.filter(({ type }) => type === 'startEvent')
  const first =
    starts.length > 0 ? starts : top.filter((element) => element.incoming.length === 0 && !isBoundary(element))
  const counts = first.map(({ id }) => measures.starts.find(({ elementId }) => elementId === id)?.count ?? 0)
  const isKnown = counts.some((count) => count > 0)
  // Without a start event, an instance starts everywhere at once; the simulation begins with the first element.
  return first.map(({ id }, index) => ({
    node: indexOf.get(id) ?? 0,
    weight: isKnown ? (counts[index] ?? 0) : index === 0 ? 1 : 0,
  }))
}
