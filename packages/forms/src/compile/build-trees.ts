import { isContainerType, isListType } from '../document/node-types.ts'
import { createRecord } from '../document/plain-object.ts'
import type { ContentType, FormNode } from '../document/types.ts'
import { getFieldDefinition, isFieldType } from '../fields/registry.ts'
import type { DataNode, NodeRule, ViewNode } from './runtime-document.ts'

/** Builds the tree of nodes with values. Containers without a key are left out. */
export function buildData(nodes: readonly FormNode[]): DataNode[] {
  return nodes.flatMap(({ id: node, type, key, props, children = [] }): DataNode[] => {
    if (key === undefined) return buildData(children)
    const own = { node, key, props: withoutRules(props) }
    if (isFieldType(type)) return [{ kind: 'field', ...own, type }]
    const members = buildData(children)
    return isListType(type) ? [{ kind: 'list', ...own, type, members }] : [{ kind: 'group', ...own, members }]
  })
}

/** Builds the tree of nodes to draw. */
export function buildView(nodes: readonly FormNode[]): ViewNode[] {
  return nodes.flatMap(({ id, type, props, layout, children = [] }): ViewNode[] => {
    const { span } = layout
    if (isFieldType(type)) return getFieldDefinition(type).isUnseen === true ? [] : [{ kind: 'field', id, span }]
    if (isListType(type)) return [{ kind: 'list', id, span, children: buildView(children) }]
    if (isContainerType(type))
      return [{ kind: 'container', id, type, props: withoutRules(props), span, children: buildView(children) }]
    return [{ kind: 'content', id, type: type as ContentType, props: withoutRules(props), span }]
  })
}

const usual = {
  visible: true,
  visibleFor: undefined,
  enabled: true,
  enabledFor: undefined,
  required: false,
  requiredFor: undefined,
  readOnly: false,
  check: undefined,
  computed: undefined,
  setTo: undefined,
  result: undefined,
}

/** Returns the rules of all nodes, in document order. */
export function buildRules(nodes: readonly FormNode[], parent?: string): NodeRule[] {
  return nodes.flatMap(({ id, props, children = [] }) => {
    const rule: Record<string, unknown> = { node: id, ...(parent === undefined ? {} : { parent }) }
    for (const [name, value] of Object.entries(usual))
      if (props[name] !== undefined && props[name] !== value) rule[name] = props[name]
    return [rule as unknown as NodeRule, ...buildRules(children, id)]
  })
}

/** Rules stand by themselves, so a node keeps only what it is. */
function withoutRules(props: FormNode['props']): Record<string, unknown> {
  const kept = createRecord<unknown>()
  for (const [name, value] of Object.entries(props)) if (!Object.hasOwn(usual, name)) kept[name] = value
  return kept
}
