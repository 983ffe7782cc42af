import { isBpmn, type XmlElement } from '../xml/element.ts'

/** Elements that may hold anything, markup in the default namespace too. */
const open = new Set([
  'extensionElements',
  'documentation',
  'text',
  'script',
  'rendering',
  'conditionExpression',
  'condition',
  'formalExpression',
  'expression',
  'from',
  'to',
  'transformation',
  'completionCondition',
  'activationCondition',
  'loopCardinality',
  'loopCondition',
  'timeDate',
  'timeCycle',
  'timeDuration',
])

/** Elements of the BPMN namespace that the schema governs, in document order: not what stands inside free text. */
export function* listGoverned(root: XmlElement): Generator<XmlElement> {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (isBpmn(element)) yield element
    if (isBpmn(element) && open.has(element.name)) continue
    for (const child of element.children.toReversed()) waiting.push(child)
  }
}
