import type { EventDefinition } from '../model.ts'

interface Row {
  readonly kind: 'task' | 'callActivity' | 'subProcess' | 'event' | 'gateway'
  /** Whether the element has no properties except those of its kind, so that it needs neither a type nor a reader. */
  readonly isPlain?: true
}

interface EventRow extends Row {
  readonly kind: 'event'
  /** Whether it waits for what its definitions say. Left out: it throws. */
  readonly catches?: true
  /** Whether the element needs an event definition, without which it could never continue. */
  readonly needsDefinition?: true
  /**
   * Event definitions that it may have: BPMN 2.0, table 10.93. Starts of event sub-processes have a check of their own.
   */
  readonly definitions: readonly EventDefinition['kind'][]
  /** Behind “Expected”. */
  readonly called: string
}

interface GatewayRow extends Row {
  readonly kind: 'gateway'
  /** Whether the element chooses among its flows, one of which may be the default. */
  readonly chooses?: true
}

/**
 * Every kind of flow node (BPMN 2.0, 10.3 to 10.6) with its facts: its type, reader, allowed properties and checks
 * derive from its row.
 */
export const flowElements = {
  task: { kind: 'task', isPlain: true },
  manualTask: { kind: 'task', isPlain: true },
  userTask: { kind: 'task' },
  serviceTask: { kind: 'task' },
  businessRuleTask: { kind: 'task' },
  sendTask: { kind: 'task' },
  receiveTask: { kind: 'task' },
  scriptTask: { kind: 'task' },

  callActivity: { kind: 'callActivity' },
  subProcess: { kind: 'subProcess' },
  transaction: { kind: 'subProcess' },
  adHocSubProcess: { kind: 'subProcess' },

  startEvent: {
    kind: 'event',
    catches: true,
    definitions: ['message', 'timer', 'conditional', 'signal'],
    called: 'a start event of a process',
  },
  intermediateCatchEvent: {
    kind: 'event',
    isPlain: true,
    catches: true,
    needsDefinition: true,
    definitions: ['message', 'timer', 'conditional', 'link', 'signal', 'variable'],
    called: 'an intermediate catching event',
  },
  boundaryEvent: {
    kind: 'event',
    catches: true,
    needsDefinition: true,
    definitions: [
      'message',
      'timer',
      'escalation',
      'error',
      'cancel',
      'compensate',
      'conditional',
      'signal',
      'variable',
    ],
    called: 'a boundary event',
  },
  intermediateThrowEvent: {
    kind: 'event',
    isPlain: true,
    definitions: ['message', 'escalation', 'compensate', 'link', 'signal'],
    called: 'an intermediate throwing event',
  },
  endEvent: {
    kind: 'event',
    isPlain: true,
    definitions: ['message', 'error', 'escalation', 'cancel', 'compensate', 'signal', 'terminate'],
    called: 'an end event',
  },

  exclusiveGateway: { kind: 'gateway', isPlain: true, chooses: true },
  inclusiveGateway: { kind: 'gateway', isPlain: true, chooses: true },
  complexGateway: { kind: 'gateway', chooses: true },
  parallelGateway: { kind: 'gateway', isPlain: true },
  eventBasedGateway: { kind: 'gateway' },
} as const satisfies Readonly<Record<string, Row | EventRow | GatewayRow>>

type Rows = typeof flowElements
type NamesWith<Part> = { [Name in keyof Rows]: Rows[Name] extends Part ? Name : never }[keyof Rows]

/** The names of elements of a kind without further properties. */
export type PlainName<Kind extends Row['kind']> = NamesWith<{ readonly kind: Kind; readonly isPlain: true }>

export type AnyPlainName = NamesWith<{ readonly isPlain: true }>

/** The names of elements with further properties. */
export type OwnName = Exclude<keyof Rows, AnyPlainName>

/** Returns the row of the vocabulary for an element. */
export function rowOf(name: keyof Rows): Row & Partial<Omit<EventRow, 'kind'>> & Partial<Omit<GatewayRow, 'kind'>> {
  return flowElements[name]
}

/** Returns the names of the elements of some kinds, in the order of the table. */
export function listNames(...wanted: readonly Row['kind'][]): (keyof Rows)[] {
  const names = Object.keys(flowElements) as (keyof Rows)[]
  return names.filter((name) => wanted.includes(rowOf(name).kind))
}

/** Returns the names of all elements without properties of their own. */
export function listPlainNames(): AnyPlainName[] {
  return (Object.keys(flowElements) as (keyof Rows)[]).filter(
    (name): name is AnyPlainName => rowOf(name).isPlain === true,
  )
}
