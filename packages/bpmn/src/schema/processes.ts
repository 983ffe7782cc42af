import { isExecutableByDefault } from '../dialects/index.ts'
import type { PlacedFinding } from '../read/context.ts'
import { attribute, booleanAttribute, identifier, listChildren, type XmlElement } from '../xml/element.ts'
import type { DefinitionsInput } from './definitions-check.ts'

const MAX_LENGTH = 255

/** A file has processes; each has a key, and says whether it is to be executed. */
export function* checkProcesses(input: DefinitionsInput): Iterable<PlacedFinding> {
  const processes = listChildren(input.root, 'process')
  if (processes.length === 0) {
    const message = 'Expected a process in the file, but there is none, so nothing can be deployed.'
    yield { code: 'bpmn.no-process', severity: 'warning', element: input.root, elementId: null, message }
  }
  const category = attribute(input.root, 'targetNamespace') ?? ''
  if (category.length > MAX_LENGTH) yield tooLong(input.root, 'targetNamespace', category)
  for (const process of processes) {
    yield* checkKey(process)
    yield* checkExecutable(input, process)
    const name = attribute(process, 'name') ?? ''
    if (name.length > MAX_LENGTH) yield tooLong(process, 'name', name)
  }
}

function* checkKey(process: XmlElement): Iterable<PlacedFinding> {
  if (identifier(process) !== null) return
  const message = 'Expected a process to have an id, which is its key, but it has none. Add one.'
  yield { code: 'bpmn.id-missing', element: process, elementId: null, message }
}

function tooLong(element: XmlElement, name: string, value: string): PlacedFinding {
  const message = `Expected the ${name} of ${element.name} to have at most ${MAX_LENGTH} characters, but it has ${value.length}. Shorten it.`
  return { code: 'bpmn.id-too-long', element, elementId: identifier(element), message }
}

function* checkExecutable({ dialect }: DefinitionsInput, process: XmlElement): Iterable<PlacedFinding> {
  const byDefault = isExecutableByDefault(dialect)
  const id = identifier(process)
  if (!booleanAttribute(process, 'isExecutable', byDefault)) {
    const message = `Expected isExecutable to be true for process “${id}” to be deployed, but it is not. Set it to run the process.`
    yield { code: 'bpmn.not-executable', severity: 'warning', element: process, elementId: id, message }
  } else if (dialect === 'bpmn' && attribute(process, 'isExecutable') === null) {
    const message = `Expected process “${id}” to say whether it is executable, but it does not, so it is taken to be.`
    yield { code: 'bpmn.executable-assumed', severity: 'warning', element: process, elementId: id, message }
  }
}
