import type { FeelType } from '../types/feel-type.ts'

/** A name as it is kept: runs of white space become one space (DMN 1.5, 10.3.1.3). */
export function collapseName(text: string): string {
  return text.trim().replace(/\s+/gu, ' ')
}

/** What two writings of one name share: space around the symbols that a name may hold does not count. */
export function nameKey(name: string): string {
  return collapseName(name).replace(/\s*([./'+*-])\s*/g, '$1')
}

/** Names with symbols are only recognised where they are declared; without them it does not matter. */
export function hasSymbols(name: string): boolean {
  return /[./'+*-]/.test(name)
}

/** What the parser must know of a value to recognise the names in its paths. */
export type Shape = { readonly [name: string]: Shape }

const shapes = new WeakMap<FeelType, Shape>()

/** A type that contains itself is followed once. */
export function shapeOf(type: FeelType): Shape {
  const known = shapes.get(type)
  if (known) return known
  const shape: Record<string, Shape> = {}
  shapes.set(type, EMPTY)
  Object.assign(shape, findEntries(type))
  shapes.set(type, shape)
  return shape
}

const EMPTY: Shape = {}

function findEntries(type: FeelType): Shape {
  switch (type.kind) {
    case 'list':
    case 'range':
      return shapeOf(type.element)
    case 'function':
      return shapeOf(type.result)
    case 'context':
      return Object.fromEntries(Object.entries(type.entries).map(([name, entry]) => [name, shapeOf(entry)]))
    default:
      return EMPTY
  }
}
