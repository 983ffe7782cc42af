import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput } from '@mantine/core'
import { roles } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { listMemberships } from '../../model/list-memberships.ts'
import { useDesigner } from '../../store/use-designer.ts'
import type { EditorProps } from '../editor-props.ts'
import { controlProps, FieldRow } from './field-row.tsx'

/** Chooses the roles and groups to which a property applies. None: everybody. */
export function MembershipEditor(props: EditorProps) {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const value = Array.isArray(props.value) ? (props.value as readonly string[]) : []
  const everybody = props.name === 'requiredFor' ? t('designer.panel.nobody') : t('designer.panel.everybody')
  return (
    <FieldRow {...props} isWide>
      <TagsInput
        {...controlProps(props)}
        description={t('designer.panel.accessHint')}
        data={[...new Set([...roles, ...listMemberships(design)])]}
        placeholder={value.length === 0 ? everybody : undefined}
        value={[...value]}
        onChange={(next) => props.onChange(next.length === 0 ? undefined : next)}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
    </FieldRow>
  )
}
