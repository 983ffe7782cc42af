import { TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../record/draft-field.ts'

interface NamedDraft {
  readonly name: string
  readonly key: string
}

interface Props extends DraftFields<NamedDraft> {
  readonly texts: 'appProcesses' | 'appDecisions'
}

/** Input fields for name and key of a process or decision. */
export function NameAndKey({ texts, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput label={t(`${texts}.name`)} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
      <TextInput
        label={t(`${texts}.key`)}
        description={t(`${texts}.keyHelp`)}
        required
        maxLength={limits.processKey}
        {...textOfDraft(props, 'key')}
      />
    </>
  )
}

/** Returns whether name and key are filled in. */
export function isNamed({ name, key }: NamedDraft): boolean {
  return name.trim() !== '' && key.trim() !== ''
}
