import type { Meter } from '../../meter.ts'
import { isSame } from '../compare.ts'
import { Fault } from '../environment.ts'
import { isPlainObject, readOwn } from '../plain.ts'

/**
 * Reads a simple JSONPath: `$`, `.name`, `['name']`, `[0]`, `[-1]`, `[*]`, `.*`, `..name` and the filters `[?(@.name)]`
 * and `[?(@.name == 'x')]` with `== != < <= > >=`. A path that may match several values (`*`, `..`, a filter) returns a
 * list.
 *
 * @throws Fault when the path has another form, or matches nothing although it can match only one value.
 */
export function readJsonPath(root: unknown, path: string, meter: Meter): unknown {
  let hits: unknown[] = [root]
  let isDefinite = true
  // Each step is looked for by several patterns.
  meter.charge(path.length)
  for (const step of readSteps(path)) {
    hits = hits.flatMap((hit) => takeStep(hit, step, meter))
    isDefinite &&= step.kind === 'key' || step.kind === 'index'
  }
  if (!isDefinite) return hits
  if (hits.length === 0) throw new Fault(`Expected the JSON path ${path} to lead somewhere, but it hits nothing.`)
  return hits[0]
}

type Step =
  | { kind: 'key'; key: string }
  | { kind: 'index'; index: number }
  | { kind: 'all' }
  | { kind: 'deep'; key: string }
  | { kind: 'filter'; key: string; operator: string | undefined; value: unknown }

const patterns: readonly [RegExp, (groups: (string | undefined)[]) => Step][] = [
  [/\.\.(\*|[\p{L}\p{N}_$-]+)/uy, ([, key]) => ({ kind: 'deep', key: key! })],
  [/\.\*|\[\*\]/y, () => ({ kind: 'all' })],
  [/\.([\p{L}\p{N}_$-]+)/uy, ([, key]) => ({ kind: 'key', key: key! })],
  [/\[\s*(?:'([^']*)'|"([^"]*)")\s*\]/y, ([, single, double]) => ({ kind: 'key', key: single ?? double! })],
  [/\[\s*(-?\d+)\s*\]/y, ([, index]) => ({ kind: 'index', index: Number(index) })],
  [
    /\[\?\(\s*@(?:\.([\p{L}\p{N}_$-]+)|\['([^']*)'\])\s*(?:(==|!=|<=|>=|<|>)\s*('[^']*'|"[^"]*"|-?[\d.]+|true|false|null)\s*)?\)\]/uy,
    ([, dotted, quoted, operator, value]) => ({
      kind: 'filter',
      key: dotted ?? quoted!,
      operator,
      value: literal(value),
    }),
  ],
]

function readSteps(path: string): Step[] {
  const steps: Step[] = []
  let position = path.startsWith('$') ? 1 : 0
  while (position < path.length) {
    const step = readStep(path, position)
    steps.push(step.step)
    position = step.end
  }
  return steps
}

function readStep(path: string, position: number): { step: Step; end: number } {
  for (const [pattern, make] of patterns) {
    pattern.lastIndex = position
    const match = pattern.exec(path)
    if (match !== null) return { step: make(match), end: pattern.lastIndex }
  }
  throw new Fault(`Expected a simple JSON path, but ${path.slice(position)} is not understood.`)
}

function literal(text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  return /^['"]/.test(text) ? text.slice(1, -1) : Number(text)
}

function takeStep(value: unknown, step: Step, meter: Meter): unknown[] {
  meter.charge(1)
  if (step.kind === 'key')
    return isPlainObject(value) && Object.hasOwn(value, step.key) ? [readOwn(value, step.key)] : []
  if (step.kind === 'index')
    return Array.isArray(value) && value.at(step.index) !== undefined ? [value.at(step.index)] : []
  if (step.kind === 'all') return children(value, meter)
  if (step.kind === 'filter') return children(value, meter).filter((child) => passes(child, step))
  const inner: Step = step.key === '*' ? { kind: 'all' } : { kind: 'key', key: step.key }
  return descendants(value, meter).flatMap((own) => takeStep(own, inner, meter))
}

function children(value: unknown, meter: Meter): unknown[] {
  const all = Array.isArray(value) ? value : isPlainObject(value) ? Object.values(value) : []
  meter.charge(all.length)
  return all
}

function descendants(value: unknown, meter: Meter): unknown[] {
  const found: unknown[] = [value]
  for (let index = 0; index < found.length; index += 1) {
    for (const child of children(found[index], meter)) found.push(child)
  }
  return found
}

function passes(value: unknown, { key, operator, value: wanted }: Step & { kind: 'filter' }): boolean {
  if (!isPlainObject(value) || !Object.hasOwn(value, key)) return false
  const own = readOwn(value, key)
  if (operator === undefined) return true
  if (operator === '==' || operator === '!=') return isSame(own, wanted) === (operator === '==')
  if (typeof own !== typeof wanted || (typeof own !== 'number' && typeof own !== 'string')) return false
  const [one, other] = [own, wanted as typeof own]
  if (operator === '<') return one < other
  if (operator === '<=') return one <= other
  return operator === '>' ? one > other : one >= other
}
