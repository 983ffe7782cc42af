import { walk, type XmlElement } from '@millrace/xml'
import type { Dialect } from '../model.ts'
import { textOf } from '../vocabulary/read.ts'
import { definitions } from '../vocabulary/themes/processes.ts'
import { dialectNames } from '../vocabulary/words.ts'
import { dialectList, dialects } from './index.ts'

/**
 * Detects the dialect of a file: the one that it names explicitly; else the vendor whose attributes and elements it
 * uses most; else the one whose namespace it declares; else the one that the target namespace, the exporter or another
 * namespace suggests; else none. Camunda's first modeler used Activiti's namespace.
 */
export function detectDialect(root: XmlElement): Dialect {
  const named = findNamed(root)
  if (named !== null) return named
  const found = findUsed(root) ?? findDeclared(root) ?? findTraced(root) ?? 'bpmn'
  return found === 'activiti' && isOldCamunda(root) ? 'camunda' : found
}

function findNamed(root: XmlElement): Dialect | null {
  const name = textOf(root, definitions.dialect)
  return dialectNames.find((one) => one === name) ?? null
}

function isOldCamunda(root: XmlElement): boolean {
  return dialects.camunda.trace.test(textOf(root, definitions.exporter) ?? '')
}

function findUsed(root: XmlElement): Dialect | null {
  const uses = new Map<string, number>()
  for (const element of walk(root)) {
    count(uses, element.uri)
    for (const key of element.attributes.keys()) {
      if (key.startsWith('{')) count(uses, key.slice(1, key.indexOf('}')))
    }
  }
  const used = dialectList.filter(({ uri }) => uses.has(uri))
  used.sort((one, other) => (uses.get(other.uri) ?? 0) - (uses.get(one.uri) ?? 0))
  return used[0]?.dialect ?? null
}

function count(uses: Map<string, number>, uri: string): void {
  uses.set(uri, (uses.get(uri) ?? 0) + 1)
}

function findDeclared(root: XmlElement): Dialect | null {
  const declared = new Set(declarations(root))
  return dialectList.find(({ uri }) => declared.has(uri))?.dialect ?? null
}

function findTraced(root: XmlElement): Dialect | null {
  const marks = [textOf(root, definitions.targetNamespace), textOf(root, definitions.exporter), ...declarations(root)]
  const text = marks.filter((mark) => mark !== null).join(' ')
  return dialectList.find(({ trace }) => trace.test(text))?.dialect ?? null
}

const XMLNS = '{http://www.w3.org/2000/xmlns/}'

function declarations(root: XmlElement): string[] {
  return [...root.attributes].filter(([key]) => key.startsWith(XMLNS)).map(([, uri]) => uri)
}
