import type { FoundFile, FoundInstance, FoundTask, StartableProcess } from '@millrace/contract'

/** A search result with its kind. */
export type FoundItem =
  | ({ readonly kind: 'tasks' } & FoundTask)
  | ({ readonly kind: 'instances' } & FoundInstance)
  | ({ readonly kind: 'processes' } & StartableProcess)
  | ({ readonly kind: 'files' } & FoundFile)
