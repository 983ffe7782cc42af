import { readDocument } from '../document/read-document.ts'
import type { DocumentProblem, FormDocument } from '../document/types.ts'
import type { FormLanguage } from '../expressions/form-expressions.ts'
import { buildData, buildRules, buildView } from './build-trees.ts'
import { checkButtons } from './check-button.ts'
import { checkNode } from './check-node.ts'
import { compileRules } from './compile-rules.ts'
import { hashText } from './hash-text.ts'
import { planForm } from './plan-form.ts'
import type { RuntimeDocument } from './runtime-document.ts'

export type CompileResult =
  | { readonly ok: true; readonly form: RuntimeDocument }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

export interface CompileOptions {
  readonly language: FormLanguage
}

/**
 * Compiles a form document of unknown origin to the runtime document that browser and server work with. The same
 * document always gives the same result. Reports all faults, in document order.
 */
export function compile(input: unknown, { language }: CompileOptions): CompileResult {
  const read = readDocument(input)
  if (!read.ok) return read
  const { document } = read
  const trees = {
    data: buildData(document.root),
    view: buildView(document.root),
    rules: buildRules(document.root),
  }
  const plan = planForm(trees)
  const rules = compileRules(plan, language)
  const problems = [...plan.nodes.flatMap(checkNode), ...checkButtons(document, plan), ...rules.problems]
  if (problems.length > 0) return { ok: false, problems }
  const content = { ...describeForm(document), ...trees, ...rules.result }
  return { ok: true, form: { ...content, hash: hashText(JSON.stringify(content)) } }
}

function describeForm({
  schema,
  id,
  settings: { takenFrom: _, ...settings },
  i18n,
}: FormDocument): Pick<RuntimeDocument, 'schema' | 'id' | 'settings' | 'i18n'> {
  return { schema, id, settings, i18n }
}
