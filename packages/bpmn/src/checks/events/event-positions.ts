import type { EventDefinition, EventElement } from '../../model.ts'
import type { Finding } from '../../problems.ts'
import { isEvent, type ModelIndex } from '../../query.ts'

type Position = Exclude<EventElement['type'], 'startEvent'> | 'processStart'

/** Which event definitions may stand where: BPMN 2.0, table 10.93. Starts of sub-processes have their own check. */
const allowed: Readonly<Record<Position, readonly EventDefinition['kind'][]>> = {
  processStart: ['message', 'timer', 'conditional', 'signal'],
  intermediateCatchEvent: ['message', 'timer', 'conditional', 'link', 'signal', 'variable'],
  intermediateThrowEvent: ['message', 'escalation', 'compensate', 'link', 'signal'],
  boundaryEvent: [
    'message',
    'timer',
    'escalation',
    'error',
    'cancel',
    'compensate',
    'conditional',
    'signal',
    'variable',
  ],
  endEvent: ['message', 'error', 'escalation', 'cancel', 'compensate', 'signal', 'terminate'],
}

const positionNames: Readonly<Record<Position, string>> = {
  processStart: 'a start event of a process',
  intermediateCatchEvent: 'an intermediate catching event',
  intermediateThrowEvent: 'an intermediate throwing event',
  boundaryEvent: 'a boundary event',
  endEvent: 'an end event',
}

export function* checkEventPositions(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!isEvent(element)) continue
    const position = findPosition(index, element)
    if (position === null) continue
    for (const { kind } of element.definitions) {
      if (allowed[position].includes(kind)) continue
      yield {
        code: 'event.definition-not-allowed',
        elementId: element.id,
        message: `Expected ${positionNames[position]} to be of one of ${allowed[position].join(', ')}, but ${element.id} has the event definition “${kind}”. Choose another kind of event.`,
      }
    }
  }
}

function findPosition({ model }: ModelIndex, element: EventElement): Position | null {
  if (element.type !== 'startEvent') return element.type
  return element.scopeId === model.id ? 'processStart' : null
}
