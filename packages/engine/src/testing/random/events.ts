import { rowOf } from '@millrace/bpmn'
import {
  type Block,
  type Draft,
  flow,
  isFlowable,
  listPlain,
  message,
  newId,
  thrownSignal,
  trigger,
  turn,
  vendor,
  type Where,
} from './draft.ts'

export function catchEvent(draft: Draft): Block {
  const id = newId(draft, 'catch')
  const { definitions, attributes } = trigger(draft)
  const type = turn(draft, catching)
  return {
    xml: `<${type} id="${id}" ${attributes}>${definitions}</${type}>`,
    first: id,
    last: id,
  }
}

const catching = listPlain('event').filter((name) => rowOf(name).catches)

/**
 * Creates a random intermediate throw event: an escalation that nothing catches, a message, a signal, a compensation,
 * or several of these.
 */
export function throwEvent(draft: Draft): Block {
  const id = newId(draft, 'throw')
  const { random } = draft
  const kinds = [
    '',
    '<escalationEventDefinition escalationRef="e1"/>',
    message(draft),
    thrownSignal(draft),
    '<compensateEventDefinition/>',
  ] as const
  const definitions = random.chance(0.2) ? `${random.pick(kinds)}${random.pick(kinds)}` : random.pick(kinds)
  return { xml: `<intermediateThrowEvent id="${id}">${definitions}</intermediateThrowEvent>`, first: id, last: id }
}

export function link(draft: Draft): Block {
  const [from, to] = [newId(draft, 'away'), newId(draft, 'here')]
  const definition = `<linkEventDefinition name="${from}"/>`
  const xml = `<intermediateThrowEvent id="${from}">${definition}</intermediateThrowEvent><intermediateCatchEvent id="${to}">${definition}</intermediateCatchEvent>`
  return { xml, first: from, last: to }
}

/** Creates a random end event that needs no other event to catch it. */
export function endEvent(draft: Draft): Block {
  const id = newId(draft, 'end')
  const { random } = draft
  const kinds = [
    '',
    '',
    message(draft),
    thrownSignal(draft),
    '<compensateEventDefinition/>',
    '<escalationEventDefinition escalationRef="e1"/>',
  ] as const
  const terminate = random.chance(0.1) ? '<terminateEventDefinition/>' : ''
  const uncaught = !isFlowable(draft) && random.chance(0.05) ? '<errorEventDefinition errorRef="nobody"/>' : ''
  return { xml: `<endEvent id="${id}">${random.pick(kinds)}${terminate || uncaught}</endEvent>`, first: id, last: null }
}

/**
 * Creates random boundary events of an activity. Interrupting ones lead to `after`, others end by themselves.
 *
 * @param thrown the event definitions that the content of the activity throws.
 */
export function boundaryEvents(
  draft: Draft,
  host: string,
  after: string,
  where: Where,
  thrown: readonly string[],
): string {
  const { random } = draft
  const inner = { ...where, depth: where.depth + 1 }
  const caught = thrown.map((definition) => {
    const isEscalation = definition.includes('escalation')
    return boundary(draft, host, after, inner, {
      definitions: definition,
      attributes: '',
      isInterrupting: !isEscalation || random.chance(0.5),
    })
  })
  const waiting = Array.from({ length: random.chance(0.3) ? 1 + random.below(2) : 0 }, () => {
    const isInterrupting = random.chance(0.5)
    return boundary(draft, host, after, inner, { ...trigger(draft, { mayRepeat: !isInterrupting }), isInterrupting })
  })
  return [...caught, ...waiting].join('')
}

interface BoundaryKind {
  readonly definitions: string
  readonly attributes: string
  readonly isInterrupting: boolean
}

function boundary(
  draft: Draft,
  host: string,
  after: string,
  where: Where,
  { definitions, attributes, isInterrupting }: BoundaryKind,
): string {
  const id = newId(draft, 'boundary')
  const block = isInterrupting
    ? draft.inside.sequence(draft, 1, where)
    : draft.inside.path(draft, 1, { ...where, mayEnd: true })
  const onward = isInterrupting ? flow(block.last, after) : ''
  const continuation = vendor(draft, isFlowable(draft) ? {} : { asyncAfter: draft.random.chance(0.1) })
  return `<boundaryEvent id="${id}" attachedToRef="${host}" ${attributes} cancelActivity="${isInterrupting}"${continuation}>${definitions}</boundaryEvent>${flow(id, block.first)}${block.xml}${onward}`
}

/** Creates random event sub-processes of a scope. */
export function eventSubProcesses(draft: Draft, where: Where): string {
  const { random } = draft
  const count = random.chance(0.25) ? 1 + random.below(2) : 0
  return Array.from({ length: count }, () => {
    const isInterrupting = random.chance(0.4)
    const { definitions, attributes } = trigger(draft, { mayRepeat: !isInterrupting })
    return eventSubProcess(
      draft,
      where,
      `<startEvent id="%" isInterrupting="${isInterrupting}" ${attributes}>${definitions}</startEvent>`,
    )
  }).join('')
}

/**
 * Creates a random event sub-process.
 *
 * @param start the XML of its start event, with `%` in place of its id.
 */
export function eventSubProcess(draft: Draft, where: Where, start: string): string {
  const [id, startId] = [newId(draft, 'handler'), newId(draft, 'start')]
  const inside = draft.inside.path(draft, 1 + draft.random.below(2), {
    ...where,
    depth: where.depth + 1,
    mayEnd: true,
    inTransaction: false,
    inLoop: false,
  })
  return `<subProcess id="${id}" triggeredByEvent="true">${start.replace('%', startId)}${flow(startId, inside.first)}${inside.xml}</subProcess>`
}
