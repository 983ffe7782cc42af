import type { ValueSource } from '@millrace/contract'

/** The sources of values that need a path or a name. */
export const sourcesWithPath: ReadonlySet<ValueSource> = new Set(['body', 'header', 'query', 'attachment'])
