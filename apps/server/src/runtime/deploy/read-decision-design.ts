import type { BudgetValues } from '@millrace/contract'
import { findMainDecision, parseDmn, rewriteDmn, writeMissingIds } from '@millrace/dmn'
import { type FileProblem, readFiles } from './read-files.ts'

/** Key, name and other facts that a design states about its decision. */
export interface DesignedDecision {
  readonly key: string
  readonly name: string | null
  /** The keys of all decisions in the file. */
  readonly keys: readonly string[]
}

export interface DecisionDesignRead {
  /** Null: there is none in it, or it cannot be read. */
  readonly decision: DesignedDecision | null
  /** The errors and warnings that a deployment would report. */
  readonly problems: readonly FileProblem[]
  /** The stored text: with an id for each decision, by which the editor and the samples find it. */
  readonly xml: string
}

export interface DecisionDesignFile {
  readonly xml: string
  /** The key of the decision; null: the one that no other decision requires. */
  readonly key: string | null
  readonly budgets: BudgetValues
}

/**
 * Reads an unfinished or finished DMN file of a designer. Takes from milliseconds to seconds, so it runs in a worker
 * thread.
 */
export function readDecisionDesign({ xml: given, key, budgets }: DecisionDesignFile): DecisionDesignRead {
  const parse = (text: string) =>
    parseDmn(text, {
      maxLength: budgets.modelLength,
      maxElements: budgets.modelNodes,
      maxAttributes: budgets.modelAttributes,
    })
  const before = parse(given)
  // Not of what cannot be read, which may be too much.
  const { xml, ids } = before.ok ? writeMissingIds(given) : { xml: given, ids: new Map<string, string>() }
  const parsed = xml === given ? before : parse(xml)
  const files = [{ name: `${key ?? 'decision'}.dmn`, bytes: new TextEncoder().encode(xml) }]
  const { problems } = readFiles({ files, budgets, isPart: true })
  const main = parsed.ok ? findMainDecision(parsed.model, key === null ? null : (ids.get(key) ?? key)) : null
  if (!parsed.ok || main === null) return { decision: null, problems, xml }
  const keys = parsed.model.decisions.map(({ id }) => id)
  return { decision: { key: main.id, name: main.name, keys }, problems, xml }
}

/** Changes a DMN file (`rewriteDmn`) in a worker thread. `keys` has pairs of the old and the new key. */
export function rewriteDecisionDesign({
  xml,
  name,
  keys = [],
  id,
}: {
  readonly xml: string
  readonly name?: { readonly key: string; readonly name: string }
  readonly keys?: readonly (readonly [string, string])[]
  readonly id?: string
}): string {
  return rewriteDmn(xml, { ...(name && { name }), keys: new Map(keys), ...(id !== undefined && { id }) })
}
