import { checkDepth } from '../../meter.ts'
import type { Evaluation } from '../compile/evaluation.ts'
import type { FeelFunction } from '../values/function.ts'
import { createContext, type FeelContext, type FeelList, type FeelValue, isContext, isList } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { DistinctValues } from './distinct-values.ts'
import { anything, context, list } from './parameters.ts'

/** Functions of contexts (DMN 1.5, 10.3.4.10). */
export const CONTEXTS = {
  'get value': builtin(
    signature([context('m'), anything('key')], ([m, key]) => getValue(m, typeof key === 'string' ? [key] : key)),
    signature([context('context'), anything('key')], ([m, key]) => getValue(m, typeof key === 'string' ? [key] : key)),
    signature([context('context'), list('keys')], ([m, keys]) => getValue(m, keys)),
  ),
  'get entries': builtin(
    signature([context('m')], ([m], evaluation) => getEntries(m, evaluation)),
    signature([context('context')], ([m], evaluation) => getEntries(m, evaluation)),
  ),
  context: builtin(signature([list('entries')], ([entries], evaluation) => fromEntries(entries, evaluation))),
  'context put': builtin(
    signature([context('context'), anything('key'), anything('value')], ([m, key, value], evaluation) =>
      typeof key === 'string'
        ? put(m, [key], { value, evaluation })
        : isList(key)
          ? put(m, key, { value, evaluation })
          : null,
    ),
    signature([context('context'), list('keys'), anything('value')], ([m, keys, value], evaluation) =>
      put(m, keys, { value, evaluation }),
    ),
  ),
  'context merge': builtin(signature([list('contexts')], ([contexts], evaluation) => merge(contexts, evaluation))),
} satisfies Record<string, FeelFunction>

function getValue(m: FeelContext, path: FeelValue): FeelValue {
  if (!isList(path) || path.length === 0) return null
  let value: FeelValue = m
  for (const key of path) {
    if (!isContext(value) || typeof key !== 'string') return null
    value = value[key] ?? null
  }
  return value
}

function getEntries(m: FeelContext, evaluation: Evaluation): FeelValue {
  const entries = Object.entries(m)
  evaluation.checkList(entries.length)
  evaluation.charge(entries.length * 4)
  return entries.map(([key, value]) =>
    createContext([
      ['key', key],
      ['value', value],
    ]),
  )
}

/** Null when an item is no entry or a key comes twice. */
function fromEntries(entries: FeelList, evaluation: Evaluation): FeelValue {
  evaluation.charge(entries.length * 4)
  const pairs: [string, FeelValue][] = []
  const keys = new DistinctValues(evaluation)
  for (const entry of entries) {
    if (!isContext(entry) || typeof entry.key !== 'string' || entry.value === undefined) return null
    if (!keys.add(entry.key)) return null
    pairs.push([entry.key, entry.value])
  }
  return createContext(pairs)
}

interface Put {
  readonly value: FeelValue
  readonly evaluation: Evaluation
}

/** Sets a value at the end of a path. What is no context on the way is replaced by one only where it is missing. */
function put(m: FeelContext, path: FeelList, { value, evaluation }: Put, at = 0): FeelValue {
  checkDepth(evaluation.allowance, path.length)
  const key = path[at]
  if (typeof key !== 'string') return null
  const inner = at === path.length - 1 ? value : putInside(m[key], path, { value, evaluation }, at + 1)
  if (inner === undefined) return null
  const entries = Object.entries(m)
  evaluation.charge(entries.length * 4)
  return createContext([...entries, [key, inner]])
}

function putInside(inner: FeelValue | undefined, path: FeelList, change: Put, at: number): FeelValue | undefined {
  if (inner === undefined || !isContext(inner)) return undefined
  return put(inner, path, change, at) ?? undefined
}

function merge(contexts: FeelList, evaluation: Evaluation): FeelValue {
  const entries: [string, FeelValue][] = []
  for (const context of contexts) {
    if (!isContext(context)) return null
    const own = Object.entries(context)
    evaluation.charge(own.length * 4)
    evaluation.checkLength(entries.length + own.length)
    for (const entry of own) entries.push(entry)
  }
  return createContext(entries)
}
