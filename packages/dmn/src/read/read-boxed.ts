import type { XmlElement } from '@millrace/xml'
import type { Boxed, BoxedFunction, Variable } from '../model.ts'
import { findAttribute, findChild, listChildren } from './dmn-element.ts'
import type { FileReader } from './file-reader.ts'
import { readText, readTypeRef, readVariable } from './read-parts.ts'
import { readTable } from './read-table.ts'

type Read = (element: XmlElement, reader: FileReader) => Boxed

const READERS: Readonly<Record<string, Read>> = {
  literalExpression: (element) => ({ ...base(element), kind: 'literal', text: readText(element) }),
  decisionTable: readTable,
  context: (element, reader) => ({
    ...base(element),
    kind: 'context',
    entries: listChildren(element, 'contextEntry').map((entry) => ({
      variable: findVariable(entry, 'variable'),
      value: readChild(entry, reader),
    })),
  }),
  invocation: (element, reader) => ({
    ...base(element),
    kind: 'invocation',
    called: findBoxed(element, reader),
    bindings: listChildren(element, 'binding').map((binding) => ({
      parameter: findVariable(binding, 'parameter') ?? { name: '', typeRef: null },
      value: findBoxed(binding, reader) ?? NOTHING,
    })),
  }),
  list: (element, reader) => ({ ...base(element), kind: 'list', items: listBoxed(element, reader) }),
  relation: readRelation,
  functionDefinition: readFunction,
  conditional: (element, reader) => ({
    ...base(element),
    kind: 'conditional',
    condition: readPart(element, 'if', reader),
    whenTrue: readPart(element, 'then', reader),
    whenFalse: readPart(element, 'else', reader),
  }),
  filter: (element, reader) => ({
    ...base(element),
    kind: 'filter',
    list: readPart(element, 'in', reader),
    match: readPart(element, 'match', reader),
  }),
  for: (element, reader) => readIterator(element, 'for', reader),
  some: (element, reader) => readIterator(element, 'some', reader),
  every: (element, reader) => readIterator(element, 'every', reader),
}

const NOTHING: Boxed = { kind: 'literal', id: null, typeRef: null, text: { id: null, text: 'null', language: 'feel' } }

/** Returns the boxed expression inside an element, when there is one. */
export function findBoxed(element: XmlElement, reader: FileReader): Boxed | null {
  return listBoxed(element, reader)[0] ?? null
}

/** Reads a function, in the notations of all versions. */
export function readFunction(element: XmlElement, reader: FileReader): BoxedFunction {
  const kind = findAttribute(element, 'kind')
  return {
    ...base(element),
    kind: 'function',
    language: kind === 'Java' || kind === 'J' ? 'Java' : kind === 'PMML' || kind === 'P' ? 'PMML' : 'FEEL',
    parameters: listChildren(element, 'formalParameter').map(readVariable),
    body: findBoxed(element, reader),
  }
}

function base(element: XmlElement): { id: string | null; typeRef: string | null } {
  return { id: findAttribute(element, 'id'), typeRef: readTypeRef(element) }
}

function findVariable(element: XmlElement, name: string): Variable | null {
  const child = findChild(element, name)
  return child ? readVariable(child) : null
}

function listBoxed(element: XmlElement, reader: FileReader): Boxed[] {
  return element.children.flatMap((child) => {
    const read = child.uri === element.uri && Object.hasOwn(READERS, child.name) ? READERS[child.name] : undefined
    return read ? [read(child, reader)] : []
  })
}

function readChild(element: XmlElement, reader: FileReader): Boxed {
  const boxed = findBoxed(element, reader)
  if (!boxed) reader.report(element, `Expected an expression in ${element.name}, but there is none.`)
  return boxed ?? NOTHING
}

function readPart(element: XmlElement, name: string, reader: FileReader): Boxed {
  const part = findChild(element, name)
  if (!part) reader.report(element, `Expected “${name}” in ${element.name}, but there is none.`)
  return part ? readChild(part, reader) : NOTHING
}

function readRelation(element: XmlElement, reader: FileReader): Boxed {
  const columns = listChildren(element, 'column').map(readVariable)
  const rows = listChildren(element, 'row').map((row) => {
    const cells = listBoxed(row, reader)
    if (cells.length > columns.length) {
      reader.report(
        row,
        `Expected at most ${columns.length} cells in the row, one for each column, but there are ${cells.length}.`,
      )
    }
    return cells
  })
  return { ...base(element), kind: 'relation', columns, rows }
}

function readIterator(element: XmlElement, kind: 'for' | 'some' | 'every', reader: FileReader): Boxed {
  const variable = findAttribute(element, 'iteratorVariable')
  if (!variable) reader.report(element, `Expected ${kind} to name its variable in iteratorVariable, but it does not.`)
  return {
    ...base(element),
    kind,
    variable: variable ?? 'item',
    list: readPart(element, 'in', reader),
    listTypeRef: readListType(element),
    body: readPart(element, kind === 'for' ? 'return' : 'satisfies', reader),
  }
}

function readListType(iterator: XmlElement): string | null {
  const list = findChild(iterator, 'in')
  return list ? readTypeRef(list) : null
}
