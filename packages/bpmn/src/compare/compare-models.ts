import { parseXml } from '@millrace/xml'
import type { Comparison, ElementDifference, PropertyDifference, PropertyPart, PropertyValue } from './difference.ts'
import { listDrawings } from './list-drawings.ts'
import { type ComparedElement, listElements } from './list-elements.ts'

/**
 * Compares two BPMN files element by element, in the order of the later file, followed by deleted elements. Elements
 * are matched by id; the process also when it is the only one in both files. Properties are compared by their meaning
 * in the vocabulary, so that equivalent attributes of Camunda and Millrace are equal. Defaults equal missing values,
 * and drawings are equal when they look the same.
 *
 * @param before the earlier file, as text.
 * @param after the later one.
 */
export function compareModels(before: string, after: string): Comparison {
  const [old, now] = [parseXml(before), parseXml(after)]
  if (!old.ok) return { ok: false, unreadable: 'before' }
  if (!now.ok) return { ok: false, unreadable: 'after' }
  const [was, is] = [listElements(old.root), listElements(now.root)]
  const pairs = pair(was, is)
  const [drawnBefore, drawnAfter] = [listDrawings(old.root), listDrawings(now.root)]
  const paired = new Set(pairs.values())
  const present: (ElementDifference | null)[] = [...is.values()].map((element) => {
    const earlier = pairs.get(element)
    if (earlier === undefined) return describe(element, 'added')
    const isDrawnAnew = isAnother(drawnBefore.get(earlier.id), drawnAfter.get(element.id))
    const properties = compareParts([], earlier.parts, element.parts)
    if (properties.length > 0) return { ...describe(element, 'changed'), properties, isDrawnAnew }
    return isDrawnAnew ? { ...describe(element, 'moved'), isDrawnAnew } : null
  })
  const gone = [...was.values()].filter((element) => !paired.has(element))
  return {
    ok: true,
    differences: [...present.filter((one) => one !== null), ...gone.map((element) => describe(element, 'removed'))],
  }
}

type Elements = ReadonlyMap<string, ComparedElement>

/** Each later element with its earlier one, as far as it has one. */
function pair(was: Elements, is: Elements): Map<ComparedElement, ComparedElement> {
  const pairs = new Map<ComparedElement, ComparedElement>()
  for (const [id, element] of is) {
    const earlier = was.get(id)
    if (earlier !== undefined) pairs.set(element, earlier)
  }
  for (const type of ['process', 'collaboration']) {
    const left = [...was.values()].filter((one) => one.type === type && !is.has(one.id))
    const come = [...is.values()].filter((one) => one.type === type && !was.has(one.id))
    if (left[0] !== undefined && come[0] !== undefined && left.length === 1 && come.length === 1)
      pairs.set(come[0], left[0])
  }
  return pairs
}

function describe({ id, type, name }: ComparedElement, kind: ElementDifference['kind']): ElementDifference {
  return { id, type, name, kind, properties: [], isDrawnAnew: false }
}

function isAnother(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && before !== after
}

type Path = PropertyDifference['path']

function compareParts(path: Path, was: readonly PropertyPart[], is: readonly PropertyPart[]): PropertyDifference[] {
  const earlier = new Map(was.map((part) => [keyOf(part), part]))
  const later = new Set(is.map(keyOf))
  const differences = is.flatMap((part) => {
    const before = earlier.get(keyOf(part))?.value ?? null
    return compareValues([...path, pick(part)], before, part.value)
  })
  const gone = was.filter((part) => !later.has(keyOf(part)))
  return [...differences, ...gone.map((part) => ({ path: [...path, pick(part)], before: part.value, after: null }))]
}

function compareValues(path: Path, before: PropertyValue | null, after: PropertyValue): PropertyDifference[] {
  if (before === null) return [{ path, before, after }]
  const inside = compareParts(path, before.parts, after.parts)
  return before.text === after.text
    ? inside
    : [{ path, before: comparable(before), after: comparable(after) }, ...inside]
}

/** Returns a value without nested elements, which are compared separately. */
function comparable(value: PropertyValue): PropertyValue | null {
  return value.text === null ? null : { ...value, parts: [] }
}

function keyOf({ name, item }: PropertyPart): string {
  return item === null ? name : `${name} ${item}`
}

function pick({ name, item }: PropertyPart): Path[number] {
  return { name, item }
}
