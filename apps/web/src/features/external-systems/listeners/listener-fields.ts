import type { ListenerSettings } from '@millrace/contract'

/** The props of the fields of a kind of listener. */
export interface ListenerFieldsOf<S extends ListenerSettings> {
  readonly settings: S
  readonly isLocked: boolean
  /** The error of the last save. */
  readonly error: unknown
  readonly onChange: (settings: S) => void
}
