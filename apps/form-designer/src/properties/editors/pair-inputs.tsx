import { TextInput } from '@mantine/core'
import classes from './editors.module.css'

interface Props {
  readonly text: string
  readonly textLabel: string
  readonly onText: (text: string) => void
  readonly name: string
  readonly nameLabel: string
  readonly onName: (name: string) => void
}

/** Inputs for the text for users and the value for expressions. */
export function PairInputs({ text, textLabel, onText, name, nameLabel, onName }: Props) {
  return (
    <>
      <TextInput
        size="xs"
        aria-label={textLabel}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
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
