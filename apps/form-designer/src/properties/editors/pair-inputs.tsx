import { TextInput } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import classes from './editors.module.css'

interface Props {
  readonly text: string
  readonly textLabel: string
  readonly onText: (text: string) => void
  readonly name: string
  readonly nameLabel: string
  readonly onName: (name: string) => void
  /** Enter in the text. */
  readonly onEnter?: () => void
  readonly onPaste?: (event: ClipboardEvent) => void
}

/** Inputs for the text for users and the value for expressions. */
export function PairInputs({ text, textLabel, onText, name, nameLabel, onName, onEnter, onPaste }: Props) {
  return (
    <>
      <TextInput
        size="xs"
        aria-label={textLabel}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || onEnter === undefined) return
          event.preventDefault()
          onEnter()
        }}
      />
      <TextInput
        size="xs"
        className={classes.mono}
        aria-label={nameLabel}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </>
  )
}
