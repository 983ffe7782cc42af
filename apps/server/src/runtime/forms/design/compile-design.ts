import { compile, type DocumentProblem, type FormDocument, parseDocument } from '@millrace/forms'
import { compareDocuments, type DocumentComparison } from '@millrace/forms/design'
import { formFeel } from '@millrace/forms/feel'

export type CompiledDesign =
  | { readonly ok: true; readonly renderedJson: string }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

/** Compiles the design of a form into its runtime document, in a worker thread. */
export function compileDesign(designerJson: string): CompiledDesign {
  const read = parseDocument(designerJson)
  if (!read.ok) return read
  const compiled = compile(read.document, { language: formFeel })
  return compiled.ok ? { ok: true, renderedJson: JSON.stringify(compiled.form) } : compiled
}

/** Compares two stored designs and returns the differences in the second, in a worker thread. */
export function compareDesigns({
  before,
  after,
}: {
  readonly before: string
  readonly after: string
}): DocumentComparison {
  return compareDocuments(readStored(before), readStored(after))
}

/** @throws Error when it cannot be read: nothing of the kind is stored. */
function readStored(designerJson: string): FormDocument {
  const read = parseDocument(designerJson)
  if (!read.ok) throw new Error(`Expected a stored design that can be read, but ${read.problems[0]?.message}`)
  return read.document
}
