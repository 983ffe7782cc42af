/** One step of a story: an action on an instance by the REST API of its engine. */
export type Step =
  | { readonly complete: string; readonly variables?: Values }
  | { readonly message: string }
  | { readonly signal: string }
  | { readonly timer: true }
  | { readonly job: true }
  | { readonly work: string; readonly variables?: Values }
  | { readonly failWork: string; readonly retries: number }
  | { readonly errorWork: string; readonly code: string }
  | { readonly workRetries: number }
  | { readonly set: Values }
  | { readonly suspended: boolean }
  /** Flowable: its job is given up, or tried again. */
  | { readonly giveUp: true }
  | { readonly tryAgain: true }

/** Values, some with a type of the source engine. */
type Values = Readonly<Record<string, string | number | boolean | { readonly type: string; readonly value: unknown }>>

/**
 * A test of a move: the steps that bring an instance into a state in the source engine, and the steps after the move.
 */
export interface Story {
  readonly process: string
  readonly variables?: Values
  readonly before: readonly Step[]
  readonly after: readonly Step[]
}

const abc = { a: true, b: true, c: false }

/** All stories, by name. Their instances combine elements that each engine stores in a different way. */
export const stories: Readonly<Record<string, Story>> = {
  'runs of a sub-process at different tasks': {
    process: 'mi-sub',
    before: [{ complete: 'first' }, { timer: true }],
    after: [
      { complete: 'second' },
      { complete: 'hurry' },
      { complete: 'first' },
      { complete: 'second' },
      { complete: 'last' },
    ],
  },
  'second run of a sequence with a condition': {
    process: 'mi-until',
    variables: { size: 5 },
    before: [{ complete: 'work' }],
    after: [{ complete: 'work' }, { complete: 'work' }, { complete: 'last' }],
  },
  'called instances of which one has ended': {
    process: 'mi-call',
    variables: { question: 'why' },
    before: [{ complete: 'work', variables: { answer: 'so' } }],
    after: [{ complete: 'work', variables: { answer: 'no' } }, { complete: 'work' }, { complete: 'last' }],
  },
  'runs before their jobs': {
    process: 'mi-async',
    before: [{ job: true }],
    after: [{ complete: 'work' }, { job: true }, { complete: 'work' }, { complete: 'last' }],
  },
  'run after its task, before its job': {
    process: 'mi-after',
    before: [{ complete: 'work' }],
    after: [{ job: true }, { complete: 'work' }, { job: true }, { complete: 'last' }],
  },
  'event sub-process that was triggered twice': {
    process: 'twice-triggered',
    before: [{ message: 'paid' }, { message: 'paid' }],
    after: [
      { complete: 'aside-task' },
      { message: 'paid' },
      { complete: 'work' },
      { complete: 'aside-task' },
      { complete: 'last' },
      { complete: 'aside-task' },
    ],
  },
  'event sub-process that has interrupted its scope': {
    process: 'interrupted',
    before: [{ signal: 'alarm' }],
    after: [{ complete: 'instead-task' }, { complete: 'last' }],
  },
  'cycle of an event sub-process after its first time': {
    process: 'cycle-aside',
    before: [{ timer: true }],
    after: [
      { timer: true },
      { complete: 'remind-task' },
      { timer: true },
      { complete: 'work' },
      { complete: 'last' },
      { complete: 'remind-task' },
      { complete: 'remind-task' },
    ],
  },
  'completed runs that can be compensated': {
    process: 'undo-many',
    before: [{ complete: 'book' }, { complete: 'book' }],
    after: [{ complete: 'work' }, { complete: 'unbook' }, { complete: 'unbook' }, { complete: 'last' }],
  },
  'one of two runs that can be compensated': {
    process: 'undo-many',
    before: [{ complete: 'book' }],
    after: [
      { complete: 'book' },
      { complete: 'work' },
      { complete: 'unbook' },
      { complete: 'unbook' },
      { complete: 'last' },
    ],
  },
  'completed runs of a sequence that can be compensated': {
    process: 'undo-sequence',
    before: [{ complete: 'book' }, { complete: 'book' }],
    after: [{ complete: 'work' }, { complete: 'unbook' }, { complete: 'unbook' }, { complete: 'last' }],
  },
  'compensation of completed runs by their activity': {
    process: 'undo-one',
    before: [{ complete: 'book' }, { complete: 'book' }],
    after: [{ complete: 'work' }, { complete: 'unbook' }, { complete: 'unbook' }, { complete: 'last' }],
  },
  'compensation by an event sub-process': {
    process: 'undo-by-event',
    before: [{ complete: 'book' }],
    after: [{ complete: 'work' }, { complete: 'revert-task' }, { complete: 'last' }],
  },
  'compensation of which one handler is done': {
    process: 'undo-half',
    before: [{ complete: 'one' }, { complete: 'two' }, { complete: 'un-two' }],
    after: [{ complete: 'un-one' }, { complete: 'last' }],
  },
  'completed scope in a scope that can be compensated': {
    process: 'undo-nested',
    before: [{ complete: 'book' }],
    after: [{ complete: 'pause' }, { complete: 'work' }, { complete: 'unbook' }, { complete: 'last' }],
  },
  'completed scopes in a completed scope': {
    process: 'undo-nested',
    before: [{ complete: 'book' }, { complete: 'pause' }],
    after: [{ complete: 'work' }, { complete: 'unbook' }, { complete: 'last' }],
  },
  'error out of two called instances': {
    process: 'chain',
    before: [],
    after: [{ errorWork: 'deep', code: 'failed' }, { complete: 'after-error' }],
  },
  'called instance of a called instance': {
    process: 'chain',
    before: [{ work: 'deep' }],
    after: [{ complete: 'rest' }, { complete: 'last' }],
  },
  'job after a task': {
    process: 'after-job',
    before: [{ complete: 'work' }],
    after: [{ job: true }, { job: true }, { complete: 'last' }],
  },
  'suspended job': {
    process: 'after-job',
    before: [{ complete: 'work' }, { suspended: true }],
    after: [{ suspended: false }, { job: true }, { job: true }, { complete: 'last' }],
  },
  'external task without retries': {
    process: 'failed-work',
    before: [{ failWork: 'ship', retries: 0 }],
    after: [{ workRetries: 1 }, { work: 'ship' }, { complete: 'last' }],
  },
  'external task after a failure': {
    process: 'failed-work',
    before: [{ failWork: 'ship', retries: 2 }],
    after: [{ failWork: 'ship', retries: 0 }, { workRetries: 1 }, { work: 'ship' }, { complete: 'last' }],
  },
  'all kinds of events on one task': {
    process: 'all-events',
    variables: { amount: 1 },
    before: [{ message: 'paid' }, { timer: true }],
    after: [
      { signal: 'alarm' },
      { set: { amount: 9 } },
      { timer: true },
      { complete: 'on-timer' },
      { complete: 'work' },
      { complete: 'last' },
    ],
  },
  'inclusive join that one token has reached': {
    process: 'inclusive',
    variables: abc,
    before: [{ complete: 'a' }],
    after: [{ complete: 'b' }, { complete: 'last' }],
  },
  'parallel join that two of three tokens have reached': {
    process: 'three-tokens',
    before: [{ complete: 'c' }, { complete: 'a' }],
    after: [{ complete: 'b' }, { complete: 'last' }],
  },
  'event-based gateways in runs': {
    process: 'event-choice',
    before: [{ timer: true }],
    after: [{ signal: 'alarm' }, { complete: 'late' }, { complete: 'got' }, { complete: 'last' }],
  },
  'transaction that is being cancelled': {
    process: 'cancelled',
    before: [{ complete: 'pay' }, { complete: 'agree' }],
    after: [{ complete: 'refund' }, { complete: 'after-cancel' }],
  },
  'transaction before its end': {
    process: 'cancelled',
    before: [{ complete: 'pay' }],
    after: [{ complete: 'agree' }, { complete: 'refund' }, { complete: 'after-cancel' }],
  },
  'escalation that did not interrupt': {
    process: 'escalated',
    before: [{ complete: 'ask' }],
    after: [{ complete: 'inner' }, { complete: 'help' }, { complete: 'last' }],
  },
  'variables of scopes and tasks with mappings': {
    process: 'mapped',
    variables: { amount: 4 },
    before: [],
    after: [{ complete: 'work' }, { complete: 'last' }],
  },
  'condition that becomes true': {
    process: 'late-condition',
    variables: { amount: 1 },
    before: [],
    after: [{ set: { amount: 200 } }, { complete: 'rich-task' }],
  },
  'third time around': {
    process: 'looped',
    before: [
      { complete: 'work', variables: { more: true } },
      { complete: 'work', variables: { more: true } },
    ],
    after: [
      { complete: 'work', variables: { more: true } },
      { complete: 'work', variables: { more: false } },
      { complete: 'last' },
    ],
  },
  'scope before its termination': {
    process: 'terminated',
    before: [],
    after: [{ complete: 'leave' }, { complete: 'last' }],
  },
  'runs that wait for messages': {
    process: 'wait-many',
    before: [{ message: 'paid' }],
    after: [{ message: 'paid' }, { complete: 'last' }],
  },
  'runs of an external task': {
    process: 'work-many',
    before: [{ work: 'ship-many' }],
    after: [{ work: 'ship-many' }, { work: 'ship-many' }, { complete: 'last' }],
  },
  'runs in runs': {
    process: 'mi-in-mi',
    before: [{ complete: 'inner' }, { complete: 'inner' }, { complete: 'inner' }],
    after: [{ complete: 'inner' }, { complete: 'last' }],
  },
}
