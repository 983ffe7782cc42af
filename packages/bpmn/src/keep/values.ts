import { attribute, localName, walk, type XmlElement } from '@millrace/xml'
import { openElements } from '../vocabulary/elements.ts'
import { BPMN_URI, DIAGRAM_URI, XSI_URI } from '../vocabulary/namespaces.ts'

const XMLNS_PREFIX = '{http://www.w3.org/2000/xmlns/}'
const DEFAULT_NAMESPACE = `${XMLNS_PREFIX}xmlns`
const XSI_TYPE = `{${XSI_URI}}type`

const standardUris: ReadonlySet<string> = new Set([
  BPMN_URI,
  DIAGRAM_URI,
  'http://www.omg.org/spec/DD/20100524/DC',
  'http://www.omg.org/spec/DD/20100524/DI',
])

/** Returns whether an element belongs to the schemas of BPMN and its diagrams, and not to a vendor. */
export function isStandard({ uri }: Pick<XmlElement, 'uri'>): boolean {
  return standardUris.has(uri)
}

/** Lists the attributes of an element, without namespace declarations. */
export function listAttributes({ attributes }: XmlElement): [key: string, value: string][] {
  return [...attributes].filter(([key]) => !key.startsWith(XMLNS_PREFIX))
}

/** Values of attributes that BPMN20.xsd and BPMNDI.xsd give where a file says nothing, by the name of the attribute. */
const defaults: Readonly<Record<string, string>> = {
  behavior: 'All',
  cancelActivity: 'true',
  cancelRemainingInstances: 'true',
  completionQuantity: '1',
  eventGatewayType: 'Exclusive',
  expressionLanguage: 'http://www.w3.org/1999/XPath',
  gatewayDirection: 'Unspecified',
  instantiate: 'false',
  isCollection: 'false',
  isForCompensation: 'false',
  isInterrupting: 'true',
  isReference: 'false',
  isSequential: 'false',
  isUnlimited: 'true',
  loopType: 'None',
  maximum: '1',
  minimum: '0',
  mustUnderstand: 'false',
  parallelMultiple: 'false',
  startQuantity: '1',
  testBefore: 'false',
  textFormat: 'text/plain',
  triggeredByEvent: 'false',
  typeLanguage: 'http://www.w3.org/2001/XMLSchema',
  waitForCompletion: 'true',
}

/** Types that an element of the schema has anyway. */
const plainTypes: ReadonlySet<string> = new Set(['tExpression', 'Point'])

/** Returns whether the value of an attribute equals its default. */
export function isDefault(element: XmlElement, key: string, value: string): boolean {
  if (key === XSI_TYPE) return plainTypes.has(localName(value))
  return isStandard(element) && Object.hasOwn(defaults, key) && isSame(defaults[key] ?? '', value)
}

/**
 * Returns whether two values of an attribute mean the same: references by their target, numbers and booleans by their
 * value.
 */
export function isSameValue(element: XmlElement, key: string, before: string, after: string): boolean {
  if (before === after) return true
  if (key === XSI_TYPE) return localName(before) === localName(after)
  if (!isStandard(element) || key === 'name') return false
  if (isReferenceAttribute(key)) return sameReferences(element, before, after)
  return isSame(before, after)
}

/** Returns whether two texts of an element mean the same. Surrounding white space is only significant for vendors. */
export function isSameText(element: XmlElement, before: string, after: string): boolean {
  if (before === after) return true
  if (!isStandard(element)) return element.children.length > 0 && before.trim() === after.trim()
  return before.trim() === after.trim() || (isReferenceElement(element) && sameReferences(element, before, after))
}

/** Half a pixel is a matter of rounding. */
const tolerance = 0.5

function isSame(before: string, after: string): boolean {
  const [one, other] = [before.trim(), after.trim()]
  if (one === other) return true
  const flag = readFlag(one)
  if (flag !== null && flag === readFlag(other)) return true
  const [number, otherNumber] = [Number(one), Number(other)]
  return one !== '' && other !== '' && Math.abs(number - otherNumber) <= tolerance
}

function readFlag(text: string): boolean | null {
  const word = text.toLowerCase()
  return word === '1' || word === 'true' ? true : word === '0' || word === 'false' ? false : null
}

const referenceNames: ReadonlySet<string> = new Set(
  'bpmnElement sourceElement targetElement default incoming outgoing source target supports'.split(' '),
)

/** Named like references, but they name types and operations of other files, such as XSD and WSDL. */
const outsideNames: ReadonlySet<string> = new Set(['structureRef', 'implementationRef'])

/** Returns whether an attribute of BPMN or a diagram refers to other elements. */
export function isReferenceAttribute(key: string): boolean {
  return !outsideNames.has(key) && (/Refs?$/.test(key) || referenceNames.has(key) || key === 'labelStyle')
}

/** Returns whether an element holds text that may contain any markup: documentation, scripts, expressions. */
export function isOpenText({ uri, name }: XmlElement): boolean {
  return uri === BPMN_URI && openElements.has(name) && name !== 'extensionElements' && name !== 'rendering'
}

/** Returns whether the text of an element refers to another element. */
export function isReferenceElement({ uri, name }: XmlElement): boolean {
  return uri === BPMN_URI && (/Refs?$/.test(name) || referenceNames.has(name))
}

function sameReferences(element: XmlElement, before: string, after: string): boolean {
  const split = (text: string) => text.trim().split(/\s+/)
  const [one, other] = [split(before), split(after)]
  return (
    one.length === other.length &&
    one.every((name, at) => readName(element, name) === readName(element, other[at] ?? ''))
  )
}

/**
 * Reads a qualified name. The prefix is ignored when it is not declared, when it stands for the file itself, or when
 * the file has the id: the engine reads references in this way.
 */
function readName(element: XmlElement, name: string): string {
  const colon = name.indexOf(':')
  if (colon < 0) return name
  const uri = findNamespace(element, name.slice(0, colon))
  const local = name.slice(colon + 1)
  const root = rootOf(element)
  const isOwn = uri === null || uri === root.attributes.get('targetNamespace') || idsOf(root).has(local)
  return isOwn ? local : `{${uri}}${local}`
}

const knownIds = new WeakMap<XmlElement, ReadonlySet<string>>()

function idsOf(root: XmlElement): ReadonlySet<string> {
  const known = knownIds.get(root) ?? new Set([...walk(root)].map((element) => attribute(element, 'id') ?? ''))
  knownIds.set(root, known)
  return known
}

/**
 * Returns the namespace of a prefix at an element, null when it is not declared; the empty prefix is the default
 * namespace.
 */
export function findNamespace(element: XmlElement, prefix: string): string | null {
  const key = prefix === '' ? DEFAULT_NAMESPACE : `${XMLNS_PREFIX}${prefix}`
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const uri = at.attributes.get(key)
    if (uri !== undefined) return uri
  }
  return null
}

/** Returns the prefixes that are declared at an element or around it, the empty one for the default namespace. */
export function listPrefixes(element: XmlElement): Set<string> {
  const prefixes = new Set<string>()
  for (let at: XmlElement | null = element; at !== null; at = at.parent)
    for (const key of at.attributes.keys())
      if (key.startsWith(XMLNS_PREFIX)) prefixes.add(key === DEFAULT_NAMESPACE ? '' : key.slice(XMLNS_PREFIX.length))
  return prefixes
}

function rootOf(element: XmlElement): XmlElement {
  let root = element
  while (root.parent !== null) root = root.parent
  return root
}
