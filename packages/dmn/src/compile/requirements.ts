import { ANY, createContext, type FeelType, type FeelValue } from '@millrace/expressions'
import { evaluateNode, type State } from '../evaluate/state.ts'
import type { Reference, Variable } from '../model.ts'
import type { CompiledNode, FoundNode, NodeContext } from './nodes.ts'

/** The names that the logic of a node sees, with types and sources of their values. */
export interface Requirements {
  readonly types: Readonly<Record<string, FeelType>>
  /** Returns the required values, in the order of the names in `types`. */
  load(state: State): FeelValue[]
}

/** Finds required nodes. Those of an imported model are combined in a context under the name of the import. */
export function findRequirements(
  references: readonly Reference[],
  from: { id: string },
  context: NodeContext,
): Requirements {
  const found = references.flatMap((reference) => context.find(reference, from) ?? [])
  const slots = new Map<string, { type: FeelType; load(state: State): FeelValue }>()
  for (const { node, importName } of found) {
    if (importName === null)
      slots.set(variableOf(node).name, { type: typeOfNode(node), load: (state) => evaluateNode(node, state) })
  }
  for (const importName of new Set(found.flatMap((node) => node.importName ?? []))) {
    slots.set(importName, createGroup(found.filter((node) => node.importName === importName)))
  }
  return {
    types: Object.fromEntries([...slots].map(([name, { type }]) => [name, type])),
    load: (state) => Array.from(slots.values(), (slot) => slot.load(state)),
  }
}

export function variableOf(node: CompiledNode): Variable {
  switch (node.kind) {
    case 'input':
      return node.input.variable
    case 'decision':
      return node.decision.variable
    case 'knowledge':
      return node.knowledge.variable
    case 'service':
      return node.service.variable
  }
}

function createGroup(members: readonly FoundNode[]): { type: FeelType; load(state: State): FeelValue } {
  const entries: Record<string, FeelType> = {}
  for (const { node } of members) entries[variableOf(node).name] = typeOfNode(node)
  return {
    type: { kind: 'context', entries },
    load: (state) => createContext(members.map(({ node }) => [variableOf(node).name, evaluateNode(node, state)])),
  }
}

/** The parser needs types for the names in paths only, where functions play no part. */
function typeOfNode(node: CompiledNode): FeelType {
  return node.kind === 'input' || node.kind === 'decision' ? node.getType() : ANY
}
