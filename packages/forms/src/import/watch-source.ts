import type { Source } from './node-maker.ts'

/** A property of the source that the import did not read. */
export interface UnreadProperty {
  /** The position in the source, such as `components[2].tooltip`. */
  readonly at: string
  readonly name: string
  readonly value: unknown
  /** The type of the component with the property, if it has one. */
  readonly type: unknown
}

export interface WatchedSource {
  /** The source. Properties that are read from it are recorded. */
  readonly source: Source
  /** Returns all properties with content that were not read, in the order of the source. */
  listUnread(): readonly UnreadProperty[]
}

/**
 * Watches which properties of a source an import reads, so that every other property gets a note: an importer that
 * forgets a property cannot also forget its note.
 */
export function watchSource(source: Source): WatchedSource {
  const read = new WeakMap<object, Set<PropertyKey>>()
  const proxies = new WeakMap<object, object>()
  const watch = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value
    const known = proxies.get(value)
    if (known !== undefined) return known as T
    const names = new Set<PropertyKey>()
    read.set(value, names)
    const proxy = new Proxy(value, {
      get(target, name) {
        names.add(name)
        return watch(Reflect.get(target, name) as unknown)
      },
    })
    proxies.set(value, proxy)
    return proxy as T
  }
  return { source: watch(source), listUnread: () => listUnread(source, '', read) }
}

function listUnread(value: object, at: string, read: WeakMap<object, Set<PropertyKey>>): UnreadProperty[] {
  const names = read.get(value)
  const isList = Array.isArray(value)
  const type = isList ? undefined : (value as Source).type
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) => {
    const place = isList ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`
    if (names?.has(name) !== true) return hasContent(inside) ? [{ at: place, name, value: inside, type }] : []
    return typeof inside === 'object' && inside !== null ? listUnread(inside, place, read) : []
  })
}

/** Returns whether a value says anything: not false, empty, or made of such values alone. */
function hasContent(value: unknown, depth = 0): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false
  if (typeof value !== 'object' || depth > 20) return true
  return Object.values(value).some((inside) => hasContent(inside, depth + 1))
}
