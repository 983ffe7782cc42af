import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { choiceAnswer, choiceQuery, formSubmission, openedForm } from './form-data.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { timeZoneName } from './time-zone.ts'
import { instant, person } from './values.ts'

export const trialLimits = {
  /** The maximum number of steps, which are all carried out again with each call. */
  steps: 500,
  /** The tests of one process. */
  tests: 100,
  /** The variables of one step. */
  variables: 200,
  /** Elements that a test expects on the path. */
  path: 2_000,
  /** Characters of the body that a request is answered with. */
  answer: 100_000,
  /** Characters of a value. */
  value: 100_000,
  reason: 150,
} as const

const elementId = z.string().min(1).max(255)

/** A variable with the name of its type and a JSON value: whole numbers beyond 2^53 and times are texts. */
export const trialVariable = z.object({
  name: z.string().min(1).max(255),
  type: z.enum(['String', 'Integer', 'Long', 'Double', 'Boolean', 'Date', 'Json', 'Null']),
  value: z.union([z.string().max(trialLimits.value), z.number(), z.boolean(), z.null()]),
})

export type TrialVariable = z.output<typeof trialVariable>

/** Something that waits: an element, which of several that wait there, and the called process that it belongs to. */
const place = z.object({
  element: elementId,
  index: z.number().int().min(0).max(100_000).default(0),
  process: z.string().max(255).nullable().default(null),
})

export type TrialPlace = z.output<typeof place>

const variables = z.array(trialVariable).max(trialLimits.variables).default([])
const username = z.string().max(limits.username).nullable().default(null)
const code = z.string().trim().min(1).max(255)
const message = z.string().max(1_000)

/** A step of a user who tries a process. The clock only moves by steps. */
export const trialStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    at: instant,
    userId: username,
    /** The id of a start event; null: the one without a trigger. */
    element: elementId.nullable().default(null),
    businessKey: z.string().max(255).nullable().default(null),
    variables,
  }),
  z.object({ kind: z.literal('complete'), place, userId: username, variables }),
  z.object({ kind: z.literal('answer'), place, variables }),
  z.object({
    kind: z.literal('respond'),
    place,
    status: z.number().int().min(100).max(599).default(200),
    body: z.string().max(trialLimits.answer).nullable().default(null),
  }),
  z.object({ kind: z.literal('error'), place, code, message: message.nullable().default(null), variables }),
  z.object({ kind: z.literal('fail'), place, message }),
  z.object({ kind: z.literal('timer'), place }),
  z.object({ kind: z.literal('clock'), to: instant }),
  z.object({ kind: z.literal('message'), place, variables }),
  z.object({ kind: z.literal('signal'), name: z.string().min(1).max(255), variables }),
  z.object({ kind: z.literal('set'), variables }),
])

export type TrialStep = z.output<typeof trialStep>

const steps = z.array(trialStep).max(trialLimits.steps)

const waiting = place.extend({
  kind: z.enum(['task', 'work', 'http', 'mail', 'timer', 'message', 'signal', 'condition']),
  /** The name of the element or the task. */
  name: z.string().nullable(),
  /**
   * The candidates or assignee of a task, the topic of external work, the address of a request, the name of a message
   * or signal.
   */
  detail: z.string().nullable(),
  /** The due at of a task, and of a timer. */
  dueAt: instant.nullable(),
})

export type TrialWaiting = z.output<typeof waiting>

export const trialState = z.object({
  /** The steps to send the next time: entries of forms are variables in them. */
  steps: z.array(trialStep),
  clock: instant,
  status: z.enum(['new', 'running', 'completed', 'terminated', 'deleted']),
  /** The step that failed; later steps were not tried. */
  failure: z
    .object({ step: z.number().int(), code: z.string(), message: z.string(), element: z.string().nullable() })
    .nullable(),
  waiting: z.array(waiting),
  incidents: z.array(z.object({ process: z.string().nullable(), element: z.string(), message: z.string() })),
  /** The last 2,000 visited elements. */
  path: z.array(
    z.object({
      process: z.string().nullable(),
      element: z.string(),
      step: z.number().int(),
      at: instant,
      isCancelled: z.boolean(),
    }),
  ),
  /** Elements and flows that tokens have passed. */
  passed: z.array(z.string()),
  tokens: z.array(z.object({ process: z.string().nullable(), element: z.string(), count: z.number().int() })),
  variables: z.array(z.object({ ...trialVariable.shape, type: z.string(), element: z.string().nullable() })),
  /** Messages and signals that would have been sent to other processes. */
  sent: z.array(z.object({ kind: z.enum(['message', 'signal']), name: z.string(), element: z.string() })),
  /** The form of the requested task, otherwise of the first one; before the start, the start form. */
  form: z.object({ place, form: openedForm }).nullable(),
  /** Start events, when nothing was started yet. */
  starts: z.array(z.object({ element: z.string(), name: z.string().nullable(), isPlain: z.boolean() })),
})

export type TrialState = z.output<typeof trialState>

/** The expected result of a test case. Null or missing values may be anything. */
export const trialExpectation = z.object({
  /** The visited elements of the process itself, in order. */
  path: z.array(elementId).max(trialLimits.path).nullable().default(null),
  variables,
  status: z.enum(['running', 'completed', 'terminated', 'deleted']).nullable().default(null),
})

export type TrialExpectation = z.output<typeof trialExpectation>

const testName = text('name')

const processTest = z.object({
  id: z.string(),
  name: z.string(),
  steps: z.array(trialStep),
  expected: trialExpectation,
  /** Counts changes; to be sent with the next one. */
  revision: z.number().int(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type ProcessTest = z.output<typeof processTest>

const testRun = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The first difference as a sentence; null when the test case passed. */
      difference: z.string().nullable(),
    }),
  ),
  /** Elements and flows that some test case passes, of all that exist. */
  coverage: z.object({ passed: z.array(z.string()), total: z.number().int() }),
})

export type TestRun = z.output<typeof testRun>

const id = z.string().max(64)
const one = z.object({ appId: id, processId: id })
const oneTest = one.extend({ testId: id })
const of = { tag: 'Processes of applications', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const path = '/applications/{appId}/appprocesses/{processId}'
const xml = z.string().min(1).max(limits.processDesign)
const touches = ['trials.tests'] as const

/** Calls for trials, which run processes without a deployment, and for test cases. */
export const trialCalls = defineCalls('trials', {
  /**
   * Carries out all steps from the first on, with the forms and called processes that the application has now. Nothing
   * is kept and nothing leaves: work of others is answered by steps.
   */
  tryOut: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/try`,
    summary: 'Tries a process without deploying it.',
    scope: 'read',
    touches: [],
    params: one,
    body: z.object({
      /** The process as it is drawn, saved or not. */
      xml,
      steps,
      /** The entries in the form of the last step, a start or a completed task. */
      submission: formSubmission.optional(),
      /** The task whose form is wanted, or the start event. */
      show: place.optional(),
      timeZone: timeZoneName.default('UTC'),
    }),
    bodyLimit: limits.designBody,
    answer: trialState,
    errors: [gone, 'app-process.file-invalid', 'form.invalid', 'form.changed', 'budget.exceeded'],
  }),
  /** Only names are returned, and only those that the field accepts. */
  formChoices: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/try/choices`,
    summary: 'Finds choices for a field of a form in a trial.',
    params: one,
    /** With the hash of the document that is shown. */
    query: choiceQuery.extend({ hash: z.string().min(1).max(100) }),
    answer: choiceAnswer,
    errors: [gone],
  }),
  tests: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/tests`,
    summary: 'The test cases of a process, by name.',
    params: one,
    answer: z.array(processTest),
    errors: [gone],
  }),
  createTest: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/tests`,
    summary: 'Saves a trial as a test case.',
    touches,
    happensOnce: true,
    params: one,
    body: z.object({ name: testName, steps: steps.min(1), expected: trialExpectation }),
    bodyLimit: limits.designBody,
    answer: processTest,
    errors: [gone, 'thing.disabled', 'design.locked', 'thing.name-taken', 'process-test.too-many'],
  }),
  saveTest: defineCall({
    ...of,
    method: 'PUT',
    path: `${path}/tests/{testId}`,
    summary: 'Changes the name and the expected result of a test case.',
    touches,
    happensOnce: true,
    params: oneTest,
    body: z.object({ name: testName, expected: trialExpectation, revision: z.number().int().optional() }),
    answer: processTest,
    errors: [gone, 'thing.disabled', 'design.locked', 'thing.changed', 'thing.name-taken'],
  }),
  removeTest: defineCall({
    ...of,
    method: 'DELETE',
    path: `${path}/tests/{testId}`,
    summary: 'Deletes a test case.',
    touches,
    happensOnce: true,
    params: oneTest,
    answer: 'empty',
    errors: [gone, 'thing.disabled', 'design.locked'],
  }),
  /** Runs the test cases against the drawn diagram, saved or not. */
  runTests: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/tests/run`,
    summary: 'Runs all test cases of a process.',
    scope: 'read',
    touches: [],
    params: one,
    body: z.object({ xml }),
    bodyLimit: limits.designBody,
    answer: testRun,
    errors: [gone, 'app-process.file-invalid', 'budget.exceeded'],
  }),
})
