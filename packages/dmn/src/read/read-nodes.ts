import type { XmlElement } from '@millrace/xml'
import type { BoxedFunction, Decision, DecisionService, DmnImport, InputData, KnowledgeModel } from '../model.ts'
import { findAttribute, findChild, findChildText, findForeignAttribute, listChildren } from './dmn-element.ts'
import type { FileReader } from './file-reader.ts'
import { findBoxed, readFunction } from './read-boxed.ts'
import { normaliseName, readNodeVariable, readReference, readReferences } from './read-parts.ts'

/** Returns the nodes of a decision requirements graph (DMN 1.5, clause 6). */
export function readInputData(element: XmlElement, reader: FileReader): InputData {
  const node = readNode(element, reader)
  return { ...node, variable: readNodeVariable(element, node.name) }
}

export function readDecision(element: XmlElement, reader: FileReader): Decision {
  const node = readNode(element, reader)
  return {
    ...node,
    variable: readNodeVariable(element, node.name),
    question: findChildText(element, 'question'),
    allowedAnswers: findChildText(element, 'allowedAnswers'),
    requiredInputs: readReferences(element, ['informationRequirement', 'requiredInput'], reader),
    requiredDecisions: readReferences(element, ['informationRequirement', 'requiredDecision'], reader),
    requiredKnowledge: readReferences(element, ['knowledgeRequirement', 'requiredKnowledge'], reader),
    logic: findBoxed(element, reader),
    versionTag: findForeignAttribute(element, 'versionTag'),
    historyTimeToLive: readDays(element, reader),
  }
}

export function readKnowledgeModel(element: XmlElement, reader: FileReader): KnowledgeModel {
  const node = readNode(element, reader)
  const logic = findChild(element, 'encapsulatedLogic')
  return {
    ...node,
    variable: readNodeVariable(element, node.name),
    requiredKnowledge: readReferences(element, ['knowledgeRequirement', 'requiredKnowledge'], reader),
    logic: logic ? readFunction(logic, reader) : findPlainLogic(element, reader),
  }
}

export function readDecisionService(element: XmlElement, reader: FileReader): DecisionService {
  const node = readNode(element, reader)
  const listReferences = (name: string) => listChildren(element, name).map((child) => readReference(child, reader))
  return {
    ...node,
    variable: readNodeVariable(element, node.name),
    outputDecisions: listReferences('outputDecision'),
    encapsulatedDecisions: listReferences('encapsulatedDecision'),
    inputDecisions: listReferences('inputDecision'),
    inputData: listReferences('inputData'),
  }
}

export function readImport(element: XmlElement): DmnImport {
  return {
    name: normaliseName(findAttribute(element, 'name') ?? ''),
    namespace: findAttribute(element, 'namespace') ?? '',
    locationUri: findAttribute(element, 'locationURI'),
    importType: findAttribute(element, 'importType') ?? '',
  }
}

function readNode(element: XmlElement, reader: FileReader): { id: string; name: string } {
  const id = reader.idOf(element)
  return { id, name: normaliseName(findAttribute(element, 'name') ?? id) }
}

/** Files written for DMN 1.0 hold the expression without a function around it. */
function findPlainLogic(element: XmlElement, reader: FileReader): BoxedFunction | null {
  const body = findBoxed(element, reader)
  if (body?.kind === 'function') return body
  return body && { kind: 'function', id: null, typeRef: null, language: 'FEEL', parameters: [], body }
}

const longestTimeToLive = 1_000_000

/** `30` or `P30D`. */
function readDays(element: XmlElement, reader: FileReader): number | null {
  const text = findForeignAttribute(element, 'historyTimeToLive')
  if (!text) return null
  const days = /^(?:(\d+)|P(\d+)D)$/.exec(text)
  const count = Number(days?.[1] ?? days?.[2])
  if (!days || count > longestTimeToLive) {
    reader.report(
      element,
      `Expected up to ${longestTimeToLive} days such as 30 or P30D for historyTimeToLive, but found “${text}”.`,
    )
    return null
  }
  return count
}
