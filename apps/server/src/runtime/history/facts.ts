import { type JobKind, jobKinds, taskOperation } from '@millrace/engine'
import {
  type Codec,
  flag,
  json,
  listOf,
  mapOf,
  nullable,
  number,
  oneOf,
  orNull,
  patchOf,
  shape,
  text,
  UnreadableData,
  type ValueOf,
  wholeNumber,
} from '@millrace/engine/codec'

/** The links of users and groups to a task, from which the log of identity links is made. */
const links = { assignee: orNull(text), owner: orNull(text), candidateUsers: texts(), candidateGroups: texts() }

/** Further fields of a task that users change. */
const written = {
  name: orNull(text),
  description: orNull(text),
  delegation: orNull(oneOf('PENDING', 'RESOLVED')),
  priority: number,
  dueAt: orNull(text),
  followUpAt: orNull(text),
}

/** The changes of a task, with the replaced values. */
const taskChange = patchOf({
  operation: taskOperation,
  ...links,
  ...written,
  /** Entries of earlier versions only contain the users involved. */
  before: patchOf({ ...links, ...written }),
  /** The absent user on whose behalf the action was done. */
  inPlaceOf: text,
  category: orNull(text),
  formKey: orNull(text),
  isSuspended: kept(flag),
  updatedAt: orNull(text),
})

/** Versions before migration 7 called deliveries by what is delivered. */
const earlierKinds: Readonly<Record<string, JobKind>> = { message: 'delivery', signal: 'delivery' }

const jobKind: Codec<JobKind> = {
  encode: (kind) => kind,
  decode: (stored, at) => oneOf(...jobKinds).decode(earlierKinds[String(stored)] ?? stored, at),
}

/** A job as it was then. `made`: what it began with, when somebody has changed that. */
const job = {
  elementId: text,
  executionId: text,
  kind: jobKind,
  dueAt: nullable(text),
  retries: wholeNumber,
  priority: number,
  isExclusive: flag,
  isSuspended: flag,
  createdAt: text,
  made: nullable(shape({ priority: number, dueAt: nullable(text) })),
  failedElementId: nullable(text),
}

const externalTask = {
  elementId: text,
  executionId: text,
  topic: text,
  workerId: nullable(text),
  priority: number,
  retries: nullable(wholeNumber),
  createdAt: text,
}

const outcome = oneOf('done', 'deleted')

/**
 * All kinds of history facts with their data. Writers and readers share these types, so that nobody reads a field that
 * nobody writes.
 */
export const factData = {
  'task-changed': taskChange,
  'task-link': withFields({
    operation: oneOf('add', 'delete'),
    type: text,
    userId: nullable(text),
    groupId: nullable(text),
  }),
  'form-field': withFields({ fieldId: text, fieldValue: text }),
  'job-failed': withFields({ ...job, error: text }),
  'job-ended': withFields({ ...job, outcome }),
  'external-task-failed': withFields({ ...externalTask, error: nullable(text), details: nullable(text) }),
  'external-task-ended': withFields({ ...externalTask, outcome }),
  'incident-raised': withFields({
    elementId: nullable(text),
    executionId: text,
    type: text,
    sourceId: nullable(text),
    message: text,
    detail: nullable(mapOf(json)),
    causeId: text,
    rootCauseId: text,
    createdAt: text,
  }),
  'incident-ended': withFields({ outcome: oneOf('resolved', 'deleted') }),
  'incident-annotated': withFields({ annotation: nullable(text) }),
  /** The evaluation of a decision by an element, or by the process itself. */
  'decision-evaluated': withFields({ elementId: nullable(text), decisionId: text, trace: json }),
  /** Tokens that somebody started and cancelled, line by line. */
  'instance-modified': withFields({
    moves: listOf(shape({ kind: oneOf('start', 'cancel'), how: text, id: text }, { isOpen: true })),
    note: nullable(text),
    isInternal: flagSince(),
  }),
  /** A migration of the instance to another definition. */
  'instance-migrated': withFields({ sourceId: text, targetId: text, note: nullable(text) }),
  /** A change that was undone, for as long as nothing else had happened. */
  'change-undone': withFields({ what: oneOf('modification', 'migration', 'variables') }),
  /** The instance of the fact is a restart of another one. */
  'instance-restarted': withFields({ restartOf: text }),
} as const satisfies Record<string, Codec<object>>

export type FactKind = keyof typeof factData
export type FactData = { readonly [K in FactKind]: ValueOf<(typeof factData)[K]> }

/** A history fact of any kind, with its data. */
export type FactOfAnyKind = { readonly [K in FactKind]: { readonly kind: K; readonly data: FactData[K] } }[FactKind]

export type Fact = FactOfAnyKind & {
  readonly id: string
  readonly instanceId: string
  readonly at: string
  /** The task, job or incident that it is about. */
  readonly subjectId: string | null
  /** The element instance. */
  readonly elementId: string | null
}

/** Serializes the data of a fact for its row. */
export function encodeFact({ kind, data }: FactOfAnyKind): string {
  // The codec is that of the fact's kind, which TypeScript cannot follow through the look-up.
  const codec: Codec<unknown> = factData[kind]
  return JSON.stringify(codec.encode(data))
}

/** Parses a fact; null when this version cannot read it. History is shown without it, because nothing depends on it. */
export function readFact({ kind, data }: { readonly kind: string; readonly data: unknown }): FactOfAnyKind | null {
  if (!isFactKind(kind)) return null
  try {
    return { kind, data: factData[kind].decode(data, kind) } as FactOfAnyKind
  } catch (error) {
    if (error instanceof UnreadableData) return null
    throw error
  }
}

function isFactKind(kind: string): kind is FactKind {
  return Object.hasOwn(factData, kind)
}

/** An empty list is a value like any other. */
function texts(): Codec<readonly string[]> {
  return { encode: (value) => value, decode: listOf(text).decode }
}

/** False is a value like any other. */
function kept(codec: Codec<boolean>): Codec<boolean> {
  return { encode: (value) => value, decode: codec.decode }
}

/** A flag that earlier versions did not write, when it was never true. */
function flagSince(): Codec<boolean> {
  return { encode: (value) => value, decode: (stored, at) => (stored === undefined ? false : flag.decode(stored, at)) }
}

/** Further fields, written by an older or newer version, are ignored. */
function withFields<F extends Parameters<typeof shape>[0]>(fields: F) {
  return shape(fields, { isOpen: true })
}
