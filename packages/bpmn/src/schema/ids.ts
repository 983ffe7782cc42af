import type { XmlElement } from '@millrace/xml'
import type { PlacedFinding } from '../read/context.ts'
import { identifierOf } from '../vocabulary/read.ts'
import type { DefinitionsInput } from './definitions-check.ts'
import { listGoverned } from './governed-elements.ts'

/** A name of XML without a colon (Namespaces in XML, production 4), in the letters that are in use. */
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}._·-]*$/u

const MAX_LENGTH = 255

/** Checks that ids are valid names with a length that can be stored, and unique in the file. */
export function* checkIds({ root }: DefinitionsInput): Iterable<PlacedFinding> {
  const seen = new Set<string>()
  for (const element of listGoverned(root)) {
    const id = identifierOf(element)
    if (id === null) continue
    if (!NAME.test(id)) {
      yield invalid(element, id)
    } else if (id.length > MAX_LENGTH) {
      yield {
        code: 'bpmn.id-too-long',
        element,
        elementId: id,
        message: `Expected an id of at most ${MAX_LENGTH} characters, but that of this ${element.name} has ${id.length}. Shorten it.`,
      }
    } else if (seen.has(id)) {
      yield {
        code: 'bpmn.id-duplicate',
        element,
        elementId: id,
        message: `Expected each id once in the file, but another element than this ${element.name} has the id “${id}” too. Rename one of them.`,
      }
    }
    seen.add(id)
  }
}

function invalid(element: XmlElement, id: string): PlacedFinding {
  return {
    code: 'bpmn.id-invalid',
    element,
    elementId: id === '' ? null : id,
    message:
      id === ''
        ? `Expected the id of this ${element.name} to be a name, but it is empty. Give it one.`
        : `Expected an id to begin with a letter or underscore and to have no spaces, but found “${id.slice(0, 80)}”. Rename it.`,
  }
}
