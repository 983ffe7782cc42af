import type { Iterator, NodeOf } from '../syntax/node.ts'
import { dateOfEpochDay, FeelDate } from '../temporal/date.ts'
import { toInteger } from '../values/number.ts'
import { FeelRange } from '../values/range.ts'
import { type FeelValue, isList, isNumber } from '../values/value.ts'
import { compileCharged, compileNode } from './compile-node.ts'
import { type Code, type Frame, nestFrame } from './frame.ts'
import { nestScope, type Scope } from './scope.ts'

/** Compiled code that returns the values of an iterator; null when it cannot be iterated. */
export type DomainCode = (frame: Frame) => Iterable<FeelValue> | null

/**
 * Compiles `for … return …` (DMN 1.5, table 54): evaluates the body for every combination; `partial` is the list of
 * results so far.
 */
export function compileFor({ iterators, body }: NodeOf<'for'>, scope: Scope): Code {
  const names = iterators.map((iterator) => iterator.name)
  const domains = compileDomains(iterators, scope)
  return collect(domains, compileCharged(body, nestScope(scope, [...names, 'partial'], { kind: 'loop' })))
}

/** Runs a body for every combination of the domains. The body's frame has their values, then the partial result. */
export function collect(domains: readonly DomainCode[], body: Code): Code {
  return (frame) => {
    const results: FeelValue[] = []
    const isComplete = iterate(domains, frame, (values) => {
      frame.root.evaluation.checkLength(results.length + 1)
      results.push(body(nestFrame(frame, [...values, results])))
      return true
    })
    return isComplete === null ? null : results
  }
}

/**
 * Compiles `some … satisfies` and `every … satisfies`: three-valued or and and over the combinations, up to the first
 * that decides. A value that is neither true, false nor null makes the result null.
 */
export function compileQuantified({ kind, iterators, body }: NodeOf<'some'> | NodeOf<'every'>, scope: Scope): Code {
  const names = iterators.map((iterator) => iterator.name)
  return quantify(kind, compileDomains(iterators, scope), compileCharged(body, nestScope(scope, names)))
}

export function quantify(kind: 'some' | 'every', domains: readonly DomainCode[], body: Code): Code {
  const decisive = kind === 'some'
  return (frame) => {
    let answer: boolean | null = !decisive
    const isComplete = iterate(domains, frame, (values) => {
      const result = body(nestFrame(frame, values))
      if (result === decisive) answer = decisive
      else if (typeof result !== 'boolean') answer = null
      return result === null || result === !decisive
    })
    return isComplete === null ? null : answer
  }
}

/** Visits every combination until one says false. Null when a domain is none. */
function iterate(
  domains: readonly DomainCode[],
  frame: Frame,
  visit: (values: FeelValue[]) => boolean,
  values: FeelValue[] = [],
): boolean | null {
  const domain = domains[values.length]
  if (!domain) return visit(values)
  const items = domain(nestFrame(frame, values))
  if (!items) return null
  for (const item of items) {
    frame.root.evaluation.charge(1)
    const isComplete = iterate(domains, frame, visit, [...values, item])
    if (!isComplete) return isComplete
  }
  return true
}

function compileDomains(iterators: readonly Iterator[], scope: Scope): DomainCode[] {
  const names = iterators.map((iterator) => iterator.name)
  return iterators.map((iterator, index) =>
    compileDomain(iterator, nestScope(scope, names.slice(0, index)), index === 0),
  )
}

/**
 * Compiles the domain of an iteration. The first domain is evaluated outside; further ones are evaluated in each
 * iteration.
 */
function compileDomain({ domain, end }: Iterator, scope: Scope, isFirst: boolean): DomainCode {
  const compilePart = isFirst ? compileNode : compileCharged
  const startCode = compilePart(domain, scope)
  if (!end) return (frame) => toDomain(startCode(frame))
  const endCode = compilePart(end, scope)
  return (frame) => walk(startCode(frame), endCode(frame))
}

/**
 * Returns the items to iterate over: a list, the whole numbers or days of a range, or a single value as a list of one.
 */
export function toDomain(value: FeelValue): Iterable<FeelValue> | null {
  if (value === null) return null
  if (isList(value)) return value
  return value instanceof FeelRange ? walkRange(value) : [value]
}

function walkRange({ start, end, includesStart, includesEnd }: FeelRange): Iterable<FeelValue> | null {
  const all = start === undefined || end === undefined ? null : walk(start, end)
  return all && skipEnds(all, { start: includesStart ? undefined : start, end: includesEnd ? undefined : end })
}

function* skipEnds(
  values: Iterable<FeelValue>,
  { start, end }: { start: FeelValue | undefined; end: FeelValue | undefined },
): Iterable<FeelValue> {
  for (const value of values) {
    if (!isSameStep(value, start) && !isSameStep(value, end)) yield value
  }
}

function isSameStep(value: FeelValue, endpoint: FeelValue | undefined): boolean {
  if (value instanceof FeelDate && endpoint instanceof FeelDate) return value.epochDay === endpoint.epochDay
  return value === endpoint
}

/** Iterates from the start to the end, upwards or downwards. */
function walk(start: FeelValue, end: FeelValue): Iterable<FeelValue> | null {
  if (start instanceof FeelDate && end instanceof FeelDate) return walkDays(start.epochDay, end.epochDay)
  if (!isNumber(start) || !isNumber(end)) return null
  const [from, to] = [toInteger(start), toInteger(end)]
  return from === undefined || to === undefined ? null : walkIntegers(from, to)
}

function* walkIntegers(from: number, to: number): Iterable<number> {
  const step = from <= to ? 1 : -1
  for (let current = from; step > 0 ? current <= to : current >= to; current += step) yield current
}

function* walkDays(from: number, to: number): Iterable<FeelValue> {
  for (const day of walkIntegers(from, to)) yield dateOfEpochDay(day)
}
