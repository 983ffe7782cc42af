import type { DecisionCall, ExpressionText, FlowElement, ProcessModel } from './model.ts'

/** What an instance reads on its way from one place to the next tasks of people. */
export interface WayOn {
  /** Of flows and events. */
  readonly conditions: readonly ExpressionText[]
  /** Whom those tasks are for. */
  readonly people: readonly ExpressionText[]
  readonly decisions: readonly DecisionCall[]
  /** Variables that the model itself writes on that way. */
  readonly written: ReadonlySet<string>
}

/**
 * Looks from an element along its flows, as far as the next tasks of people: those have forms of their own.
 *
 * @param isCertain only as far as the model says itself what is written: not beyond scripts, work done elsewhere and
 *   messages, which may bring anything.
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
    const next = [...listTargets(model, element, conditions), ...(inside.get(element.id) ?? []).map(({ id }) => id)]
    for (const id of next) {
      const target = model.elements[id]
      if (target === undefined || seen.has(id)) continue
      seen.add(id)
      waiting.push(target)
    }
  }
  return { conditions, people, decisions, written }
}

/** Where its flows lead, and what they ask on the way. At the end of a sub-process it goes on behind that. */
function listTargets(model: ProcessModel, element: FlowElement, conditions: ExpressionText[]): string[] {
  const flows = element.outgoing.flatMap((id) => model.flows[id] ?? [])
  for (const { condition } of flows) if (condition !== null) conditions.push(condition)
  const around = model.elements[element.scopeId]
  return flows.length === 0 && around !== undefined
    ? listTargets(model, around, conditions)
    : flows.map(({ targetId }) => targetId)
}

/** Whether a sub-process begins with it. */
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
