import type { AdapterSettings } from '@millrace/contract'

/** The props of the fields of a kind of adapter. */
export interface SettingsFields<S extends AdapterSettings> {
  readonly settings: S
  readonly isLocked: boolean
  /** What the last save has failed by. */
  readonly error: unknown
  readonly onChange: (settings: S) => void
}
