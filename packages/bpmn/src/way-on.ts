import type { DecisionCall, ExpressionText, FlowElement, ProcessModel, SequenceFlow } from './model.ts'

/** The variables that an instance reads between a position and the next user tasks. */
export interface WayOn {
  /** The conditions of flows and events. */
  readonly conditions: readonly ExpressionText[]
  /** The assignees and candidates of these tasks. */
  readonly people: readonly ExpressionText[]
  readonly decisions: readonly DecisionCall[]
  /** Variables that the model itself writes on that way. */
  readonly written: ReadonlySet<string>
}

/**
 * Collects the expressions and decisions that an instance evaluates between an element and the next user tasks.
 *
 * @param isCertain stops at scripts, external work and messages, because they may set any variable.
 */
export function readWayOn(
  model: ProcessModel,
  elementId: string,
  { isCertain }: { readonly isCertain: boolean },
): WayOn {
  const conditions: ExpressionText[] = []
  const people: ExpressionText[] = []
  const decisions: DecisionCall[] = []
  const written = new Set(model.dataObjects.map(({ name }) => name))
  const seen = new Set<string>([elementId])
  const inside = Map.groupBy(Object.values(model.elements).filter(isFirst), ({ scopeId }) => scopeId)
  const left = new Set<string>()
  const first = model.elements[elementId]
  const waiting = first === undefined ? [] : [first]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    for (const name of listWritten(element)) written.add(name)
    conditions.push(...listConditions(element))
    if (element.id !== elementId && element.type === 'userTask') {
      people.push(...listPeople(element))
      continue
    }
    if ('implementation' in element && element.implementation.kind === 'decision')
      decisions.push(element.implementation.decision)
    if (isCertain && element.id !== elementId && mayWriteAnything(element)) continue
    const inner = inside.get(element.id) ?? []
    // What comes behind a sub-process is reached from its ends.
    const flows = inner.length > 0 ? [] : listFlowsOn(model, element, left)
    for (const { condition } of flows) if (condition !== null) conditions.push(condition)
    const next = [...flows.map(({ targetId }) => targetId), ...inner.map(({ id }) => id)]
    for (const id of next) {
      const target = model.elements[id]
      if (target === undefined || seen.has(id)) continue
      seen.add(id)
      waiting.push(target)
    }
  }
  return { conditions, people, decisions, written }
}

/** Returns the flows out of it. At the end of a sub-process it goes on behind that, once. */
function listFlowsOn(model: ProcessModel, element: FlowElement, left: Set<string>): SequenceFlow[] {
  let end: FlowElement | undefined = element
  while (end !== undefined && !left.has(end.id)) {
    left.add(end.id)
    const flows = end.outgoing.flatMap((id) => model.flows[id] ?? [])
    if (flows.length > 0) return flows
    end = model.elements[end.scopeId]
  }
  return []
}

/** Returns whether a sub-process begins with it. */
function isFirst({ incoming, type }: FlowElement): boolean {
  return incoming.length === 0 && type !== 'boundaryEvent'
}

function mayWriteAnything(element: FlowElement): boolean {
  switch (element.type) {
    case 'scriptTask':
    case 'receiveTask':
      return true
    case 'callActivity':
      return element.out.some(({ kind }) => kind === 'all')
    case 'serviceTask':
    case 'sendTask':
    case 'businessRuleTask':
      return !['none', 'decision', 'expression'].includes(element.implementation.kind)
    default:
      return 'definitions' in element && element.definitions.some(({ kind }) => kind === 'message')
  }
}

function listConditions(element: FlowElement): ExpressionText[] {
  if (!('definitions' in element)) return []
  return element.definitions.flatMap((one) => (one.kind === 'conditional' ? [one.condition] : []))
}

function listPeople(task: Extract<FlowElement, { type: 'userTask' }>): ExpressionText[] {
  return [task.assignee, ...task.candidateUsers, ...task.candidateGroups].filter((text) => text !== null)
}

function listWritten(element: FlowElement): string[] {
  const names: (string | ExpressionText | null)[] = [...(element.io?.outputs ?? []), ...(element.io?.inputs ?? [])].map(
    ({ name }) => name,
  )
  if (element.type === 'startEvent') names.push(element.initiatorVariable)
  if (element.type === 'scriptTask') names.push(element.resultVariable)
  if (element.type === 'callActivity')
    for (const mapping of element.out) if ('target' in mapping) names.push(mapping.target)
  if ('implementation' in element) {
    const { implementation } = element
    if (implementation.kind === 'decision') names.push(implementation.decision.resultVariable)
    if ('resultVariable' in implementation) names.push(implementation.resultVariable)
  }
  return names.filter((name) => typeof name === 'string')
}
