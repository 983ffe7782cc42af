import type { CompileExpression } from '@millrace/forms'

let loading: Promise<CompileExpression> | null = null

/** Loads FEEL, once. Forms without expressions never do. A failed load is tried again by the next form. */
export function loadFeel(): Promise<CompileExpression> {
  loading ??= import('@millrace/forms/feel').then(
    ({ compileFormFeel }) => compileFormFeel,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
