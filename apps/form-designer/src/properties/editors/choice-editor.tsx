import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nameChoice } from '../../model/names.ts'
import type { EditorProps } from '../editor-props.ts'
import { controlProps, FieldRow } from './field-row.tsx'

export function ChoiceEditor(props: EditorProps) {
  const { t } = useTranslation()
  const choices = (props.spec.choices ?? []).map((value) => ({ value, label: nameChoice(props.name, value) }))
  const data = props.spec.isRequired ? choices : [{ value: '', label: t('designer.panel.usual') }, ...choices]
  return (
    <FieldRow {...props}>
      <NativeSelect
        {...controlProps(props)}
        data={data}
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? undefined : value)}
      />
    </FieldRow>
  )
}
