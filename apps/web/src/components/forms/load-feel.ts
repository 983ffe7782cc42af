import type { FormLanguage } from '@millrace/forms'

let loading: Promise<FormLanguage> | null = null

/** Loads FEEL, once. Forms without expressions never do. A failed load is tried again by the next form. */
export function loadFeel(): Promise<FormLanguage> {
  loading ??= import('@millrace/forms/feel').then(
    ({ formFeel }) => formFeel,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
