import type { XmlElement } from '@millrace/xml'
import type { Reference, Text, Variable } from '../model.ts'
import { findAttribute, findChild, findChildText, findId, listChildren } from './dmn-element.ts'
import type { FileReader } from './file-reader.ts'

/** Returns the name and type of a `variable`, `parameter`, `formalParameter` or `column`. */
export function readVariable(element: XmlElement): Variable {
  return { name: normaliseName(findAttribute(element, 'name') ?? ''), typeRef: readTypeRef(element) }
}

/** Returns the variable of a node; one without name, or none at all, is named like the node. */
export function readNodeVariable(element: XmlElement, nodeName: string): Variable {
  const child = findChild(element, 'variable')
  const variable = child ? readVariable(child) : { name: '', typeRef: null }
  return { ...variable, name: variable.name || nodeName }
}

/** Normalizes a name: runs of white space become one space (DMN 1.5, 10.3.1.3). */
export function normaliseName(name: string): string {
  return name.trim().replace(/\s+/gu, ' ')
}

/**
 * Reads a type reference. Up to DMN 1.1 types are qualified names such as `feel:string`, in some files also elements.
 */
export function readTypeRef(element: XmlElement): string | null {
  const typeRef = findAttribute(element, 'typeRef') ?? findChildText(element, 'typeRef')
  return typeRef
    ? normaliseName(typeRef.replace(/^[\w-]+:(?=\S)/, (prefix) => (/^feel:$/i.test(prefix) ? '' : prefix)))
    : null
}

/** Reads the `text` child of an expression; empty when it has none. */
export function readText(element: XmlElement): Text {
  return {
    id: findId(element),
    text: findChildText(element, 'text') ?? '',
    language: findAttribute(element, 'expressionLanguage'),
  }
}

/** Finds the unary tests of a type or column; null when it has none. */
export function findTests(element: XmlElement, name: string): Text | null {
  const child = findChild(element, name)
  const text = child && readText(child)
  return text?.text ? text : null
}

/** Reads references such as `<requiredInput href="#id"/>` below all children with one name. */
export function readReferences(element: XmlElement, path: readonly [string, string], reader: FileReader): Reference[] {
  const [requirement, target] = path
  return listChildren(element, requirement).flatMap((child) =>
    listChildren(child, target).map((reference) => readReference(reference, reader)),
  )
}

export function readReference(element: XmlElement, reader: FileReader): Reference {
  const href = findAttribute(element, 'href')
  if (!href) reader.report(element, `Expected ${element.name} to name an element by href, but it has none.`)
  const [namespace, id] = (href ?? '').includes('#') ? (href ?? '').split('#', 2) : ['', href ?? '']
  return { namespace: namespace || null, id: id ?? '' }
}
