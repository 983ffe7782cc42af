import type { ExpressionText } from '@millrace/bpmn'
import { evaluateAtStart } from '../evaluate-at-start.ts'
import { StepFailure } from '../outcome.ts'
import { listStarts, type ProcessStart } from '../starts.ts'
import type { ProcessInstance } from '../state/rows.ts'
import { emit, type Step } from '../step.ts'
import { subscribe } from '../steps/events/catch-events.ts'
import type { Waiting } from '../steps/events/waiting.ts'
import { createTimer } from '../steps/jobs/timers.ts'
import type { CommandOf } from './command.ts'

/**
 * Opens the start event subscriptions of a definition, which is their root under its own id. Events whose names cannot
 * be evaluated without an instance are left out.
 */
export function openStarts(step: Step, { definition }: CommandOf<'openStarts'>): void {
  const { id, tenantId, model } = definition
  const root: ProcessInstance = {
    id,
    rootId: id,
    definitionId: id,
    businessKey: null,
    caseInstanceId: null,
    title: null,
    callerElementId: null,
    callerInstanceId: null,
    isSuspended: false,
    openChildren: 0,
    startedAt: step.at,
    startUserId: step.userId,
    startElementId: null,
    tenantId,
  }
  emit(step, { type: 'instanceStarted', instance: root, initialVariables: 0 })
  for (const start of listStarts(model)) openStart(step, start, { scopeId: id, instanceId: id })
}

/** Returns whether an instance row represents a definition with its subscriptions. */
export function isDefinition({ id, definitionId }: ProcessInstance): boolean {
  return id === definitionId
}

function openStart(
  step: Step,
  { elementId, definitionIndex: index, definition }: ProcessStart,
  waiting: Waiting,
): void {
  switch (definition.kind) {
    case 'message':
    case 'signal':
      subscribe(step, elementId, waiting, {
        kind: definition.kind,
        name: nameOf(step, definition.name),
        data: { index },
      })
      return
    case 'conditional':
      subscribe(step, elementId, waiting, {
        kind: 'conditional',
        name: null,
        data: { index, variableName: definition.variableName, variableEvents: definition.variableEvents },
      })
      return
    case 'timer':
      unlessItFails(() => createTimer(step, definition, { kind: 'start', elementId, waiting, index }))
      return
    default:
  }
}

/** Evaluates a name, which may be an expression without variables. One that cannot be evaluated stays unchanged. */
function nameOf(step: Step, text: ExpressionText | null): string | null {
  if (text === null) return null
  const name = evaluateAtStart(text, { now: step.now, allowance: step })
  return name.ok && name.value !== null && name.value !== undefined ? String(name.value) : text.text
}

function unlessItFails(open: () => void): void {
  try {
    open()
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
  }
}
