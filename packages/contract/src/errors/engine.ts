import type { ErrorsOfArea } from './errors-of-area.ts'

/** Errors of processes and their work. */
export const engineErrors = {
  'simulation.no-history': {
    status: 422,
    means: 'No instance of the process ended in the measured days. Nothing was started.',
  },
  'simulation.too-many': { status: 409, means: 'The version has the maximum number of unfinished simulations.' },
  'task.taken': { status: 409, means: 'Another user has claimed the task.' },
  'task.not-yours': { status: 403, means: 'The task is not assigned to the user.' },
  'task.over': { status: 409, means: 'The task is completed or cancelled already.' },
  'task.not-alike': { status: 409, means: 'The tasks belong to different steps, so they have no common form.' },
  'task.changed': { status: 409, means: 'The task has changed since, so nothing was undone.' },
  'batch.empty': { status: 409, means: 'None of the selected items exists any more.' },
  'batch.too-large': { status: 422, means: 'More items were selected than the server can change in one batch.' },
  'batch.running': { status: 409, means: 'The batch, or another batch for the same cause, is running.' },
  'batch.over': { status: 409, means: 'The batch has ended.' },
  'batch.none-failed': { status: 409, means: 'No item of the batch has failed.' },
  'batch.too-many': { status: 409, means: 'The user has the maximum number of running batches.' },
  'task.suspended': { status: 409, means: 'The instance or process of the task is suspended.' },
  'process.refused': {
    status: 422,
    means:
      'The process could not continue because an expression or rule of its model failed. Nothing was changed. A running instance has an incident.',
  },
  'definition.not-startable': {
    status: 409,
    means: 'The process is suspended, or its model does not let users start it.',
  },
  'instance.over': { status: 409, means: 'The instance has ended already.' },
  'instance.changed': {
    status: 409,
    means: 'The instance has changed again since then. Nothing was undone.',
  },
  'variable.invalid': { status: 422, means: 'The value of a variable does not match its type. Nothing was changed.' },
  'incident.over': {
    status: 409,
    means:
      'No open incident was found. An incident ends when it is retried or marked as done, or when its instance continues or ends.',
  },
  'incident.not-completable': { status: 409, means: 'The incident is not about a call without a response.' },
  'incident.not-retryable': { status: 409, means: 'The incident has no step or job to retry.' },
  'external-task.locked': { status: 409, means: 'Another worker has locked the external task, or it is not locked.' },
  'event.unmatched': {
    status: 409,
    means: 'No execution waits for the message or signal, or several wait instead of one.',
  },
  'instance.running': { status: 409, means: 'Instances are still running, so their process cannot be deleted.' },
  'task.of-process': { status: 409, means: 'The task belongs to a process, so only the process can end it.' },
  'deployment.invalid': {
    status: 422,
    means: 'A file cannot be deployed. The details list each error with its file and element.',
  },
  'deployment.empty': { status: 422, means: 'The deployment has no BPMN or DMN file.' },
  'deployment.in-use': { status: 409, means: 'Instances of the deployment are running.' },
  'binding.invalid': {
    status: 422,
    means: 'The expression or script of a binding is not valid. The details list each error.',
  },
  'binding.too-many': { status: 409, means: 'The workplace has the maximum number of bindings.' },
  'calendar.too-many': { status: 409, means: 'The workplace has the maximum number of business calendars.' },
} as const satisfies ErrorsOfArea
