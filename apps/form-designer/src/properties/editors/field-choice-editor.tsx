import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listReachable } from '../../model/find-named.ts'
import { nameNode } from '../../model/names.ts'
import { useDesigner } from '../../store/use-designer.ts'
import type { EditorProps } from '../editor-props.ts'
import { controlProps, FieldRow } from './field-row.tsx'

/** Chooses another field in the same row or in the groups around it, by its key. */
export function FieldChoiceEditor(props: EditorProps) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const value = typeof props.value === 'string' ? props.value : ''
  const fields = listReachable(design, props.node).map((node) => ({ value: node.key, label: nameNode(node) }))
  const isKnown = value === '' || fields.some((field) => field.value === value)
  return (
    <FieldRow {...props}>
      <NativeSelect
        {...controlProps(props)}
        data={[
          { value: '', label: t('designer.panel.noField') },
          ...fields,
          ...(isKnown ? [] : [{ value, label: value }]),
        ]}
        value={value}
        onChange={(event) => props.onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
    </FieldRow>
  )
}
