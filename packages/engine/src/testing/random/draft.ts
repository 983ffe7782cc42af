import type { Dialect } from '@millrace/bpmn'
import type { Random } from './random.ts'

/** A process in the making. */
export interface Draft {
  readonly random: Random
  readonly dialect: Dialect
  /** Prefix of the vendor's attributes; empty in models of no vendor. */
  readonly prefix: string
  /** Elements that may still be made. */
  budget: number
  serial: number
  readonly definitions: string[]
  readonly dataObjects: string[]
}

/** Where a block stands. */
export interface Where {
  readonly depth: number
  /** False inside a parallel block, whose join would wait for a token that has ended. */
  readonly mayEnd: boolean
  readonly inTransaction: boolean
}

/** A part of a process with one way in and one way out. */
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

export function flow(from: string | null, to: string, condition?: string): string {
  if (from === null) return ''
  const inside =
    condition === undefined
      ? ''
      : `<conditionExpression>${condition.replaceAll('<', '&lt;').replaceAll('&&', '&amp;&amp;')}</conditionExpression>`
  return `<sequenceFlow id="f-${from}-${to}" sourceRef="${from}" targetRef="${to}">${inside}</sequenceFlow>`
}

/** An attribute of the vendor, nothing in models of no vendor. */
export function vendor({ prefix }: Draft, attributes: Readonly<Record<string, string | boolean>>): string {
  if (prefix === '') return ''
  return Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => ` ${prefix}:${name}="${value}"`)
    .join('')
}

/** Asynchronous continuations, now and then. */
export function asynchronous(draft: Draft): string {
  const { random, dialect } = draft
  const isFlowable = dialect === 'flowable'
  return vendor(draft, {
    [isFlowable ? 'async' : 'asyncBefore']: random.chance(0.12),
    [isFlowable ? 'asyncLeave' : 'asyncAfter']: random.chance(0.1),
  })
}

export function message(draft: Draft): string {
  const id = `m${draft.definitions.length}`
  draft.definitions.push(`<message id="${id}" name="${id}"/>`)
  return `<messageEventDefinition messageRef="${id}"/>`
}

export function signal(draft: Draft): string {
  return `<signalEventDefinition signalRef="${draft.random.pick(['s1', 's2'])}"/>`
}

export function timer({ random }: Draft, mayRepeat = false): string {
  const time = mayRepeat && random.chance(0.5) ? '<timeCycle>R2/PT1H</timeCycle>' : '<timeDuration>PT1H</timeDuration>'
  return `<timerEventDefinition>${time}</timerEventDefinition>`
}

export const condition = '<conditionalEventDefinition><condition>${go}</condition></conditionalEventDefinition>'
