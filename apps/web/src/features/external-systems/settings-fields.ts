import type { AdapterSettings } from '@millrace/contract'

/** The props of the fields of a kind of adapter. */
export interface SettingsFields<S extends AdapterSettings> {
  readonly settings: S
  readonly isLocked: boolean
  /** The error of the last save. */
  readonly error: unknown
  readonly onChange: (settings: S) => void
}
