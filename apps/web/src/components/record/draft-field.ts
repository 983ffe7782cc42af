import type { ChangeEvent } from 'react'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'

/** A draft that somebody changes, as its fields need it. */
export interface DraftFields<Draft> {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly isLocked: boolean
  /** What the last save has failed by. */
  readonly error: unknown
}

/** What a text field of a draft needs: its value, what the server says of it, and what typing does. */
export function textOfDraft<Draft extends { readonly [Key in Name]: string }, Name extends string>(
  { draft, onChange, isLocked, error }: DraftFields<Draft>,
  name: Name,
) {
  return {
    readOnly: isLocked,
    value: draft[name],
    error: describeFaultOf(error, name),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange({ [name]: event.currentTarget.value } as unknown as Partial<Draft>),
  }
}
