import { type Codec, flag, listOf, nullable, shape, text, type ValueOf, wholeNumber } from './codec.ts'
import { plainVariable } from './typed-value.ts'
import { settings, workRequest } from './work-request.ts'

/** What any job may carry: how it was made before somebody changed it, and the element at which its last try failed. */
const notes = {
  made: nullable(shape({ priority: wholeNumber, dueAt: nullable(text) })),
  failedElementId: nullable(text),
}

/** An asynchronous continuation: all else is in its element instance. */
const continuation = shape(notes)

/** The definition of an event, or the listener of a task, that it is for; of a cycle its text as far as it is left. */
const timer = shape({
  index: wholeNumber,
  cycle: nullable(text),
  endDate: nullable(text),
  calendar: nullable(text),
  /** The next of its cycle has been made already, because this one failed. */
  isFollowed: flag,
  ...notes,
})

/** What has come for a subscription and is delivered later, and what threw it. */
const delivery = shape({
  subscriptionId: text,
  variables: listOf(plainVariable),
  /** Of an instance that it starts. */
  businessKey: nullable(text),
  thrower: nullable(shape({ instanceId: text, elementId: text })),
  ...notes,
})

/** The first of the runs of a multi-instance activity that are still to be made, by its index. */
const runs = shape({ next: wholeNumber, ...notes })

/** What a service is asked for, and what its results are needed for. */
const work = shape({
  request: workRequest,
  settings,
  /** Which message of a throwing event it is; null for a task. */
  definition: nullable(wholeNumber),
  ...notes,
})

/**
 * Whether the instances of a definition are to be suspended, or let go on; `after` the last one that it has seen to.
 */
const suspension = shape({ isSuspended: flag, after: nullable(text), ...notes })

/**
 * How the data of a job is stored, by kind of job:
 * - `before`, `after`: an asynchronous continuation
 * - `runs`: further runs of a multi-instance activity, of which a step creates a limited number
 * - `timer`: of an event; `timeout`: of a task listener; `start`: of a start event
 * - `work`: work of an external service
 * - `delivery`: a signal or message to deliver to a subscription later
 * - `suspension`: many instances to suspend or activate with their definition
 */
export const jobData = {
  before: continuation,
  after: continuation,
  runs,
  timer,
  timeout: timer,
  start: timer,
  delivery,
  work,
  suspension,
} as const satisfies Record<string, Codec<object>>

/** The data of each kind of engine job. */
export type JobData = { readonly [K in keyof typeof jobData]: ValueOf<(typeof jobData)[K]> }

export const jobKinds = Object.keys(jobData) as readonly (keyof JobData)[]

export type TimerData = JobData['timer']

/** The data of a job that nobody has changed and that has not failed. */
export const noNotes: ValueOf<typeof continuation> = { made: null, failedElementId: null }
