import type { ValueSource } from '@millrace/contract'

/** Sources that have values at a path or a name. */
export const sourcesWithPath: ReadonlySet<ValueSource> = new Set(['body', 'header', 'query', 'attachment'])
