import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  createContext,
  type FeelValue,
  parseDate,
  parseDateTime,
  parseDuration,
  parseNumber,
  parseTime,
} from '@millrace/expressions'
import { attribute, parseXml, type XmlElement } from '@millrace/xml'

/** A test file: the model under test, the other models in its folder, and the cases. */
export interface TestFile {
  readonly modelXml: string
  readonly importedXmls: readonly string[]
  readonly cases: readonly TestCase[]
}

export interface TestCase {
  readonly id: string
  readonly invocable: { readonly kind: 'bkm' | 'decisionService'; readonly name: string } | null
  readonly inputs: readonly { readonly name: string; readonly namespace: string | null; readonly value: FeelValue }[]
  readonly results: readonly ResultNode[]
}

interface ResultNode {
  readonly name: string
  readonly expected: FeelValue
}

/** Lists the folders below a folder that contain test files, including the folder itself. */
export function listTestFolders(folder: string): string[] {
  const inside = readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort()
    .flatMap((name) => listTestFolders(join(folder, name)))
  return listTestFiles(folder).length > 0 ? [folder, ...inside] : inside
}

export function readTestFolder(folder: string): TestFile[] {
  return listTestFiles(folder).map((name) => readTestFile(folder, name))
}

function listTestFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /-test-.*\.xml$/.test(name))
    .sort()
}

function readTestFile(folder: string, name: string): TestFile {
  const read = parseXml(readFileSync(join(folder, name), 'utf8'))
  if (!read.ok) throw new Error(`${name}: ${read.fault.kind} at line ${read.fault.line}`)
  const modelName = childrenOf(read.root, 'modelName')[0]?.text.trim() ?? ''
  const models = readdirSync(folder).filter((file) => file.endsWith('.dmn'))
  const load = (file: string) => readFileSync(join(folder, file), 'utf8')
  return {
    modelXml: load(models.includes(modelName) ? modelName : (models[0] ?? '')),
    importedXmls: models.filter((file) => file !== modelName).map(load),
    cases: childrenOf(read.root, 'testCase').map(readCase),
  }
}

function readCase(element: XmlElement): TestCase {
  const type = attribute(element, 'type')
  const isInvocable = type === 'bkm' || type === 'decisionService'
  return {
    id: attribute(element, 'id') ?? '',
    invocable: isInvocable ? { kind: type, name: attribute(element, 'invocableName') ?? '' } : null,
    inputs: childrenOf(element, 'inputNode').map((node) => ({
      name: attribute(node, 'name') ?? '',
      namespace: attribute(node, 'namespace'),
      value: readValue(node),
    })),
    results: childrenOf(element, 'resultNode').map((node) => {
      const [expected] = childrenOf(node, 'expected')
      return { name: attribute(node, 'name') ?? '', expected: expected ? readValue(expected) : null }
    }),
  }
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The value inside an element: a list, components, or a single typed value. */
function readValue(element: XmlElement): FeelValue {
  const [list] = childrenOf(element, 'list')
  if (list) return instanceAttribute(list, 'nil') === 'true' ? null : childrenOf(list, 'item').map(readValue)
  const components = childrenOf(element, 'component')
  if (components.length > 0) {
    return createContext(components.map((component) => [attribute(component, 'name') ?? '', readValue(component)]))
  }
  const [value] = childrenOf(element, 'value')
  return !value || instanceAttribute(value, 'nil') === 'true'
    ? null
    : readTyped(value.text, instanceAttribute(value, 'type') ?? '')
}

/** `xsi:nil`, `xsi:type`. */
function instanceAttribute(element: XmlElement, name: string): string | null {
  return attribute(element, `{http://www.w3.org/2001/XMLSchema-instance}${name}`)
}

function readTyped(text: string, type: string): FeelValue {
  const trimmed = text.trim()
  switch (type.replace(/^.*:/, '')) {
    case 'boolean':
      return trimmed === 'true' || trimmed === '1'
    case 'decimal':
    case 'double':
    case 'float':
    case 'integer':
    case 'int':
    case 'long':
      return parseNumber(trimmed)
    case 'date':
      return parseDate(trimmed)
    case 'time':
      return parseTime(trimmed)
    case 'dateTime':
      return parseDateTime(trimmed)
    case 'duration':
      return parseDuration(trimmed)
    default:
      return text
  }
}
