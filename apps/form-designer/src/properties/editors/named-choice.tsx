import { NativeSelect } from '@mantine/core'
import type { EditorProps } from '../editor-props.ts'
import { controlProps, FieldRow } from './field-row.tsx'

interface ChoiceProps extends EditorProps {
  /** The text while nothing is selected. */
  readonly none: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** Chooses one of the named values, or none. A stored value that is no longer offered remains selectable. */
export function NamedChoice({ none, choices, ...props }: ChoiceProps) {
  const value = typeof props.value === 'string' ? props.value : ''
  const isOffered = value === '' || choices.some((one) => one.value === value)
  return (
    <FieldRow {...props}>
      <NativeSelect
        {...controlProps(props)}
        data={[{ value: '', label: none }, ...choices, ...(isOffered ? [] : [{ value, label: value }])]}
        value={value}
        onChange={({ currentTarget: { value: next } }) => props.onChange(next === '' ? undefined : next)}
      />
    </FieldRow>
  )
}
