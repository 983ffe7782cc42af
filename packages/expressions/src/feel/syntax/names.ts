import type { FeelType } from '../types/feel-type.ts'

/** Normalizes a name: runs of white space become one space (DMN 1.5, 10.3.1.3). */
export function collapseName(text: string): string {
  return text.trim().replace(/\s+/gu, ' ')
}

/** Returns a key that equal spellings of a name share: space around symbols within a name is ignored. */
export function nameKey(name: string): string {
  return collapseName(name).replace(/ ?([./'+*-]) ?/g, '$1')
}

/** Returns whether a name contains symbols. Such names are only recognised where they are declared. */
export function hasSymbols(name: string): boolean {
  return /[./'+*-]/.test(name)
}

/** The names within a value, by which the parser recognizes paths. */
export type Shape = { readonly [name: string]: Shape }

/** A type that contains itself is followed a few times, and no type makes the parser remember too many names. */
const MAX_REPEATS = 3
const MAX_NAMES = 2000

const shapes = new WeakMap<FeelType, Shape>()

export function shapeOf(type: FeelType): Shape {
  const known = shapes.get(type) ?? createShape(type, { outer: [], count: { names: 0 } })
  shapes.set(type, known)
  return known
}

function createShape(type: FeelType, { outer, count }: { outer: readonly object[]; count: { names: number } }): Shape {
  switch (type.kind) {
    case 'list':
    case 'range':
      return createShape(type.element, { outer, count })
    case 'function':
      return createShape(type.result, { outer, count })
    case 'context': {
      const { entries } = type
      if (outer.filter((other) => other === entries).length >= MAX_REPEATS) return EMPTY
      const shape: Record<string, Shape> = {}
      for (const [name, entry] of Object.entries(entries)) {
        count.names += 1
        if (count.names > MAX_NAMES) break
        shape[name] = createShape(entry, { outer: [...outer, entries], count })
      }
      return shape
    }
    default:
      return EMPTY
  }
}

const EMPTY: Shape = {}
