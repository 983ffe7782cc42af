import type { BudgetValues } from '@millrace/contract'
import { type DesignedDmn, parseDesignedDmn, runSample } from '@millrace/dmn'
import { compileForeign } from '@millrace/engine'
import { createMeter } from '@millrace/expressions'

export interface DecisionTests {
  readonly files: readonly DecisionFile[]
  readonly now: Date
  readonly budgets: BudgetValues
}

/** A DMN file: its text, or its content if it was read already. */
export type DecisionFile = { readonly name: string } & ({ readonly xml: string } | { readonly design: DesignedDmn })

/** A sample with another result than expected. */
export interface FailedSample {
  /** Names of the decision and of the sample. */
  readonly where: string
  readonly message: string
}

/**
 * Runs the samples of DMN files in a worker thread and returns the failed ones. Files that cannot be read are skipped;
 * their deployment reports why.
 */
export function testDecisions(
  { files, now, budgets }: DecisionTests,
  onFile: (name: string) => void = () => {},
): FailedSample[] {
  const designs = files.flatMap((file) => {
    onFile(file.name)
    const design = 'design' in file ? file.design : readDesign(file.xml, budgets)
    return design === null ? [] : { ...design, name: file.name }
  })
  // Each may import the others.
  const library = designs.map(({ model }) => model)
  return designs.flatMap(({ name, model: own, samples }) => {
    onFile(name)
    const model = { ...own, library }
    return samples.flatMap(({ decisionId, samples: rows }) => {
      const part = model.decisions.find(({ id }) => id === decisionId)?.name ?? decisionId
      return rows.flatMap((sample, index) => {
        // Each has what a decision of a process would have.
        const allowance = { meter: createMeter(budgets.work, 'work'), isOnLoop: false, budgets }
        const outcome = runSample(model, { decisionId, sample, now, allowance, compileForeign })
        if (outcome.verdict !== 'failed') return []
        const given =
          outcome.problem === null ? `it gave ${shorten(outcome.result)}.` : `it failed: ${outcome.problem.message}`
        const message = `Expected ${shorten(sample.expected)}, but ${given}`
        return [{ where: `${part}: ${sample.name || `Row ${index + 1}`}`, message }]
      })
    })
  })
}

function readDesign(xml: string, { modelLength, modelNodes, modelAttributes }: BudgetValues): DesignedDmn | null {
  const limits = { maxLength: modelLength, maxElements: modelNodes, maxAttributes: modelAttributes }
  const parsed = parseDesignedDmn(xml, limits)
  return parsed.ok ? parsed.design : null
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
