import { NativeSelect, Textarea } from '@mantine/core'
import { type WrittenType, writtenTypes } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './instance-data.module.css'

/** The value of a variable in the format in which a user enters it. */
export interface EnteredValue {
  readonly type: WrittenType
  readonly text: string
}

interface Props {
  readonly value: EnteredValue
  /** The reason why the server refused the text. */
  readonly fault: string | undefined
  /** A note about the type. */
  readonly note?: string | undefined
  /** The text has the focus when the dialog opens. */
  readonly isFocused?: boolean
  readonly onChange: (value: EnteredValue) => void
}

/** Fields for the type and the value of a variable. */
export function ValueFields({ value: { type, text }, fault, note, isFocused = false, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={t('instance.variableType')}
        description={note}
        value={type}
        data={[...writtenTypes]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ type: writtenTypes.find((one) => one === value) ?? 'String', text })
        }
      />
      {type === 'Null' ? (
        <p className={classes.quiet}>{t('instance.valueHelp.Null')}</p>
      ) : (
        <Textarea
          label={t('instance.variableValue')}
          description={t(`instance.valueHelp.${type}`)}
          autosize
          minRows={2}
          maxRows={16}
          {...(isFocused ? { 'data-autofocus': true } : {})}
          value={text}
          error={fault}
          onChange={(event) => onChange({ type, text: event.currentTarget.value })}
        />
      )}
    </>
  )
}
