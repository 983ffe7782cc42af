import { listInOrder } from './camunda/list-in-order.ts'
import { type CompiledModel, type CompileOptions, compileModel } from './compile/compile-model.ts'
import { DecisionFailure } from './failure.ts'
import type { DmnModel } from './model.ts'
import type { DmnProblem } from './problems.ts'

/**
 * Compiles a whole model and returns all problems: in expressions, references, types and circular requirements. For the
 * time of deployment: a decision that has nothing to do with a problem can be evaluated all the same. A part that is
 * missing, such as the logic of a decision, is a warning (`isWarning`).
 */
export function checkDmn(model: DmnModel, { isAlone = false, ...options }: CheckOptions): DmnProblem[] {
  const compiled = compileModel(model, { ...options, isThorough: true })
  for (const definition of model.itemDefinitions) compiled.types.find(definition.name)
  const circles = [...compiled.nodes.values()].flatMap((node) => compileNode(node))
  const problems = removeDuplicates([...compiled.problems, ...circles])
  return isAlone && !compiled.isWhole ? problems.map((problem) => ({ ...problem, isWarning: true })) : problems
}

interface CheckOptions extends CompileOptions {
  /**
   * Whether the imported files are not available yet, because the file is not deployed. Missing content is only a
   * warning then.
   */
  readonly isAlone?: boolean
}

function compileNode(
  node: CompiledModel['nodes'] extends ReadonlyMap<string, infer Node> ? Node : never,
): DmnProblem[] {
  switch (node.kind) {
    case 'input':
      node.getType()
      return []
    case 'knowledge':
      node.compile()
      return []
    case 'service':
      node.getParts()
      return []
    case 'decision':
      node.getType()
      node.getLogic()
      return findCircle(() => listInOrder(node))
  }
}

function findCircle(walk: () => unknown): DmnProblem[] {
  try {
    walk()
    return []
  } catch (error) {
    if (error instanceof DecisionFailure) return [error.problem]
    throw error
  }
}

/** Several nodes may find the same fault. */
function removeDuplicates(problems: readonly DmnProblem[]): DmnProblem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = JSON.stringify(problem)
    return seen.size < seen.add(key).size
  })
}
