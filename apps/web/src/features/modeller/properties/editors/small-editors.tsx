import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { NativeSelect, Switch, TagsInput } from '@mantine/core'
import { planChange } from '@millrace/bpmn/moddle'
import { useTranslation } from 'react-i18next'
import { planText, readText } from '../model/row-text.ts'
import { type EditorProps, nameProperty, Row } from '../row.tsx'
import { usePanel } from '../use-panel.ts'
import { ExpressionEditor } from './expression-editor.tsx'
import { listChoices } from './text-editor.tsx'

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
  const choices = [...new Set([...row.property.options, ...(value === '' ? [] : [value])])]
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

/** People and groups, one beside the other; an expression is edited as one. */
export function NamesEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { element, row } = props
  const { apply, options, canEdit, known } = usePanel()
  const text = readText(element, row)
  if (/^\s*=|[$#]\{/.test(text)) return <ExpressionEditor {...props} />
  return (
    <Row row={row} isWide>
      {({ id, size }) => (
        <TagsInput
          id={id}
          size={size}
          aria-label={nameProperty(row, t)}
          readOnly={!canEdit}
          data={[...listChoices(row.property.name, known)]}
          acceptValueOnBlur
          value={text
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')}
          onChange={(names) => apply(planText(element, row, names.join(','), options))}
        />
      )}
    </Row>
  )
}
