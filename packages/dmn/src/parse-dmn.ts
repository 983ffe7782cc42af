import {
  createLocator,
  defaultLimits,
  describeFault,
  parseXml,
  type XmlElement,
  type XmlFault,
  type XmlLimits,
} from '@millrace/xml'
import { type DecisionSamples, listSamples } from './design/samples.ts'
import type { DmnModel } from './model.ts'
import type { DmnProblem } from './problems.ts'
import { findAttribute, listChildren } from './read/dmn-element.ts'
import { createFileReader, type FileReader } from './read/file-reader.ts'
import { listNodes } from './read/node-ids.ts'
import { readItemDefinition } from './read/read-item-definition.ts'
import { readDecision, readDecisionService, readImport, readInputData, readKnowledgeModel } from './read/read-nodes.ts'

export type ParsedDmn = { ok: true; model: DmnModel } | { ok: false; problems: DmnProblem[] }

/** A DMN file as an editor opens it: its model, and the samples of its decisions. */
export interface DesignedDmn {
  readonly model: DmnModel
  readonly samples: readonly DecisionSamples[]
}

export type ParsedDesign = { ok: true; design: DesignedDmn } | { ok: false; problems: DmnProblem[] }

type ParsedFile = { ok: true; model: DmnModel; root: XmlElement } | { ok: false; problems: DmnProblem[] }

/** A cell of a table is two elements, and tables come out of spreadsheets: more elements than a process has. */
const limitsByDefault: XmlLimits = { ...defaultLimits, maxElements: 1_000_000 }

/**
 * Parses a DMN file of version 1.1 to 1.5. Reports all structural problems; `checkDmn` reports those in expressions and
 * between elements.
 */
export function parseDmn(xml: string, narrower: Partial<XmlLimits> = {}): ParsedDmn {
  const parsed = parseFile(xml, narrower)
  return parsed.ok ? { ok: true, model: parsed.model } : parsed
}

/** Parses a DMN file together with its samples. */
export function parseDesignedDmn(xml: string, narrower: Partial<XmlLimits> = {}): ParsedDesign {
  const parsed = parseFile(xml, narrower)
  return parsed.ok ? { ok: true, design: { model: parsed.model, samples: listSamples(parsed.root) } } : parsed
}

function parseFile(xml: string, narrower: Partial<XmlLimits>): ParsedFile {
  const limits = { ...limitsByDefault, ...narrower }
  const parsed = parseXml(xml, limits)
  if (!parsed.ok) return { ok: false, problems: [presentFault(parsed.fault, limits)] }
  const { root } = parsed
  const problems: DmnProblem[] = []
  const reader = createFileReader(root, problems, createLocator(xml))
  if (root.name !== 'definitions' || !isDmnNamespace(root.uri)) {
    const found = `<${root.name}> of “${root.uri}”`
    reader.report(root, `Expected the definitions of a DMN file of version 1.1 to 1.5, but found ${found}.`)
    return { ok: false, problems }
  }
  const model = readModel(root, reader)
  checkIds(root, reader)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, model, root }
}

function presentFault(fault: XmlFault, limits: XmlLimits): DmnProblem {
  return { message: describeFault(fault, limits), elementId: null, line: fault.line, column: fault.column }
}

/** `http://www.omg.org/spec/DMN/20151101/dmn.xsd`, `https://www.omg.org/spec/DMN/20230324/MODEL/` and all between. */
function isDmnNamespace(namespace: string): boolean {
  return /^https?:\/\/www\.omg\.org\/spec\/DMN\/20\d{6}(\/(MODEL\/?|dmn(11)?\.xsd)?)?$/.test(namespace)
}

function readModel(root: XmlElement, reader: FileReader): DmnModel {
  const list = <T>(name: string, read: (element: XmlElement, reader: FileReader) => T) =>
    listChildren(root, name).map((element) => read(element, reader))
  return {
    id: findAttribute(root, 'id') ?? findAttribute(root, 'name') ?? 'definitions',
    name: findAttribute(root, 'name'),
    namespace: findAttribute(root, 'namespace') ?? '',
    imports: list('import', readImport),
    itemDefinitions: list('itemDefinition', readItemDefinition),
    inputs: list('inputData', readInputData),
    decisions: list('decision', readDecision),
    knowledgeModels: list('businessKnowledgeModel', readKnowledgeModel),
    services: list('decisionService', readDecisionService),
    expressionLanguage: findAttribute(root, 'expressionLanguage'),
  }
}

/** Nodes and rules are found by their ids, so none may come twice. */
function checkIds(root: XmlElement, reader: FileReader): void {
  const seen = new Set<string>()
  for (const element of listNodes(root)) {
    const id = findAttribute(element, 'id')
    if (id && seen.has(id)) reader.report(element, `Expected the id “${id}” only once, but another element has it too.`)
    if (id) seen.add(id)
  }
}
