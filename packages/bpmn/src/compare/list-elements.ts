import { attribute, localName, walk, type XmlElement } from '@millrace/xml'
import { detectDialect } from '../dialects/detect-dialect.ts'
import { flowNodes } from '../vocabulary/elements.ts'
import { BPMN_URI } from '../vocabulary/namespaces.ts'
import type { PropertyPart } from './difference.ts'
import { readParts, referencePart, textPart } from './read-parts.ts'

/** An element that a comparison lists separately, with all its properties. */
export interface ComparedElement {
  readonly id: string
  readonly type: string
  readonly name: string | null
  readonly parts: readonly PropertyPart[]
}

const steps: ReadonlySet<string> = new Set(flowNodes)

/** The elements that are drawn or referred to. All others belong to one of them. */
const listed: ReadonlySet<string> = new Set([
  ...flowNodes,
  ...'process collaboration participant lane sequenceFlow messageFlow association textAnnotation group'.split(' '),
  ...'dataObject dataObjectReference dataStore dataStoreReference category categoryValue'.split(' '),
  ...'message signal error escalation resource itemDefinition interface operation'.split(' '),
])

/** Lists the compared elements by id, in document order. The file itself is an element without an id. */
export function listElements(root: XmlElement): Map<string, ComparedElement> {
  const own = [...walk(root)].filter((element) => isListed(element))
  const names = new Map(own.flatMap((element) => nameOf(element)))
  const lanes = new Map(own.flatMap(listLaneMembers))
  const file: ComparedElement = { id: '', type: 'definitions', name: null, parts: readFile(root) }
  return new Map([
    ['', file],
    ...own.map((element): [string, ComparedElement] => {
      const id = attribute(element, 'id') ?? ''
      return [id, { id, type: element.name, name: names.get(id) ?? null, parts: readAll(element) }]
    }),
  ])

  function readAll(element: XmlElement): PropertyPart[] {
    const id = attribute(element, 'id') ?? ''
    const isStep = steps.has(element.name)
    return [
      textPart('elementType', element.name),
      ...(element.name === 'process' ? [textPart('id', id)] : []),
      ...(isStep ? [referencePart('scope', findScope(element), findName)] : []),
      ...(isStep && lanes.has(id) ? [referencePart('lane', lanes.get(id) ?? '', findName)] : []),
      ...readParts(element, { isLeftOut: isListed, findName }),
    ]
  }

  function findName(id: string): string | undefined {
    return names.get(id)
  }
}

function isListed(element: XmlElement): boolean {
  return element.uri === BPMN_URI && listed.has(element.name) && attribute(element, 'id') !== null
}

function nameOf(element: XmlElement): [string, string][] {
  const text = element.children.find(({ name }) => name === 'text')?.text
  const name = (attribute(element, 'name') ?? (element.name === 'textAnnotation' ? text : undefined))?.trim()
  return name ? [[attribute(element, 'id') ?? '', name]] : []
}

function listLaneMembers(element: XmlElement): [string, string][] {
  if (element.name !== 'lane') return []
  const members = element.children.filter(({ name }) => name === 'flowNodeRef')
  return members.map(({ text }) => [localName(text), attribute(element, 'id') ?? ''])
}

function findScope({ parent }: XmlElement): string {
  for (let around = parent; around !== null; around = around.parent) {
    // The id of the process is told of by itself.
    if (around.name === 'process') return ''
    if (isListed(around)) return attribute(around, 'id') ?? ''
  }
  return ''
}

/** Returns the properties of the file itself: target namespace, languages and dialect. */
function readFile(root: XmlElement): PropertyPart[] {
  const said = ['targetNamespace', 'expressionLanguage', 'typeLanguage'].flatMap((name) => {
    const text = attribute(root, name)
    return text === null ? [] : [textPart(name, text)]
  })
  return [textPart('dialect', detectDialect(root)), ...said]
}
