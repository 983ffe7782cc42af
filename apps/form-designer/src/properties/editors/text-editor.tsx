import { Textarea, TextInput } from '@mantine/core'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { controlProps, FieldRow } from './field-row.tsx'

/** An input for texts that users of the form read, which may be long. */
export function TextEditor(props: EditorProps) {
  const isLong = long.has(props.name)
  if (isLong) return <LongTextEditor {...props} />
  return (
    <FieldRow {...props}>
      <TextInput
        {...controlProps(props)}
        data-property={props.name}
        value={toText(props.value)}
        onChange={(event) => props.onChange(toValue(event.currentTarget.value))}
      />
    </FieldRow>
  )
}

const long: ReadonlySet<string> = new Set(['text', 'help', 'checkMessage', 'patternMessage'])

export function LongTextEditor(props: EditorProps) {
  return (
    <FieldRow {...props} isWide>
      <Textarea
        {...controlProps(props)}
        data-property={props.name}
        autosize
        minRows={props.name === 'help' ? 1 : 2}
        maxRows={10}
        value={toText(props.value)}
        onChange={(event) => props.onChange(toValue(event.currentTarget.value))}
      />
    </FieldRow>
  )
}

/** An input for a value that users do not see. */
export function CodeEditor(props: EditorProps) {
  const { kind } = props.spec
  return (
    <FieldRow {...props}>
      <TextInput
        {...controlProps(props)}
        className={classes.mono}
        autoComplete="off"
        spellCheck={false}
        placeholder={examples[kind]}
        value={toText(props.value)}
        onChange={(event) => props.onChange(toValue(event.currentTarget.value))}
      />
    </FieldRow>
  )
}

const examples: Readonly<Record<string, string>> = {
  day: '2026-11-30',
  instant: '2026-11-30T16:00:00Z',
  clock: '16:30',
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Converts an empty text to undefined. */
function toValue(text: string): string | undefined {
  return text === '' ? undefined : text
}
