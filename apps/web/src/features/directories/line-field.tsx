import { TextInput } from '@mantine/core'
import { directoryLimits } from '@millrace/contract/lists/directories'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import type { DirectoryDraft } from './directory-draft.ts'

type TextName = {
  [Name in keyof DirectoryDraft]: DirectoryDraft[Name] extends string
    ? string extends DirectoryDraft[Name]
      ? Name
      : never
    : never
}[keyof DirectoryDraft]

interface Props {
  readonly fields: DraftFields<DirectoryDraft>
  readonly name: TextName
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
}

/** A line of text with a name from the directory, without spell checking. */
export function LineField({ fields, name, label, help, isRequired = false }: Props) {
  return (
    <TextInput
      label={label}
      description={help}
      required={isRequired}
      maxLength={name.endsWith('Attribute') ? directoryLimits.attribute : directoryLimits.line}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      {...textOfDraft(fields, name)}
    />
  )
}
