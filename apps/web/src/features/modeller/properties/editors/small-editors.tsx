import { NativeSelect, Switch } from '@mantine/core'
import { planChange } from '@millrace/bpmn/moddle'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { useTranslation } from 'react-i18next'
import { planText, readText } from '../model/row-text.ts'
import { type EditorProps, Row } from '../row.tsx'
import { usePanel } from '../use-panel.ts'

const { choices: texts } = modellerTexts.modeller

export function FlagEditor({ element, row }: EditorProps) {
  const { apply, options, canEdit } = usePanel()
  const { property } = row
  const text = readText(element, row)
  return (
    <Row row={row}>
      {({ id }) => (
        <Switch
          id={id}
          size="sm"
          mt={4}
          disabled={!canEdit}
          checked={text === '' ? property.byDefault : text === 'true' || text === '1'}
          onChange={({ currentTarget: { checked } }) => apply(planChange(element, property, checked, options))}
        />
      )}
    </Row>
  )
}

export function ChoiceEditor({ element, row }: EditorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const value = readText(element, row)
  // What a file has beside the words that are known is kept.
  const choices = [...new Set([...row.property.options, ...(value === '' ? [] : [value])])].map((choice) => ({
    value: choice,
    label: choice in texts ? t(`modeller.choices.${choice as keyof typeof texts}`) : choice,
  }))
  return (
    <Row row={row}>
      {(control) => (
        <NativeSelect
          {...control}
          disabled={!canEdit}
          data={[{ value: '', label: t('modeller.panel.usual') }, ...choices]}
          value={value}
          onChange={({ currentTarget }) => apply(planText(element, row, currentTarget.value, options))}
        />
      )}
    </Row>
  )
}
