import type { EventDefinition, FlowElement } from '@millrace/bpmn'

/** Returns the type of an element as Camunda's API names it: `userTask`, `boundaryTimer`, `noneEndEvent` … */
export function elementTypeOf(element: FlowElement): string {
  switch (element.type) {
    case 'startEvent':
      return starts[kindOf(element.definitions)] ?? 'startEvent'
    case 'endEvent':
      return ends[kindOf(element.definitions)] ?? 'noneEndEvent'
    case 'boundaryEvent':
      return boundaries[kindOf(element.definitions)] ?? 'boundaryEvent'
    case 'intermediateCatchEvent':
      return catches[kindOf(element.definitions)] ?? 'intermediateCatchEvent'
    case 'intermediateThrowEvent':
      return throws[kindOf(element.definitions)] ?? 'intermediateNoneThrowEvent'
    default:
      return element.type
  }
}

type Names = Readonly<Partial<Record<EventDefinition['kind'] | 'none', string>>>

const starts: Names = {
  timer: 'startTimerEvent',
  message: 'messageStartEvent',
  signal: 'signalStartEvent',
  escalation: 'escalationStartEvent',
  compensate: 'compensationStartEvent',
  error: 'errorStartEvent',
  conditional: 'conditionalStartEvent',
}

const ends: Names = {
  error: 'errorEndEvent',
  cancel: 'cancelEndEvent',
  terminate: 'terminateEndEvent',
  message: 'messageEndEvent',
  signal: 'signalEndEvent',
  compensate: 'compensationEndEvent',
  escalation: 'escalationEndEvent',
}

const boundaries: Names = {
  timer: 'boundaryTimer',
  message: 'boundaryMessage',
  signal: 'boundarySignal',
  compensate: 'compensationBoundaryCatch',
  error: 'boundaryError',
  escalation: 'boundaryEscalation',
  cancel: 'cancelBoundaryCatch',
  conditional: 'boundaryConditional',
}

const catches: Names = {
  message: 'intermediateMessageCatch',
  timer: 'intermediateTimer',
  link: 'intermediateLinkCatch',
  signal: 'intermediateSignalCatch',
  conditional: 'intermediateConditional',
}

const throws: Names = {
  signal: 'intermediateSignalThrow',
  compensate: 'intermediateCompensationThrowEvent',
  message: 'intermediateMessageThrowEvent',
  escalation: 'intermediateEscalationThrowEvent',
}

/** Returns the kind of an event; for a multiple event that of its first definition. */
function kindOf(definitions: readonly EventDefinition[]): EventDefinition['kind'] | 'none' {
  return definitions[0]?.kind ?? 'none'
}
