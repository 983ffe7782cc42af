import {
  createLocator,
  defaultLimits,
  describeFault,
  type Location,
  parseXml,
  walk,
  type XmlElement,
  type XmlLimits,
} from '@millrace/xml'
import { checkModel } from './checks/index.ts'
import { detectDialect } from './dialects/detect-dialect.ts'
import type { ModelProblem, ProcessModel, ReadResult } from './model.ts'
import type { Finding } from './problems.ts'
import { createIdSource, type IdSource, idOf, ownerOf, type PlacedFinding, type ReadContext } from './read/context.ts'
import { readProcess } from './read/process/process.ts'
import { indexRootElements } from './read/process/root-elements.ts'
import { checkDefinitions } from './schema/check-definitions.ts'
import { identifierOf, isBpmn, listChildren, textOf } from './vocabulary/read.ts'
import { definitions } from './vocabulary/themes/processes.ts'

/**
 * Reads BPMN 2.0 XML into executable models, one per process, and checks them. Every fault is listed at once, with the
 * element, line and column it is about; a file with at least one error gives no document. Processes that are not
 * executable are read too: their faults are warnings, because they are never deployed.
 *
 * @param limits narrower or wider limits than 20 MB, depth 256, 500,000 elements and 10,000 attributes of one.
 */
export function readBpmn(xml: string, limits: Partial<XmlLimits> = {}): ReadResult {
  const allowed = { ...defaultLimits, ...limits }
  const parsed = parseXml(xml, allowed)
  if (!parsed.ok) {
    const { kind, line, column } = parsed.fault
    const message = describeFault(parsed.fault, allowed)
    const problem: ModelProblem = { code: `xml.${kind}`, severity: 'error', elementId: null, message, line, column }
    return { ok: false, problems: [problem], processes: [] }
  }
  const { processes, findings } = readDefinitions(parsed.root)
  const locate = createLocator(xml)
  const problems = findings.map((finding) => presentFinding(finding, locate))
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems, processes }
  return { ok: true, document: { processes, warnings: problems } }
}

function readDefinitions(root: XmlElement): { processes: ProcessModel[]; findings: PlacedFinding[] } {
  if (!isBpmn(root, 'definitions')) {
    const message = `Expected the root element definitions of BPMN 2.0, but found “${root.name}” in “${root.uri}”.`
    return { processes: [], findings: [{ code: 'bpmn.not-definitions', elementId: null, message, element: root }] }
  }
  const dialect = detectDialect(root)
  const ids = createIdSource(listIds(root))
  const findings: PlacedFinding[] = checkDefinitions({ root, dialect, ids })
  const context: ReadContext = {
    dialect,
    ids,
    roots: indexRootElements(root),
    report: (element, code, message, severity) => {
      findings.push({ code, message, element, elementId: ownerId({ ids }, element), ...(severity && { severity }) })
    },
  }
  const processes = listChildren(root, 'process').map((process) => {
    const before = findings.length
    const model = readProcess(context, process, textOf(root, definitions.targetNamespace))
    const places = placesOf(context, process)
    for (const finding of checkModel(model)) {
      findings.push({ ...finding, element: places.get(finding.elementId ?? '') ?? process })
    }
    if (!model.isExecutable) {
      for (let at = before; at < findings.length; at++) findings[at] = asWarning(findings[at]!)
    }
    return model
  })
  return { processes, findings }
}

function listIds(root: XmlElement): Set<string> {
  const ids = new Set<string>()
  for (const element of walk(root)) {
    const id = identifierOf(element)
    if (id !== null) ids.add(id)
  }
  return ids
}

function ownerId(ids: { ids: IdSource }, element: XmlElement): string | null {
  const owner = ownerOf(element)
  return owner.parent === null ? null : idOf(ids, owner)
}

function placesOf(context: ReadContext, process: XmlElement): Map<string, XmlElement> {
  const places = new Map<string, XmlElement>()
  for (const element of walk(process)) {
    if (isBpmn(element) && ownerOf(element) === element) places.set(idOf(context, element), element)
  }
  return places
}

function asWarning<T extends Finding>(finding: T): T {
  return { ...finding, severity: 'warning' }
}

function presentFinding(
  { code, severity = 'error', elementId, message, element }: PlacedFinding,
  locate: (offset: number) => Location,
): ModelProblem {
  const place = element === null ? {} : locate(element.offset)
  return { code, severity, elementId, message, ...place }
}
