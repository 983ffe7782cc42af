import { attribute, localName, type XmlElement } from '@millrace/xml'
import { openElements } from '../vocabulary/elements.ts'
import { BPMN_URI, DIAGRAM_URI } from '../vocabulary/namespaces.ts'
import { isDefault, isSameText, isSameValue, isStandard, listAttributes } from './values.ts'

/**
 * A part of a file that another file lacks, or has in another way. `at` and `parent` are elements of the other file.
 */
export type Loss =
  | {
      readonly kind: 'element'
      readonly lost: XmlElement
      readonly parent: XmlElement
      /** The element of the other file that the lost one comes after; null where it comes first. */
      readonly previous: XmlElement | null
    }
  | { readonly kind: 'attribute'; readonly of: XmlElement; readonly key: string; readonly at: XmlElement }
  | { readonly kind: 'text'; readonly of: XmlElement; readonly at: XmlElement }

/**
 * Finds everything that one file has and another lacks: elements, attributes, texts, contents of extension elements,
 * shapes, edges, labels and waypoints. Additions are no losses, and neither are changes of prefixes, explicit defaults,
 * the order of children with different names, or half a pixel.
 *
 * @param before the root of the file to keep.
 * @param after the root of the file that should have everything.
 */
export function findLosses(before: XmlElement, after: XmlElement): Loss[] {
  const index = indexElements(after)
  const losses: Loss[] = []
  const waiting: [element: XmlElement, at: XmlElement, isElsewhere: boolean][] = [[before, after, false]]
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [element, at, isElsewhere] = pair
    losses.push(...compareAttributes(element, at, isElsewhere))
    if (!isSameText(element, element.text, at.text)) losses.push({ kind: 'text', of: element, at })
    const pairs = pairChildren(element, at, index)
    let previous: XmlElement | null = null
    for (const child of element.children) {
      const other = pairs.get(child)
      if (other === undefined) losses.push({ kind: 'element', lost: child, parent: at, previous })
      else {
        waiting.push([child, other, isElsewhere || other.parent !== at])
        if (other.parent === at) previous = other
      }
    }
  }
  return losses
}

/** @param isElsewhere whether it is in another plane now, which has an origin of its own. */
function* compareAttributes(element: XmlElement, at: XmlElement, isElsewhere: boolean): Iterable<Loss> {
  for (const [key, value] of listAttributes(element)) {
    if (isElsewhere && (key === 'x' || key === 'y')) continue
    const other = readAlike(at, key)
    const isKept = other === undefined ? isDefault(element, key, value) : isSameValue(element, key, value, other)
    if (!isKept) yield { kind: 'attribute', of: element, key, at }
  }
}

/**
 * Returns the value of an attribute. At vendor elements the prefix of the attribute is ignored, because moddle omits
 * it.
 */
export function readAlike(element: XmlElement, key: string): string | undefined {
  const own = element.attributes.get(key)
  if (own !== undefined || isStandard(element) || element.uri === '') return own
  const prefix = `{${element.uri}}`
  return key.startsWith(prefix)
    ? element.attributes.get(key.slice(prefix.length))
    : key.startsWith('{')
      ? undefined
      : element.attributes.get(`${prefix}${key}`)
}

/** The elements of a file by their ids and other identifying properties. */
export interface ElementIndex {
  readonly byId: ReadonlyMap<string, XmlElement>
  /** Shapes, edges and planes, by the elements that they draw. */
  readonly byDrawn: ReadonlyMap<string, XmlElement>
}

/** Indexes the elements of BPMN and of its diagrams. If two elements have the same id, the first one is used. */
export function indexElements(root: XmlElement): ElementIndex {
  const byId = new Map<string, XmlElement>()
  const byDrawn = new Map<string, XmlElement>()
  for (const element of walkStandard(root)) {
    const id = idOf(element)
    const drawn = drawnBy(element)
    if (id !== null && !byId.has(id)) byId.set(id, element)
    if (drawn !== null && !byDrawn.has(drawn)) byDrawn.set(drawn, element)
  }
  return { byId, byDrawn }
}

/** Not the contents of extension elements, which may have no prefix and ids of their own. */
function* walkStandard(root: XmlElement): Iterable<XmlElement> {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (isStandard(element)) yield element
    if (element.uri === BPMN_URI && openElements.has(element.name)) continue
    for (const child of element.children.toReversed()) waiting.push(child)
  }
}

/** Returns the id of an element of BPMN or of a diagram. */
export function idOf(element: XmlElement): string | null {
  return isStandard(element) ? (attribute(element, 'id')?.trim() ?? null) : null
}

/** Returns a key for the element that a shape, edge or plane draws, null for other elements. */
export function drawnBy(element: XmlElement): string | null {
  const drawn = element.uri === DIAGRAM_URI ? attribute(element, 'bpmnElement') : null
  return drawn === null ? null : `${element.name} ${localName(drawn)}`
}

function pairChildren(element: XmlElement, at: XmlElement, index: ElementIndex): Map<XmlElement, XmlElement> {
  const pairs = new Map<XmlElement, XmlElement>()
  const taken = new Set<XmlElement>()
  const take = (child: XmlElement, other: XmlElement) => {
    pairs.set(child, other)
    taken.add(other)
  }
  const rest = new Map<string, XmlElement[]>()
  const add = (name: string, child: XmlElement) => {
    const children = rest.get(name)
    if (children === undefined) rest.set(name, [child])
    else children.push(child)
  }
  for (const child of element.children) {
    const found = findTwin(child, index)
    // A shape may be in another plane. An element of the model elsewhere is another one.
    const isTwin = found !== null && (found.parent === at || child.uri === DIAGRAM_URI) && !taken.has(found)
    if (isTwin) take(child, found)
    else if (found === null || found.parent !== at) add(nameOf(child), child)
  }
  if (rest.size === 0) return pairs
  const others = Map.groupBy(
    at.children.filter((one) => !taken.has(one)),
    nameOf,
  )
  for (const [name, children] of rest) pairAlike(children, others.get(name) ?? [], take)
  return pairs
}

function findTwin(child: XmlElement, { byId, byDrawn }: ElementIndex): XmlElement | null {
  const id = idOf(child)
  const drawn = drawnBy(child)
  const found = (id === null ? undefined : byId.get(id)) ?? (drawn === null ? undefined : byDrawn.get(drawn))
  return found !== undefined && nameOf(found) === nameOf(child) ? found : null
}

/** Pairs elements of one name: first those that are the same, then the others in their order. */
function pairAlike(
  children: readonly XmlElement[],
  others: readonly XmlElement[],
  take: (child: XmlElement, other: XmlElement) => void,
): void {
  const canBe = (one: XmlElement, other: XmlElement) =>
    idOf(one) === null || idOf(other) === null || idOf(one) === idOf(other)
  if (children.length === 1 && others.length === 1) {
    const [child, other] = [children[0], others[0]]
    if (child !== undefined && other !== undefined && canBe(child, other)) take(child, other)
    return
  }
  const same = Map.groupBy(others.toReversed(), write)
  const taken = new Set<XmlElement>()
  const left = children.filter((child) => {
    const twin = same.get(write(child))?.pop()
    if (twin === undefined) return true
    take(child, twin)
    taken.add(twin)
    return false
  })
  const open = others.filter((other) => !taken.has(other))
  left.forEach((child, position) => {
    const other = open[position]
    if (other !== undefined && canBe(child, other)) take(child, other)
  })
}

/** Editors write `expression` with a type for `formalExpression`. */
function nameOf({ uri, name }: XmlElement): string {
  return `{${uri}}${uri === BPMN_URI && name === 'formalExpression' ? 'expression' : name}`
}

const written = new WeakMap<XmlElement, string>()

/** Returns all that an element says, in a text that is the same for elements that are. */
function write(element: XmlElement): string {
  const known = written.get(element)
  if (known !== undefined) return known
  const attributes = listAttributes(element)
    .filter(([key, value]) => !isDefault(element, key, value))
    .map(([key, value]) => JSON.stringify([key, value.trim()]))
    .sort()
  const text = `${nameOf(element)}${attributes.join()}${JSON.stringify(element.text.trim())}(${element.children.map(write).join()})`
  written.set(element, text)
  return text
}
