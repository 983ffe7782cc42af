import { listAdapterCalls, listMailTemplates, readBpmn } from '@millrace/bpmn'
import type { BudgetValues } from '@millrace/contract'
import { type FormNode, parseDocument } from '@millrace/forms'
import { listGlobalsOfProcess } from './list-globals.ts'

export interface DesignText {
  readonly kind: 'process' | 'form' | 'decision'
  readonly text: string
  /** The process of the file whose references are listed; without it, those of all its processes. */
  readonly processKey?: string
}

/** References of a design to objects outside of applications. */
export interface DesignUses {
  /** The names of email templates. */
  readonly emailTemplates: readonly string[]
  /** The keys of data lists. */
  readonly dataLists: readonly string[]
  readonly restAdapters: readonly string[]
  readonly sqlAdapters: readonly string[]
  readonly fileAdapters: readonly string[]
  /** The keys of adapters of any kind that steps of the process call. */
  readonly adapters: readonly string[]
  readonly globalProperties: readonly string[]
  /** Ids of the forms and templates that parts of a form were copied from. */
  readonly forms: readonly string[]
}

const none: DesignUses = {
  emailTemplates: [],
  dataLists: [],
  restAdapters: [],
  sqlAdapters: [],
  fileAdapters: [],
  adapters: [],
  globalProperties: [],
  forms: [],
}

/**
 * Lists the references of each design; null for one that cannot be read. It reads all models, so it runs in a worker
 * thread.
 */
export function listDesignUses({
  designs,
  budgets,
}: {
  readonly designs: readonly DesignText[]
  readonly budgets: BudgetValues
}): (DesignUses | null)[] {
  return designs.map(({ kind, text, processKey }) => {
    if (kind === 'form') return usesOfForm(text)
    // Decisions get variables only.
    return kind === 'decision' ? none : usesOfProcess(text, budgets, processKey)
  })
}

function usesOfProcess(xml: string, budgets: BudgetValues, processKey?: string): DesignUses | null {
  const read = readBpmn(xml, {
    maxLength: budgets.modelLength,
    maxElements: budgets.modelNodes,
    maxAttributes: budgets.modelAttributes,
  })
  const all = read.ok ? read.document.processes : read.processes
  const processes = processKey === undefined ? all : all.filter(({ id }) => id === processKey)
  if (processes.length === 0) return null
  return {
    ...none,
    globalProperties: each(processes.flatMap((model) => listGlobalsOfProcess(model))),
    emailTemplates: each(processes.flatMap((model) => listMailTemplates(model))),
    adapters: each(processes.flatMap((model) => listAdapterCalls(model).map(({ call }) => call.key)).filter(Boolean)),
  }
}

function usesOfForm(json: string): DesignUses | null {
  const read = parseDocument(json)
  if (!read.ok) return null
  const { root, settings } = read.document
  const nodes = listNodes(root)
  const namedBy = (wanted: FormNode['type'], prop: string) =>
    each(
      nodes.flatMap(({ type, props: { [prop]: name } }) => (type === wanted && typeof name === 'string' ? [name] : [])),
    )
  return {
    ...none,
    dataLists: namedBy('data-list', 'list'),
    restAdapters: namedBy('rest-look-up', 'adapter'),
    sqlAdapters: namedBy('sql-look-up', 'adapter'),
    fileAdapters: namedBy('file-look-up', 'adapter'),
    forms: each(settings.takenFrom ?? []),
  }
}

function listNodes(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...listNodes(node.children ?? [])])
}

function each(names: readonly string[]): string[] {
  return [...new Set(names)]
}
