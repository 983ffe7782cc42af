import type { Option } from '@millrace/forms'
import { type Design, type DesignNode, findNodeKind } from '@millrace/forms/design'
import { hasProperty } from './describe-node.ts'
import { listReachable } from './find-named.ts'
import { listAll } from './walk.ts'

/** Problems that would prevent some users from filling in the form. */
export type AccessibilityCode =
  | 'labelMissing'
  | 'labelRepeated'
  | 'labelPlaceholder'
  | 'helpMissing'
  | 'optionsRepeated'
  | 'alternativeMissing'
  | 'holderUnnamed'
  | 'holderEmpty'
  | 'requiredHidden'
  | 'messageMissing'
  | 'decidedLater'

export interface AccessibilityFinding {
  readonly code: AccessibilityCode
  readonly node: string
  /** Would break a rule of WCAG 2.2 AA; else it only makes filling harder. */
  readonly isFault: boolean
}

/**
 * Finds accessibility problems that come from choices of the designer, which automatic checks of the browser cannot
 * know. In document order.
 */
export function checkAccessibility(design: Design): AccessibilityFinding[] {
  const all = listAll(design)
  const nodes = all.flatMap((id) => design.nodes[id] ?? [])
  const repeated = findRepeated(nodes)
  const places = new Map(all.map((id, index) => [id, index]))
  return nodes.flatMap((node) => {
    const codes = [...checkLabel(node, repeated), ...checkParts(node), ...checkOrder(design, node, places)]
    return codes.map((code) => ({ code, node: node.id, isFault: faults.has(code) }))
  })
}

/** WCAG 2.2: 1.1.1 (alternatives), 1.3.1 and 4.1.2 (names), 3.3.2 (labels). */
const faults: ReadonlySet<AccessibilityCode> = new Set(['labelMissing', 'alternativeMissing', 'optionsRepeated'])

function checkLabel(node: DesignNode, repeated: ReadonlySet<string>): AccessibilityCode[] {
  const kind = findNodeKind(node.type)
  const { label, placeholder } = node.props
  const text = typeof label === 'string' ? label.trim() : ''
  if (kind === 'container') return namedHolders(node) && text === '' ? ['holderUnnamed'] : []
  if (kind === 'content' || !hasProperty(node, 'label')) return []
  if (text === '') return [typeof placeholder === 'string' && placeholder !== '' ? 'labelPlaceholder' : 'labelMissing']
  return repeated.has(keyOf(node, text)) ? ['labelRepeated'] : []
}

function checkParts(node: DesignNode): AccessibilityCode[] {
  const { props } = node
  const codes: AccessibilityCode[] = []
  const labels = Array.isArray(props.options)
    ? (props.options as readonly Option[]).map((option) => String(option.label).trim().toLowerCase())
    : []
  if (new Set(labels).size < labels.length) codes.push('optionsRepeated')
  if (hasProperty(node, 'alt') && (typeof props.alt !== 'string' || props.alt.trim() === ''))
    codes.push('alternativeMissing')
  if (node.children.length === 0 && (findNodeKind(node.type) === 'container' || findNodeKind(node.type) === 'list'))
    codes.push('holderEmpty')
  if (props.required === true && props.visible === false) codes.push('requiredHidden')
  if (props.check !== undefined && hasProperty(node, 'checkMessage') && (props.checkMessage ?? '') === '')
    codes.push('messageMissing')
  if (
    props.pattern !== undefined &&
    hasProperty(node, 'patternMessage') &&
    (props.patternMessage ?? '') === '' &&
    (props.help ?? '') === ''
  )
    codes.push('helpMissing')
  return codes
}

/** Checks that no field depends on a later one, because users would have passed the field when it appears. */
function checkOrder(
  design: Design,
  { id, props }: DesignNode,
  places: ReadonlyMap<string, number>,
): AccessibilityCode[] {
  const { visible, dependsOn } = props
  const words =
    typeof visible === 'string' ? new Set(visible.replaceAll(/"[^"]*"/g, '').match(/[\p{L}\p{N}_]+/gu)) : null
  const place = places.get(id) ?? 0
  const isLater = listReachable(design, id).some(
    (field) => (words?.has(field.key) === true || dependsOn === field.key) && (places.get(field.id) ?? 0) > place,
  )
  return isLater ? ['decidedLater'] : []
}

/** Containers that people go to by their name. */
function namedHolders({ type }: DesignNode): boolean {
  return !/column|row|spacer/.test(type)
}

/** Two fields of one name in the same place cannot be distinguished by ear. */
function findRepeated(nodes: readonly DesignNode[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const node of nodes) {
    const { label } = node.props
    if (typeof label !== 'string' || label.trim() === '' || findNodeKind(node.type) === 'container') continue
    const key = keyOf(node, label.trim())
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([key]) => key))
}

function keyOf({ parent }: DesignNode, label: string): string {
  return `${parent ?? ''} ${label.toLowerCase()}`
}
