import { bpmn, path, sequence } from '../../../../runtime/testing/models.ts'
import { models } from './models.ts'
import { type Story, stories } from './stories.ts'

const task = (id: string, inside = '') => `<userTask id="${id}">${inside}</userTask>`
const runs = (count: number, isSequential = false) =>
  `<multiInstanceLoopCharacteristics isSequential="${isSequential}"><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`
const boundary = (id: string, definition: string, isInterrupting: boolean) =>
  `<boundaryEvent id="${id}" attachedToRef="work" cancelActivity="${isInterrupting}">${definition}</boundaryEvent>`
const timer = (kind: string, text: string) => `<timerEventDefinition><${kind}>${text}</${kind}></timerEventDefinition>`

/** Processes that Flowable reads as Camunda does, apart from the names of their attributes. */
const shared = [
  'mi-sub',
  'mi-until',
  'mi-called',
  'twice-triggered',
  'interrupted',
  'cycle-aside',
  'chain',
  'chain-2',
  'chain-3',
  'failed-work',
  'inclusive',
  'three-tokens',
  'event-choice',
  'escalated',
  'looped',
  'terminated',
  'work-many',
  'mi-in-mi',
  'undo-half',
  'late-condition',
]

const own: Readonly<Record<string, string>> = {
  'call-many': sequence('call-many', {
    call: `<callActivity id="call" calledElement="mi-called">${runs(3)}</callActivity>`,
    last: task('last'),
  }),
  'async-runs': sequence('async-runs', {
    work: `<userTask id="work" flowable:async="true">${runs(2)}</userTask>`,
    last: task('last'),
  }),
  'async-task': sequence('async-task', {
    work: '<userTask id="work" flowable:async="true"/>',
    last: task('last'),
  }),
  'async-service': sequence('async-service', {
    sum: '<serviceTask id="sum" flowable:async="true" flowable:expression="${amount + 1}" flowable:resultVariable="more"/>',
    last: task('last'),
  }),
  'three-events': sequence(
    'three-events',
    { work: task('work'), last: task('last') },
    `${boundary('by-message', '<messageEventDefinition messageRef="paid"/>', false)}${task('on-message')}${path('by-message', 'on-message')}
     ${boundary('by-signal', '<signalEventDefinition signalRef="alarm"/>', true)}${task('on-signal')}${path('by-signal', 'on-signal')}
     ${boundary('by-timer', timer('timeCycle', 'R3/PT1H'), false)}${task('on-timer')}${path('by-timer', 'on-timer')}`,
  ),
  'waiting-events': bpmn(
    'waiting-events',
    `<startEvent id="start"/><parallelGateway id="split"/>
     <intermediateCatchEvent id="for-message"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>
     <intermediateCatchEvent id="for-signal"><signalEventDefinition signalRef="alarm"/></intermediateCatchEvent>
     <intermediateCatchEvent id="for-time">${timer('timeDuration', 'P9D')}</intermediateCatchEvent>
     <parallelGateway id="join"/>${task('last')}<endEvent id="end"/>${path('start', 'split')}
     ${['for-message', 'for-signal', 'for-time'].map((id) => path('split', id, 'join')).join('')}${path('join', 'last', 'end')}`,
  ),
  candidates: sequence('candidates', {
    work: '<userTask id="work" flowable:candidateUsers="kim,lee" flowable:candidateGroups="sales" flowable:dueDate="${due}" flowable:priority="70"/>',
    last: '<userTask id="last" flowable:assignee="kim"/>',
  }),
}

/** Writes the vendor's attributes of a model as Flowable names them. */
function asFlowable(xml: string): string {
  return xml
    .replace('xmlns:camunda="http://camunda.org/schema/1.0/bpmn"', 'xmlns:flowable="http://flowable.org/bpmn"')
    .replaceAll('camunda:type="external"', 'flowable:type="external-worker" flowable:exclusive="false"')
    .replaceAll('camunda:', 'flowable:')
}

/** Processes of the stories of Flowable, by key. */
export const flowableModels: Readonly<Record<string, string>> = Object.fromEntries(
  [...shared.map((key) => [key, models[key] ?? ''] as const), ...Object.entries(own)].map(([key, xml]) => [
    key,
    asFlowable(xml),
  ]),
)

/** Stories that are told of Camunda too. */
const reported = [
  'runs of a sub-process at different tasks',
  'second run of a sequence with a condition',
  'event sub-process that was triggered twice',
  'event sub-process that has interrupted its scope',
  'cycle of an event sub-process after its first time',
  'error out of two called instances',
  'called instance of a called instance',
  'inclusive join that one token has reached',
  'parallel join that two of three tokens have reached',
  'event-based gateways in runs',
  'escalation that did not interrupt',
  'third time around',
  'scope before its termination',
  'runs of an external task',
  'runs in runs',
] as const

/** Instances of Flowable that have an equivalent here. */
export const flowableStories: Readonly<Record<string, Story>> = {
  ...Object.fromEntries(reported.flatMap((title) => (stories[title] === undefined ? [] : [[title, stories[title]]]))),
  'called instances': {
    process: 'call-many',
    before: [{ complete: 'work' }],
    after: [{ complete: 'work' }, { complete: 'work' }, { complete: 'last' }],
  },
  'runs before their jobs': {
    process: 'async-runs',
    before: [{ job: true }],
    after: [{ complete: 'work' }, { job: true }, { complete: 'work' }, { complete: 'last' }],
  },
  'job before a task': {
    process: 'async-task',
    before: [],
    after: [{ job: true }, { complete: 'work' }, { complete: 'last' }],
  },
  'suspended instance with a job': {
    process: 'async-task',
    before: [{ suspended: true }],
    after: [{ suspended: false }, { job: true }, { complete: 'work' }, { complete: 'last' }],
  },
  'suspended instance with a timer and tasks': {
    process: 'three-events',
    before: [{ message: 'paid' }, { suspended: true }],
    after: [{ suspended: false }, { timer: true }, { complete: 'work' }, { complete: 'last' }],
  },
  'job that was given up': {
    process: 'async-service',
    before: [{ giveUp: true }],
    after: [{ set: { amount: 4 } }, { tryAgain: true }, { job: true }, { complete: 'last' }],
  },
  'events on one task': {
    process: 'three-events',
    before: [{ message: 'paid' }, { timer: true }],
    after: [
      { message: 'paid' },
      { timer: true },
      { signal: 'alarm' },
      { complete: 'on-signal' },
      { complete: 'on-message' },
    ],
  },
  'events in parallel': {
    process: 'waiting-events',
    before: [{ signal: 'alarm' }],
    after: [{ timer: true }, { message: 'paid' }, { complete: 'last' }],
  },
  'task with candidates and due date': {
    process: 'candidates',
    variables: { due: '2027-01-05T10:00:00Z' },
    before: [],
    after: [{ complete: 'work' }, { complete: 'last' }],
  },
  'variables of all types': {
    process: 'async-task',
    variables: {
      'typed string': 'so',
      'typed boolean': true,
      'typed integer': 7,
      'typed short': { type: 'short', value: 8 },
      'typed long': { type: 'long', value: 9_000_000_000 },
      'typed double': { type: 'double', value: 1.5 },
      'typed date': { type: 'date', value: '2027-01-05T10:00:00Z' },
      'typed instant': { type: 'instant', value: '2027-01-05T10:00:00Z' },
      'typed local date': { type: 'localDate', value: '2027-01-05' },
      'typed local time': { type: 'localDateTime', value: '2027-01-05T10:00:00' },
      'typed json': { type: 'json', value: { rows: [1, 2] } },
      'typed long text': 'so '.repeat(2000),
    },
    before: [],
    after: [{ job: true }, { complete: 'work' }],
  },
  // Its lock ends by the job executor alone.
  'external task after a failure': {
    process: 'failed-work',
    before: [{ failWork: 'ship', retries: 2 }],
    after: [],
  },
  'external task that was given up': {
    process: 'failed-work',
    before: [{ failWork: 'ship', retries: 0 }],
    after: [],
  },
}

/** Instances that stay in Flowable, by the code of the reason. */
export const flowableRemains: Readonly<Record<string, Story & { readonly code: string }>> = {
  'compensation of which one handler is done': {
    process: 'undo-half',
    before: [{ complete: 'one' }],
    after: [],
    code: 'flowable-compensation',
  },
  'condition that becomes true': {
    process: 'late-condition',
    variables: { amount: 1 },
    before: [],
    after: [],
    code: 'flowable-condition',
  },
}
