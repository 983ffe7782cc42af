import { createLocator, parseXml } from '@millrace/xml'
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
 * only failed at parts that the standard allows, because these are kept unchanged.
 *
 * @param xml the file as it was opened.
 * @param failures messages of moddle about content that it could not read.
 */
export function findRefusal(xml: string, failures: readonly string[]): string | null {
  const result = readBpmn(xml)
  const problems = result.ok ? result.document.warnings : result.problems
  const found = problems.find(({ code }) => code.startsWith('xml.') || (failures.length > 0 && fatal.has(code)))
  if (found !== undefined) return found.line === undefined ? found.message : `Line ${found.line}: ${found.message}`
  if (!failures.some((message) => message.includes('no process or collaboration'))) return null
  const parsed = parseXml(xml)
  const line = parsed.ok ? createLocator(xml)(parsed.root.offset).line : 1
  return `Line ${line}: Expected a process or a collaboration to draw, but the file has none. Choose another file.`
}
