import { defaultLimits, parseXml, type XmlElement, type XmlLimits } from '@millrace/xml'
import { detectDialect } from '../dialects/detect-dialect.ts'
import { dialectList } from '../dialects/index.ts'
import { engineUris } from '../dialects/is-of-other-engine.ts'
import type { Dialect } from '../model.ts'
import { createIdSource, idOf, ownerOf } from '../read/context.ts'
import { flowElements } from '../vocabulary/flow-elements.ts'
import { vocabulary } from '../vocabulary/index.ts'
import type { Place, Property } from '../vocabulary/property.ts'
import { identifierOf, isBpmn, textOf } from '../vocabulary/read.ts'
import { naming } from '../vocabulary/themes/general.ts'

/** A vendor-specific attribute or element at an element, with its meaning here. */
export interface VendorPart {
  /** The name in the file: `flowable:taskIdVariableName`. */
  readonly written: string
  /** The name in our own dialect; null when our dialect does not know it. */
  readonly meaning: string | null
}

/** An element that users would name, with its vendor-specific parts. */
export interface VendorElement {
  readonly id: string
  /** Local name of BPMN: `userTask`. */
  readonly type: string
  readonly name: string | null
  /** Each once. */
  readonly words: readonly VendorPart[]
}

export interface VendorFile {
  readonly dialect: Dialect
  /** Processes, targets of flows, and other elements with vendor attributes; in document order. */
  readonly elements: readonly VendorElement[]
}

/**
 * Lists the vendor-specific parts of a file of any vendor, and whether the vocabulary supports them, for imports of
 * files of other products. Null when it is not readable BPMN 2.0.
 */
export function listVendorParts(xml: string, limits: Partial<XmlLimits> = {}): VendorFile | null {
  const parsed = parseXml(xml, { ...defaultLimits, ...limits })
  if (!parsed.ok || !isBpmn(parsed.root, 'definitions')) return null
  const { root } = parsed
  const found = new Map<XmlElement, Map<string, VendorPart>>()
  look(root, root.name, found)
  const ids = createIdSource(listIds(found.keys()))
  const elements = [...found]
    .filter(([element, words]) => words.size > 0 || isShown(element))
    .map(([element, words]) => ({
      id: idOf({ ids }, element),
      type: element.name,
      name: textOf(element, naming.name),
      words: [...words.values()],
    }))
  return { dialect: detectDialect(root), elements }
}

type Found = Map<XmlElement, Map<string, VendorPart>>

/** @param known what our vocabulary calls the element: a vendor may call it otherwise. */
function look(element: XmlElement, known: string, found: Found): void {
  const owner = ownerOf(element)
  const words = found.get(owner) ?? new Map<string, VendorPart>()
  found.set(owner, words)
  const say = (uri: string, local: string, meaning: string | null) => {
    const written = `${prefixOf(uri)}:${local}`
    words.set(`${written} ${meaning}`, { written, meaning })
  }
  for (const key of element.attributes.keys()) {
    const uri = key.slice(1, key.indexOf('}'))
    if (!key.startsWith('{') || !isOfEngine(uri)) continue
    const property = propertiesOf(known).find(({ place, keys }) => isAttribute(place) && keys.includes(key))
    say(uri, key.slice(uri.length + 2), property?.name ?? null)
  }
  for (const child of element.children) {
    if (isBpmn(child, 'extensionElements')) for (const part of child.children) lookAtPart(part)
    else if (isBpmn(child)) look(child, child.name, found)
    else lookAtPart(child)
  }
  function lookAtPart(part: XmlElement) {
    if (!isOfEngine(part.uri)) return
    const property = propertiesOf(known).find(({ tags }) => tags.get(part.uri)?.includes(part.name) === true)
    say(part.uri, part.name, property?.name ?? null)
    if (property !== undefined) look(part, property.name, found)
  }
}

const isAttribute = (place: Place) => place === 'extension' || place === 'part'

const byElement = new Map<string, readonly Property[]>()

function propertiesOf(element: string): readonly Property[] {
  const known = byElement.get(element) ?? vocabulary.filter(({ on }) => on.includes(element))
  byElement.set(element, known)
  return known
}

const prefixes = new Map(
  dialectList.flatMap(({ dialect, uri, olderUri }) => [
    [uri, dialect as string] as const,
    ...(olderUri === undefined ? [] : [[olderUri, dialect as string] as const]),
  ]),
)

/** Returns whether a namespace belongs to an engine. Additions of editors and other tools do not run. */
function isOfEngine(uri: string): boolean {
  return prefixes.has(uri) || Object.hasOwn(engineUris, uri)
}

function prefixOf(uri: string): string {
  return prefixes.get(uri) ?? engineUris[uri] ?? ''
}

function isShown(element: XmlElement): boolean {
  return isBpmn(element, 'process') || (isBpmn(element) && Object.hasOwn(flowElements, element.name))
}

function listIds(elements: Iterable<XmlElement>): Set<string> {
  return new Set([...elements].flatMap((element) => identifierOf(element) ?? []))
}
