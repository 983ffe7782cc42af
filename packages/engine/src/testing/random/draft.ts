import { type Dialect, listPlainNames, rowOf } from '@millrace/bpmn'
import type { Random } from './random.ts'

/** A random process while it is created. */
export interface Draft {
  readonly random: Random
  readonly dialect: Dialect
  /** Prefix of the vendor's attributes; empty in models of no vendor. */
  readonly prefix: string
  /** Elements that may still be made. */
  budget: number
  serial: number
  readonly definitions: string[]
  readonly signals: string[]
  /** Makes what stands inside of something else: blocks hold activities and events, which hold blocks. */
  readonly inside: { readonly sequence: MakeBlocks; readonly path: MakeBlocks }
}

type MakeBlocks = (draft: Draft, length: number, where: Where) => Block

/** The surroundings of a random block, which limit the elements that it may have. */
export interface Where {
  readonly depth: number
  /** False inside a parallel block, whose join would wait for a token that has ended. */
  readonly mayEnd: boolean
  readonly inTransaction: boolean
  /**
   * In a loop by flows a complex gateway would mix the tokens of one round with those of the next, and an inclusive
   * join would wait for those that go round.
   */
  readonly inLoop: boolean
}

/** A part of a process with one entry and one exit. */
export interface Block {
  readonly xml: string
  readonly first: string
  /** Null when no token leaves it. */
  readonly last: string | null
}

export function newId(draft: Draft, word: string): string {
  draft.budget--
  return `${word}${++draft.serial}`
}

/** Lists the elements of a kind without further properties, each of which can replace another. */
export function listPlain(kind: ReturnType<typeof rowOf>['kind']) {
  return listPlainNames().filter((name) => rowOf(name).kind === kind)
}

/**
 * Returns the next of several names in turn, without using a random number, so that a seed stays the same when names
 * are added.
 */
export function turn(draft: Draft, names: readonly string[]): string {
  const name = names[draft.serial % names.length]
  if (name === undefined) throw new Error('Expected something to take in turn, but there is nothing.')
  return name
}

export function flow(from: string | null, to: string, condition?: string): string {
  if (from === null) return ''
  const inside =
    condition === undefined
      ? ''
      : `<conditionExpression>${condition.replaceAll('<', '&lt;').replaceAll('&&', '&amp;&amp;')}</conditionExpression>`
  return `<sequenceFlow id="f-${from}-${to}" sourceRef="${from}" targetRef="${to}">${inside}</sequenceFlow>`
}

/** Returns the XML of attributes with the vendor's prefix; an empty text in models without a vendor. */
export function vendor({ prefix }: Draft, attributes: Readonly<Record<string, string | boolean>>): string {
  if (prefix === '') return ''
  return Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => ` ${prefix}:${name}="${value}"`)
    .join('')
}

export function isFlowable({ dialect }: Draft): boolean {
  return dialect === 'flowable' || dialect === 'activiti'
}

/** Returns random attributes for asynchronous continuations. */
export function asynchronous(draft: Draft): string {
  const { random } = draft
  return vendor(draft, {
    [isFlowable(draft) ? 'async' : 'asyncBefore']: random.chance(0.12),
    [isFlowable(draft) ? 'asyncLeave' : 'asyncAfter']: random.chance(0.1),
  })
}

export function message(draft: Draft): string {
  const id = `m${draft.definitions.length}`
  draft.definitions.push(`<message id="${id}" name="${id}"/>`)
  return `<messageEventDefinition messageRef="${id}"/>`
}

/**
 * Declares a new signal and returns its event definition. Two events at one place may not wait for the same signal.
 *
 * @param mayRepeat whether an event waits for it repeatedly: then it is never thrown, because the started elements
 * could throw it again and again.
 */
export function signal(draft: Draft, mayRepeat = false): string {
  const id = `s${draft.definitions.length}`
  if (!mayRepeat) draft.signals.push(id)
  draft.definitions.push(`<signal id="${id}" name="${id}"/>`)
  return `<signalEventDefinition signalRef="${id}"/>`
}

/**
 * Returns the definition of an event that throws a signal which another event waits for; a new signal if there is none.
 */
export function thrownSignal(draft: Draft): string {
  return draft.signals.length === 0
    ? signal(draft)
    : `<signalEventDefinition signalRef="${draft.random.pick(draft.signals)}"/>`
}

export function timer({ random }: Draft, mayRepeat = false): string {
  const time = mayRepeat && random.chance(0.5) ? '<timeCycle>R2/PT1H</timeCycle>' : '<timeDuration>PT1H</timeDuration>'
  return `<timerEventDefinition>${time}</timerEventDefinition>`
}

export const condition = '<conditionalEventDefinition><condition>${go}</condition></conditionalEventDefinition>'

/**
 * A condition for an event that does not interrupt. It looks at one variable only, which nothing in the process sets:
 * what it starts would else make it happen again and again.
 */
function askedCondition({ prefix }: Draft): string {
  return `<conditionalEventDefinition ${prefix}:variableName="asked"><condition>\${asked}</condition></conditionalEventDefinition>`
}

/** The trigger of a random event: its definitions, their number, and the attributes of the event. */
export interface Trigger {
  readonly definitions: string
  readonly attributes: string
  readonly count: number
}

/** Creates a random trigger with one or several event definitions. */
export function trigger(draft: Draft, options: { mayRepeat?: boolean; isStart?: boolean } = {}): Trigger {
  const { random, dialect, prefix } = draft
  const { mayRepeat = false, isStart = false } = options
  const kind = random.next()
  if (kind < 0.65) {
    const makers = [
      message,
      signal,
      timer,
      ...(mayRepeat ? (prefix === '' ? [] : [askedCondition]) : [() => condition]),
    ]
    const definitions = random.pick(makers)(draft, mayRepeat)
    return { definitions, attributes: '', count: 1 }
  }
  if (kind < 0.8)
    return {
      definitions: message(draft) + signal(draft, mayRepeat) + timer(draft, mayRepeat),
      attributes: '',
      count: 3,
    }
  if (kind < 0.9 || dialect !== 'flowable' || isStart)
    return { definitions: message(draft) + signal(draft, mayRepeat), attributes: 'parallelMultiple="true"', count: 2 }
  const listener = `<extensionElements><${prefix}:variableListenerEventDefinition variableName="told"/></extensionElements>`
  return { definitions: listener, attributes: '', count: 1 }
}
