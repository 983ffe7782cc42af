import { attribute, createLocator, parseXml, walk } from '@millrace/xml'
import { readBpmn } from '../read-bpmn.ts'

/** Faults of a file that leave no way to draw it: others are shown beside the drawing. */
const fatal: ReadonlySet<string> = new Set([
  'bpmn.id-duplicate',
  'bpmn.id-invalid',
  'bpmn.misplaced-element',
  'bpmn.not-definitions',
  'bpmn.unknown-element',
])

/**
 * Returns a sentence for a file that cannot be drawn because it breaks the standard, with the line. Null when moddle
 * failed at a part that the standard allows: such a part is kept as it is.
 *
 * @param xml the file as it was opened.
 * @param failures messages of moddle about content that it could not read.
 */
export function findRefusal(xml: string, failures: readonly string[]): string | null {
  const result = readBpmn(xml)
  const problems = result.ok ? result.document.warnings : result.problems
  const found = problems.find(({ code }) => code.startsWith('xml.') || (failures.length > 0 && fatal.has(code)))
  if (found !== undefined) return found.line === undefined ? found.message : `Line ${found.line}: ${found.message}`
  if (failures.some((message) => message.includes('no process or collaboration')))
    return 'Expected a process or a collaboration to draw, but the file has none. Choose another file.'
  const id = failures.map(readIllegalId).find((one) => one !== null)
  return id === undefined || id === null ? null : `${lineOf(xml, id)}${refuseId(id)}`
}

/** Returns the id in moddle's message `illegal ID <…>`. */
function readIllegalId(message: string): string | null {
  const begin = 'illegal ID <'
  const from = message.indexOf(begin)
  const to = message.lastIndexOf('>')
  return from < 0 || to < from ? null : message.slice(from + begin.length, to)
}

/** Valid in XML, and not in moddle. */
function refuseId(id: string): string {
  return `Expected an id of letters from A to Z, digits, “_”, “-” and “.”, which the drawing needs, but found “${id}”. Rename it.`
}

function lineOf(xml: string, id: string): string {
  const parsed = parseXml(xml)
  const element = parsed.ok ? [...walk(parsed.root)].find((one) => attribute(one, 'id') === id) : undefined
  return element === undefined ? '' : `Line ${createLocator(xml)(element.offset).line}: `
}
