import type { FeelType } from '@millrace/expressions'
import type { DmnModel, InputData, Reference } from '../model.ts'
import { once } from '../once.ts'
import type { CompiledModel } from './compile-model.ts'
import { type Compiler, typeOf } from './compiler.ts'
import { type CompiledDecision, createDecision } from './decision.ts'
import { type CompiledKnowledge, createKnowledge } from './knowledge.ts'
import { type CompiledService, createService } from './service.ts'

export interface CompiledInput {
  readonly kind: 'input'
  readonly input: InputData
  /** The namespace of its model. */
  readonly namespace: string
  readonly getType: () => FeelType
}

/** An element of a decision requirements graph, compiled at its first use. */
export type CompiledNode = CompiledInput | CompiledDecision | CompiledKnowledge | CompiledService

export interface FoundNode {
  readonly node: CompiledNode
  /** The name under which its model is imported; null in the same model. */
  readonly importName: string | null
}

/** What a node needs to compile itself and to find others. */
export interface NodeContext {
  readonly compiler: Compiler
  /** Finds an element. Reports an error and returns undefined when there is none. */
  find(reference: Reference, from: { id: string }): FoundNode | undefined
}

/** Returns the nodes of a model by id. They compile themselves when they are first used. */
export function createNodes(
  model: DmnModel,
  { imports, compiler }: { imports: ReadonlyMap<string, CompiledModel>; compiler: Compiler },
): ReadonlyMap<string, CompiledNode> {
  const nodes = new Map<string, CompiledNode>()
  const context: NodeContext = {
    compiler,
    find(reference, from) {
      const found = findNode(reference, { model, nodes, imports })
      if (!found) {
        const message = `Expected “${reference.id}” to be an element of the model or of an imported one, but there is none. It counts as null.`
        compiler.report({ message, elementId: from.id, line: null, column: null, isWarning: true })
      }
      return found
    },
  }
  for (const input of model.inputs) nodes.set(input.id, createInput(input, model, compiler))
  for (const decision of model.decisions) nodes.set(decision.id, createDecision(decision, context))
  for (const knowledge of model.knowledgeModels) nodes.set(knowledge.id, createKnowledge(knowledge, context))
  for (const service of model.services) nodes.set(service.id, createService(service, context))
  return nodes
}

function createInput(input: InputData, model: DmnModel, compiler: Compiler): CompiledInput {
  const getType = once(() => typeOf(input.variable.typeRef, input.id, compiler))
  return { kind: 'input', input, namespace: model.namespace, getType }
}

function findNode(
  { namespace, id }: Reference,
  at: { model: DmnModel; nodes: ReadonlyMap<string, CompiledNode>; imports: ReadonlyMap<string, CompiledModel> },
): FoundNode | undefined {
  if (namespace === null || namespace === at.model.namespace) {
    const node = at.nodes.get(id)
    return node && { node, importName: null }
  }
  for (const [importName, imported] of at.imports) {
    const node = imported.model.namespace === namespace ? imported.nodes.get(id) : undefined
    if (node) return { node, importName: importName || null }
  }
  return undefined
}
