import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'
import { LineBox } from './line-box.tsx'

interface Props {
  readonly props: FieldProps
  readonly type?: 'email' | 'tel' | 'url'
  readonly inputMode?: 'email' | 'tel' | 'url'
  readonly autoComplete?: string
  readonly placeholder?: string
  /** The class name of the line itself. */
  readonly className?: string | undefined
  /** Returns the text of the input for a typed text; without it, the typed text. */
  format?(text: string): string
}

/** A single-line text input. */
export function LineInput({ props, format = (text) => text, ...input }: Props) {
  return (
    <LineBox
      wrapper={presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      {...input}
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(format(event.currentTarget.value))}
      onBlur={props.onLeave}
    />
  )
}
