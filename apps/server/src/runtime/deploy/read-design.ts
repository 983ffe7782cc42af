import { type ExpressionText, type ProcessModel, readBpmn, rewriteFile } from '@millrace/bpmn'
import type { BudgetValues } from '@millrace/contract'
import { type FileProblem, readFiles } from './read-files.ts'

/** Key, name and other facts that a design states about its process. */
export interface DesignedProcess {
  readonly key: string
  readonly name: string | null
  readonly documentation: string | null
  /** With commas between them; null for none. */
  readonly starterUsers: string | null
  readonly starterGroups: string | null
}

export interface DesignRead {
  /** Null: there is none in it, or it cannot be read. */
  readonly process: DesignedProcess | null
  /** The errors and warnings that a deployment would report. */
  readonly problems: readonly FileProblem[]
}

export interface DesignFile {
  readonly xml: string
  /** The key of the process; null: the first executable process. */
  readonly key: string | null
  readonly budgets: BudgetValues
}

/**
 * Reads an unfinished or finished BPMN file of a designer. Takes from milliseconds to seconds, so it runs in a worker
 * thread.
 */
export function readDesign({ xml, key, budgets }: DesignFile): DesignRead {
  const { problems } = readFiles({
    files: [{ name: `${key ?? 'process'}.bpmn`, bytes: new TextEncoder().encode(xml) }],
    budgets,
  })
  const limits = {
    maxLength: budgets.modelLength,
    maxElements: budgets.modelNodes,
    maxAttributes: budgets.modelAttributes,
  }
  const read = readBpmn(xml, limits)
  const processes = read.ok ? read.document.processes : read.processes
  const found =
    processes.find(({ id }) => id === key) ?? processes.find(({ isExecutable }) => isExecutable) ?? processes[0]
  return { process: found === undefined ? null : describe(found), problems }
}

/** Changes a BPMN file (`rewriteFile`) in a worker thread. Lists of keys have pairs of the old and the new key. */
export function rewriteDesign({
  xml,
  process,
  formKeys = [],
  calledKeys = [],
  decisionKeys = [],
}: {
  readonly xml: string
  readonly process: NonNullable<Parameters<typeof rewriteFile>[1]['process']>
  readonly formKeys?: readonly (readonly [string, string])[]
  readonly calledKeys?: readonly (readonly [string, string])[]
  readonly decisionKeys?: readonly (readonly [string, string])[]
}): string {
  return rewriteFile(xml, {
    process,
    formKeys: new Map(formKeys),
    calledKeys: new Map(calledKeys),
    decisionKeys: new Map(decisionKeys),
  })
}

function describe(model: ProcessModel): DesignedProcess {
  return {
    key: model.id,
    name: model.name,
    documentation: model.documentation,
    starterUsers: joined(model.candidateStarterUsers),
    starterGroups: joined(model.candidateStarterGroups),
  }
}

function joined(texts: readonly ExpressionText[]): string | null {
  return texts.length === 0 ? null : texts.map(({ text }) => text).join(',')
}
