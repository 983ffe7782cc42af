import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../dialects/index.ts'
import type { PlacedFinding } from '../read/context.ts'
import { flagOf, identifierOf, listChildren, textOf } from '../vocabulary/read.ts'
import { naming } from '../vocabulary/themes/general.ts'
import { definitions, process } from '../vocabulary/themes/processes.ts'
import type { DefinitionsInput } from './definitions-check.ts'

const MAX_LENGTH = 255

/** Checks that a file has processes, and that each has a key and says whether it is executable. */
export function* checkProcesses(input: DefinitionsInput): Iterable<PlacedFinding> {
  const processes = listChildren(input.root, 'process')
  if (processes.length === 0) {
    const message = 'Expected a process in the file, but there is none, so nothing can be deployed.'
    yield { code: 'bpmn.no-process', severity: 'warning', element: input.root, elementId: null, message }
  }
  const category = textOf(input.root, definitions.targetNamespace) ?? ''
  if (category.length > MAX_LENGTH) yield tooLong(input.root, definitions.targetNamespace.name, category)
  for (const process of processes) {
    yield* checkKey(process)
    yield* checkExecutable(input, process)
    const name = textOf(process, naming.name) ?? ''
    if (name.length > MAX_LENGTH) yield tooLong(process, naming.name.name, name)
  }
}

function* checkKey(process: XmlElement): Iterable<PlacedFinding> {
  if (identifierOf(process) !== null) return
  const message = 'Expected a process to have an id, which is its key, but it has none. Add one.'
  yield { code: 'bpmn.id-missing', element: process, elementId: null, message }
}

function tooLong(element: XmlElement, name: string, value: string): PlacedFinding {
  const message = `Expected the ${name} of ${element.name} to have at most ${MAX_LENGTH} characters, but it has ${value.length}. Shorten it.`
  return { code: 'bpmn.id-too-long', element, elementId: identifierOf(element), message }
}

function* checkExecutable(input: DefinitionsInput, element: XmlElement): Iterable<PlacedFinding> {
  const rules = rulesOf(input)
  const byDefault = rules.isExecutableByDefault
  const id = identifierOf(element)
  if (!flagOf(element, process.isExecutable, byDefault)) {
    const message = `Expected isExecutable to be true for process “${id}” to be deployed, but it is not. Set it to run the process.`
    yield { code: 'bpmn.not-executable', severity: 'warning', element, elementId: id, message }
  } else if (rules.reportsDefaults && textOf(element, process.isExecutable) === null) {
    const message = `Expected process “${id}” to have isExecutable, but it is missing, so the process is deployed.`
    yield { code: 'bpmn.executable-assumed', severity: 'warning', element, elementId: id, message }
  }
}
