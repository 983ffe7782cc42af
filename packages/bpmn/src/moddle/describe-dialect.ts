import type { DialectDescriptor } from '../dialects/dialect.ts'
import { formalExpressions, schemaElementNames } from '../vocabulary/elements.ts'
import { vocabulary } from '../vocabulary/index.ts'
import type { Place, Property } from '../vocabulary/property.ts'
import { titled } from './moddle-element.ts'

/** A moddle description of a namespace, for `moddleExtensions` of bpmn-js and bpmn-moddle. */
export interface ModdlePackage {
  readonly name: string
  readonly uri: string
  readonly prefix: string
  readonly xml: { readonly tagAlias: 'lowerCase' }
  readonly types: readonly ModdleType[]
}

interface ModdleType {
  readonly name: string
  /** Types of BPMN that get the properties, too. */
  readonly extends?: readonly string[]
  readonly superClass?: readonly string[]
  readonly properties: readonly ModdleProperty[]
}

interface ModdleProperty {
  readonly name: string
  readonly type: string
  readonly isAttr?: true
  readonly isBody?: true
  readonly isMany?: true
}

export interface DescribeOptions {
  /** Whether the attributes at elements of BPMN are described: moddle takes each name from one dialect only. */
  readonly withAttributes: boolean
  /** Elements of the namespace that the vocabulary lacks, to be kept as they are, with what of BPMN is in them. */
  readonly others: ReadonlyMap<string, ReadonlySet<string>>
}

const held = vocabulary.filter(({ place }) => place === 'extensionElement' || place === 'partElement')
const vendorElements: ReadonlySet<string> = new Set(held.map(({ name }) => name))

/** Returns whether the vocabulary has a vendor element of this name. */
export function isVendorElement(name: string): boolean {
  return vendorElements.has(name)
}

/**
 * Describes a dialect for moddle, from the vocabulary. All values are texts, so that a file is written as it was: `1`
 * for true, an expression in place of a number. The content of vendor elements keeps its order under `parts`.
 */
export function describeDialect(
  dialect: DialectDescriptor,
  { withAttributes, others }: DescribeOptions,
): ModdlePackage {
  const elements = [
    ...[...vendorElements].map((element) => describeElement(dialect, element)),
    ...[...others].map(([element, inside]) => describeElement(dialect, element, inside)),
  ]
  const attributes = withAttributes ? describeAttributes(dialect) : []
  return {
    name: titled(dialect.dialect),
    uri: dialect.uri,
    prefix: dialect.dialect,
    xml: { tagAlias: 'lowerCase' },
    types: [...attributes, ...elements],
  }
}

function describeElement(
  dialect: DialectDescriptor,
  element: string,
  inside: ReadonlySet<string> = new Set(),
): ModdleType {
  const properties = vocabulary.filter(({ on }) => on.includes(element))
  const attributes = unique(properties.filter(({ place }) => place === 'part').flatMap((one) => namesOf(dialect, one)))
  const namesAt = (wanted: Place) =>
    unique(properties.filter(({ place }) => place === wanted).map(({ name }) => name)).filter(
      (name) => !attributes.includes(name),
    )
  return {
    name: titled(element),
    superClass: ['Element'],
    properties: [
      ...attributes.map((name): ModdleProperty => ({ name, type: 'String', isAttr: true })),
      ...unique([...namesAt('child'), ...inside]).map(
        (name): ModdleProperty => ({ name, type: `bpmn:${titled(name)}`, isMany: true }),
      ),
      // Before what is named below, so that prefixed ones keep their order here.
      { name: 'parts', type: 'Element', isMany: true },
      // Without their prefix they stand in BPMN's namespace, where moddle would not know them. It writes it for them.
      ...namesAt('partElement').map(
        (name): ModdleProperty => ({ name: `bpmn:${name}`, type: `${dialect.dialect}:${titled(name)}`, isMany: true }),
      ),
      { name: 'body', type: 'String', isBody: true },
    ],
  }
}

/** One type for each name: moddle refuses a name that reaches a type twice, from its base and from itself. */
function describeAttributes(dialect: DialectDescriptor): ModdleType[] {
  const holders = new Map<string, Set<string>>()
  for (const property of vocabulary) {
    const elements = property.on.filter((element) => isVendorAttribute(property, element))
    for (const name of elements.length === 0 ? [] : namesOf(dialect, property)) {
      const types = holders.get(name) ?? new Set<string>()
      for (const element of elements)
        types.add(formal.has(element) ? 'bpmn:FormalExpression' : `bpmn:${titled(element)}`)
      holders.set(name, types)
    }
  }
  return [...holders].map(([name, types]) => ({
    name: `${titled(name)}Attribute`,
    extends: [...types],
    properties: [{ name, type: 'String', isAttr: true }],
  }))
}

const formal: ReadonlySet<string> = new Set(formalExpressions)

/**
 * An attribute that a vendor writes at an element of BPMN, unless BPMN has one of that name: moddle knows only one. It
 * knows the elements of the schema alone.
 */
function isVendorAttribute({ place, name }: Property, element: string): boolean {
  if (!schemaElementNames.has(element)) return false
  if (place !== 'extension' && (place !== 'part' || isVendorElement(element))) return false
  return !vocabulary.some((other) => other.name === name && isStandard(other) && other.on.includes(element))
}

function isStandard({ place }: Property): boolean {
  return place === 'attribute' || place === 'child'
}

function namesOf({ uri }: DialectDescriptor, { tags }: Property): readonly string[] {
  return tags.get(uri) ?? []
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}
