import { rulesOf } from '../../dialects/index.ts'
import type { EventDefinition, Scope, StartEvent } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isEventSubProcess, isScope, type ModelIndex } from '../../query.ts'
import { mayBegin } from '../events/start-events.ts'
import { errorInCamunda } from '../severity.ts'

/** Checks that embedded sub-processes have one start event without a trigger: BPMN 2.0, 10.5.2. */
export function* checkSubProcesses(index: ModelIndex): Iterable<Finding> {
  for (const scope of Object.values(index.model.elements)) {
    if (!isScope(scope)) continue
    if (isEventSubProcess(scope)) yield* checkEventSubProcess(index, scope)
    else if (scope.type !== 'adHocSubProcess') yield* checkEmbedded(index, scope)
  }
}

function* checkEmbedded(index: ModelIndex, scope: Scope): Iterable<Finding> {
  const starts = index.listStartEvents(scope.id)
  const [first, second] = starts
  if (first === undefined) {
    const isRefused = rulesOf(index.model).subProcessesNeedStartEvents && scope.type === 'subProcess'
    if (isRefused || !index.listChildren(scope.id).some(mayBegin)) {
      yield {
        code: 'start.none',
        severity: isRefused ? 'error' : 'warning',
        elementId: scope.id,
        message: `Expected sub-process ${nameElement(scope)} to have a start event, but it has none. Add one.`,
      }
    }
  }
  if (second !== undefined) {
    yield {
      code: 'start.several-none',
      elementId: second.id,
      message: `Expected sub-process ${nameElement(scope)} to have one start event, but it has ${starts.length}. Keep one of them.`,
    }
  }
  for (const start of starts) {
    const { definitions } = start
    if (definitions.length === 0) continue
    yield {
      code: 'start.sub-process',
      elementId: start.id,
      message: `Expected ${nameElement(start)} to have no event definition, because its sub-process begins when a flow reaches it, but it waits for a ${definitions[0]?.kind}. Remove it, or make ${nameElement(scope)} an event sub-process.`,
    }
  }
}

const triggers: readonly EventDefinition['kind'][] = [
  'message',
  'timer',
  'error',
  'signal',
  'escalation',
  'conditional',
  'compensate',
  'variable',
]

function* checkEventSubProcess(index: ModelIndex, scope: Scope): Iterable<Finding> {
  const starts = index.listStartEvents(scope.id)
  const [start] = starts
  if (start === undefined || starts.length > 1 || start.definitions.length === 0) {
    const fault =
      start === undefined
        ? 'it has none'
        : starts.length > 1
          ? `it has ${starts.length}`
          : `${nameElement(start)} has none`
    yield {
      code: 'event-sub-process.start',
      elementId: scope.id,
      message: `Expected event sub-process ${nameElement(scope)} to have exactly one start event with an event definition, but ${fault}. Correct it.`,
    }
  }
  for (const one of starts) yield* checkTrigger(index, scope, one)
}

function* checkTrigger(index: ModelIndex, scope: Scope, start: StartEvent): Iterable<Finding> {
  for (const { kind } of start.definitions) {
    if (!triggers.includes(kind)) {
      yield {
        code: 'event.definition-not-allowed',
        elementId: start.id,
        message: `Expected an event sub-process to be triggered by one of ${triggers.join(', ')}, but ${nameElement(start)} has the event definition “${kind}”.`,
      }
    }
    if (kind === 'error' && !start.isInterrupting) {
      yield {
        code: 'event.must-interrupt',
        severity: errorInCamunda(index),
        elementId: start.id,
        message: `Expected the error start event ${nameElement(start)} to interrupt, but isInterrupting is false. Remove the attribute.`,
      }
    }
    if (kind === 'compensate' && scope.scopeId === index.model.id) {
      yield {
        code: 'event-sub-process.start',
        severity: errorInCamunda(index),
        elementId: start.id,
        message: `Expected a compensation event sub-process inside a sub-process, but ${nameElement(scope)} is in the process, which cannot be compensated. Move it.`,
      }
    }
  }
}
