import type { FeelType } from './feel-type.ts'

/** Types that contain themselves look alike for ever: further in than this they count as alike. */
const MAX_DEPTH = 20

/** Returns whether every value of one type belongs to another (DMN 1.5, 10.3.2.9.2). */
export function conformsTo(type: FeelType, other: FeelType, depth = 0): boolean {
  if (type === other || other.kind === 'Any' || type.kind === 'null' || depth > MAX_DEPTH) return true
  switch (other.kind) {
    case 'list':
    case 'range':
      return type.kind === other.kind && conformsTo(type.element, other.element, depth + 1)
    case 'context':
      return type.kind === 'context' && entriesConform(type.entries, other.entries, depth + 1)
    case 'function':
      return type.kind === 'function' && functionsConform(type, other, depth + 1)
    default:
      return type.kind === other.kind
  }
}

function entriesConform(
  entries: Readonly<Record<string, FeelType>>,
  others: Readonly<Record<string, FeelType>>,
  depth: number,
): boolean {
  return Object.entries(others).every(([key, other]) => {
    const entry = entries[key]
    return entry !== undefined && conformsTo(entry, other, depth)
  })
}

/** Fewer demands on the arguments and a narrower result conform. */
function functionsConform(
  type: FeelType & { kind: 'function' },
  other: FeelType & { kind: 'function' },
  depth: number,
): boolean {
  return (
    type.parameters.length === other.parameters.length &&
    type.parameters.every((parameter, index) => {
      const wanted = other.parameters[index]
      return wanted !== undefined && conformsTo(wanted, parameter, depth)
    }) &&
    conformsTo(type.result, other.result, depth)
  )
}
