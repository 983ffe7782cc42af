import type { FeelFunction } from '../values/function.ts'
import { createContext, type FeelContext, type FeelList, type FeelValue, isContext, isList } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { anything, context, list } from './parameters.ts'

/** Functions of contexts (DMN 1.5, 10.3.4.10). */
export const CONTEXTS = {
  'get value': builtin(
    signature([context('m'), anything('key')], ([m, key]) => getValue(m, typeof key === 'string' ? [key] : key)),
    signature([context('context'), anything('key')], ([m, key]) => getValue(m, typeof key === 'string' ? [key] : key)),
    signature([context('context'), list('keys')], ([m, keys]) => getValue(m, keys)),
  ),
  'get entries': builtin(
    signature([context('m')], ([m]) => getEntries(m)),
    signature([context('context')], ([m]) => getEntries(m)),
  ),
  context: builtin(signature([list('entries')], ([entries]) => fromEntries(entries))),
  'context put': builtin(
    signature([context('context'), anything('key'), anything('value')], ([m, key, value]) =>
      typeof key === 'string' ? put(m, [key], value) : isList(key) ? put(m, key, value) : null,
    ),
    signature([context('context'), list('keys'), anything('value')], ([m, keys, value]) => put(m, keys, value)),
  ),
  'context merge': builtin(signature([list('contexts')], ([contexts]) => merge(contexts))),
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

function getEntries(m: FeelContext): FeelValue {
  return Object.entries(m).map(([key, value]) =>
    createContext([
      ['key', key],
      ['value', value],
    ]),
  )
}

/** Null when an item is no entry or a key comes twice. */
function fromEntries(entries: FeelList): FeelValue {
  const pairs: [string, FeelValue][] = []
  for (const entry of entries) {
    if (!isContext(entry) || typeof entry.key !== 'string' || entry.value === undefined) return null
    pairs.push([entry.key, entry.value])
  }
  return new Set(pairs.map(([key]) => key)).size === pairs.length ? createContext(pairs) : null
}

/** Sets a value at the end of a path. What is no context on the way is replaced by one only where it is missing. */
function put(m: FeelContext, path: FeelList, value: FeelValue): FeelValue {
  const [key, ...rest] = path
  if (typeof key !== 'string') return null
  const inner = rest.length === 0 ? value : putInside(m[key], rest, value)
  return inner === undefined ? null : createContext([...Object.entries(m), [key, inner]])
}

function putInside(inner: FeelValue | undefined, path: FeelList, value: FeelValue): FeelValue | undefined {
  if (inner === undefined || !isContext(inner)) return undefined
  return put(inner, path, value) ?? undefined
}

function merge(contexts: FeelList): FeelValue {
  if (!contexts.every((one) => isContext(one))) return null
  return createContext(contexts.flatMap((one) => Object.entries(one)))
}
