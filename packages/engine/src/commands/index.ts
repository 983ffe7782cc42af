import type { Step } from '../step.ts'
import { activateAdHoc, completeAdHoc } from './ad-hoc.ts'
import type { Command, CommandOf, CommandType } from './command.ts'
import {
  completeExternalTask,
  failExternalTask,
  setExternalTaskRetries,
  throwExternalTaskError,
} from './external-tasks.ts'
import { raiseIncident, resolveIncident } from './incidents.ts'
import { deleteInstance, startInstanceCommand, suspendInstance } from './instances.ts'
import { recordJobFailure, resetTimerCommand, runJob, setJobRetries } from './jobs.ts'
import { migrateInstance } from './migrate-instance.ts'
import { modifyInstance } from './modify-instance.ts'
import { openStarts } from './starts.ts'
import { throwTaskEvent } from './task-events.ts'
import {
  changeCandidate,
  changeTaskCommand,
  claimTask,
  completeTask,
  createStandaloneTask,
  delegateTask,
  resolveTask,
  unclaimTask,
} from './tasks.ts'
import { signalElement, triggerSubscription } from './triggers.ts'
import { undoChange } from './undo-change.ts'
import { evaluateConditionsCommand, setVariables } from './variables.ts'
import { completeWork, failWork } from './work.ts'

type Handler<T extends CommandType> = (step: Step, command: CommandOf<T>) => void

const handlers = {
  startInstance: startInstanceCommand,
  openStarts,
  createTask: createStandaloneTask,
  completeTask,
  throwTaskEvent,
  claimTask,
  unclaimTask,
  changeTask: changeTaskCommand,
  changeCandidate,
  delegateTask,
  resolveTask,
  setVariables,
  runJob,
  triggerSubscription,
  signalElement,
  suspendInstance,
  deleteInstance,
  modifyInstance,
  migrateInstance,
  undoChange,
  recordJobFailure,
  setJobRetries,
  resetTimer: resetTimerCommand,
  raiseIncident,
  resolveIncident,
  evaluateConditions: evaluateConditionsCommand,
  completeExternalTask,
  failExternalTask,
  setExternalTaskRetries,
  activateAdHoc,
  completeAdHoc,
  throwExternalTaskError,
  completeWork,
  failWork,
} satisfies { [T in CommandType]: Handler<T> }

export function carryOut(step: Step, command: Command): void {
  // Each handler takes the commands of its own key, which TypeScript cannot follow through the look-up.
  const handler = handlers[command.type] as Handler<CommandType>
  handler(step, command)
}
