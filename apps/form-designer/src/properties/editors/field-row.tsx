import type { ReactNode } from 'react'
import classes from './editors.module.css'

interface Props {
  readonly id: string
  readonly label: string
  readonly error?: string
  readonly warning?: string
  /** Below the label instead of beside it. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A label with its control and the error below it. The control has to have `aria-describedby={notesId(id)}`. */
export function FieldRow({ id, label, error = '', warning = '', isWide = false, children }: Props) {
  return (
    <div className={classes.row} data-wide={isWide || undefined}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.control}>
        {children}
        {error === '' && warning === '' ? null : (
          <div id={notesId(id)} className={classes.notes}>
            {error === '' ? null : <p className={classes.error}>{error}</p>}
            {warning === '' ? null : <p className={classes.warning}>{warning}</p>}
          </div>
        )}
      </div>
    </div>
  )
}

export function notesId(id: string): string {
  return `${id}-notes`
}

/** Returns the props that all controls of a row have. */
export function controlProps({ id, error, warning = '' }: { id: string; error: string; warning?: string }) {
  return {
    id,
    size: 'xs' as const,
    error: error !== '',
    'aria-describedby': error === '' && warning === '' ? undefined : notesId(id),
  }
}
