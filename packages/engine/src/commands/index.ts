import type { CommandResult } from '../outcome.ts'
import type { Step } from '../step.ts'
import { evaluateConditions } from '../steps/conditions.ts'
import { activateAdHoc, completeAdHoc } from './ad-hoc.ts'
import type { Command, CommandType } from './command.ts'
import {
  completeExternalTask,
  failExternalTask,
  setExternalTaskRetries,
  throwExternalTaskError,
} from './external-tasks.ts'
import { raiseIncident, resolveIncident } from './incidents.ts'
import { deleteInstance, startInstanceCommand, suspendInstance } from './instances.ts'
import { recordJobFailure, runJob, setJobRetries } from './jobs.ts'
import { changeTaskCommand, claimTask, completeTask, delegateTask, resolveTask, unclaimTask } from './tasks.ts'
import { signalElement, triggerSubscription } from './triggers.ts'
import { setVariables, writeVariables } from './variables.ts'

type Handler<T extends CommandType> = (step: Step, command: Extract<Command, { type: T }>) => CommandResult | void

const handlers = {
  startInstance: startInstanceCommand,
  completeTask,
  claimTask,
  unclaimTask,
  changeTask: changeTaskCommand,
  delegateTask,
  resolveTask,
  setVariables,
  runJob,
  triggerSubscription,
  signalElement,
  suspendInstance,
  deleteInstance,
  recordJobFailure,
  setJobRetries,
  raiseIncident,
  resolveIncident,
  evaluateConditions: (step, { instanceId, variables }) => {
    writeVariables(step, { scopeId: instanceId, instanceId, elementInstanceId: null }, variables)
    step.variableChanges.length = 0
    evaluateConditions(step, instanceId)
  },
  completeExternalTask,
  failExternalTask,
  setExternalTaskRetries,
  activateAdHoc,
  completeAdHoc,
  throwExternalTaskError,
} satisfies { [T in CommandType]: Handler<T> }

export function carryOut(step: Step, command: Command): CommandResult | void {
  const handler = handlers[command.type] as Handler<CommandType>
  return handler(step, command)
}
