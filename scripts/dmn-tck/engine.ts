import { type DmnModel, evaluateDecision, parseDmn } from '@millrace/dmn'
import { createAllowance, type FeelValue, isContext } from '@millrace/expressions'
import type { TestCase, TestFile } from './read-tests.ts'

/** Evaluates the result nodes of a test file. `reason` explains why there is no value. */
export type Engine = (file: TestFile) => (testCase: TestCase, resultName: string) => Answer

interface Answer {
  readonly value: FeelValue
  readonly reason: string | null
}

export const nullEngine: Engine = () => () => ({ value: null, reason: 'the engine answers null to everything' })

/** The engine of the product. */
export const ownEngine: Engine = (file) => {
  const parsed = parseDmn(file.modelXml)
  if (!parsed.ok) return () => ({ value: null, reason: parsed.problems.map((problem) => problem.message).join(' ') })
  const imports = file.importedXmls.flatMap((xml) => {
    const imported = parseDmn(xml)
    return imported.ok ? [imported.model] : []
  })
  return (testCase, resultName) => ask(parsed.model, { imports, testCase, resultName })
}

function ask(
  model: DmnModel,
  { imports, testCase, resultName }: { imports: readonly DmnModel[]; testCase: TestCase; resultName: string },
): Answer {
  const target = findTarget(model, testCase, resultName)
  if (!target) return { value: null, reason: `the model has no “${testCase.invocable?.name ?? resultName}”` }
  const context: Record<string, unknown> = Object.create(null)
  const importedContexts: Record<string, Record<string, unknown>> = Object.create(null)
  for (const { name, namespace, value } of testCase.inputs) {
    context[name] = value
    if (namespace === null) continue
    importedContexts[namespace] ??= Object.create(null) as Record<string, unknown>
    importedContexts[namespace][name] = value
  }
  const now = new Date()
  const outcome = evaluateDecision(model, {
    allowance: createAllowance(10_000_000),
    decisionId: target.id,
    context,
    importedContexts,
    mode: 'standard',
    imports,
    now,
  })
  if (!outcome.ok) return { value: null, reason: outcome.problem.message }
  const { feelValue } = outcome
  const value = target.hasSeveral && isContext(feelValue) ? (feelValue[resultName] ?? null) : feelValue
  return { value, reason: null }
}

function findTarget(
  model: DmnModel,
  { invocable }: TestCase,
  resultName: string,
): { id: string; hasSeveral: boolean } | undefined {
  if (invocable?.kind === 'decisionService') {
    const service = model.services.find((one) => one.name === invocable.name)
    return service && { id: service.id, hasSeveral: service.outputDecisions.length > 1 }
  }
  const nodes = invocable ? model.knowledgeModels : model.decisions
  const node = nodes.find((one) => one.name === (invocable?.name ?? resultName))
  return node && { id: node.id, hasSeveral: false }
}
