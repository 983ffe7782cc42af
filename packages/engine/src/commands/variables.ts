import type { PlainVariable } from '../outcome.ts'
import type { Step } from '../step.ts'
import { evaluateConditions } from '../steps/events/conditions.ts'
import {
  type Place,
  removeLocalVariable,
  removeVariable,
  setLocalVariable,
  setVariable,
} from '../steps/variables/variables.ts'
import type { CommandOf } from './command.ts'
import { findInstance, getOpenElement } from './instances.ts'

/** Sets and removes variables of a scope. Of a name that is both set and removed, the removal wins. */
export function setVariables(step: Step, command: CommandOf<'setVariables'>): void {
  const { scopeId, instanceId, set, remove, isLocal } = command
  findInstance(step, instanceId)
  const isElement = scopeId !== instanceId && step.state.tasks.get(scopeId) === undefined
  if (isElement) getOpenElement(step, scopeId)
  const place: Place = {
    scopeId,
    instanceId,
    elementInstanceId: isElement ? scopeId : (step.state.tasks.get(scopeId)?.elementInstanceId ?? null),
  }
  const kept = set.filter(({ name }) => !remove.includes(name))
  if (isLocal) for (const { name, value } of kept) setLocalVariable(step, place, scopeId, name, value)
  else writeVariables(step, place, kept)
  for (const name of remove) {
    if (isLocal) removeLocalVariable(step, place, scopeId, name)
    else removeVariable(step, place, name)
  }
}

export function writeVariables(step: Step, place: Place, variables: readonly PlainVariable[]): void {
  for (const { name, value } of variables) setVariable(step, place, name, value)
}

/**
 * Sets variables and fires all conditional events of an instance whose conditions then hold, as Flowable does on
 * request.
 */
export function evaluateConditionsCommand(
  step: Step,
  { instanceId, variables }: CommandOf<'evaluateConditions'>,
): void {
  findInstance(step, instanceId)
  writeVariables(step, { scopeId: instanceId, instanceId, elementInstanceId: null }, variables)
  step.variableChanges.length = 0
  evaluateConditions(step, instanceId)
}
