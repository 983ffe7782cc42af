import type { XmlElement } from '@millrace/xml'
import type { ItemDefinition } from '../model.ts'
import { findAttribute, findChild, listChildren, readFlag } from './dmn-element.ts'
import { findTests, normaliseName, readTypeRef, readVariable } from './read-parts.ts'

/** Reads a type that the model declares (DMN 1.5, 7.3.3). */
export function readItemDefinition(element: XmlElement): ItemDefinition {
  return {
    id: findAttribute(element, 'id'),
    name: normaliseName(findAttribute(element, 'name') ?? ''),
    typeRef: readTypeRef(element),
    isCollection: readFlag(element, 'isCollection'),
    allowedValues: findTests(element, 'allowedValues')?.text ?? null,
    typeConstraint: findTests(element, 'typeConstraint')?.text ?? null,
    components: listChildren(element, 'itemComponent').map(readItemDefinition),
    functionItem: readFunctionItem(findChild(element, 'functionItem')),
  }
}

function readFunctionItem(element: XmlElement | undefined): ItemDefinition['functionItem'] {
  if (!element) return null
  return {
    parameters: listChildren(element, 'parameters').map(readVariable),
    outputTypeRef: findAttribute(element, 'outputTypeRef'),
  }
}
