import { type Codec, flag, listOf, nullable, oneOf, shape, text, type ValueOf, wholeNumber } from './codec.ts'
import { plainVariable } from './typed-value.ts'
import { settings, workRequest } from './work-request.ts'

/**
 * Data that any job can have: its original settings before a change by an operator, and the element at which the last
 * attempt failed.
 */
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
  /** Whether the next timer of the cycle already exists, because this one failed. */
  isFollowed: flag,
  ...notes,
})

/** A message or signal that is delivered to a subscription later, with its sender. */
const delivery = shape({
  subscriptionId: text,
  variables: listOf(plainVariable),
  /** The business key of an instance that it starts. */
  businessKey: nullable(text),
  thrower: nullable(shape({ instanceId: text, elementId: text })),
  ...notes,
})

/** The first of the runs of a multi-instance activity that are still to be made, by its index. */
const runs = shape({ next: wholeNumber, ...notes })

/** The request to a service, and the use of its results. */
const work = shape({
  request: workRequest,
  settings,
  /** The index of the message in a throwing event; null for a task. */
  definition: nullable(wholeNumber),
  ...notes,
})

/**
 * Whether the instances of a definition are to be suspended, or let go on; `after` the last one that it has seen to.
 * One that is planned suspends its definition first, or with it all versions, of its tenant or of every one, and with
 * `includesJobs` their job definitions; with `jobs`, only their job definitions, or the one that it names.
 */
const suspension = shape({
  isSuspended: flag,
  after: nullable(text),
  planned: nullable(
    shape({
      of: oneOf('version', 'versions', 'tenants'),
      includesInstances: flag,
      includesJobs: flag,
      jobs: nullable(shape({ jobDefinitionId: nullable(text), includesJobs: flag })),
    }),
  ),
  ...notes,
})

/**
 * The codecs of the data of jobs, by kind of job:
 * - `before`, `after`: an asynchronous continuation
 * - `runs`: further runs of a multi-instance activity, of which one step creates a limited number
 * - `timer`: of an event; `timeout`: of a task's listener; `start`: of an event that starts a process
 * - `work`: something that a service does outside
 * - `delivery`: a signal or message that is delivered to a subscription later
 * - `suspension`: suspends or activates the many instances of a definition; or, if planned, the definition itself at a
 *   date
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

/** The initial data of a job that nobody has changed and that has not failed. */
export const noNotes: ValueOf<typeof continuation> = { made: null, failedElementId: null }
