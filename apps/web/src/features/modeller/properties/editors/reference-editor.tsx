import { NativeSelect } from '@mantine/core'
import { planChange } from '@millrace/bpmn/moddle'
import { useTranslation } from 'react-i18next'
import { readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { type EditorProps, Row } from '../row.tsx'
import { usePanel } from '../use-panel.ts'

const creating = '\u0000new'

/** Chooses the target of a reference, or creates a new one; its name and code are edited below. */
export function ReferenceEditor({ element, row }: EditorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit, references, createReference, Rows } = usePanel()
  const { property } = row
  const targets = references(property.name)
  const value = readText(element, row)
  const target = targets.find((one) => one.element.get('id') === value)?.element
  const isRoot = !['default', 'activityRef'].includes(property.name)
  const choose = (chosen: string) => {
    if (chosen === creating) {
      const created = createReference(property.name)
      if (created !== null) apply([...created.changes, ...planChange(element, property, created.made, options)])
      return
    }
    const found = targets.find((one) => one.element.get('id') === chosen)?.element ?? null
    apply(planChange(element, property, found, options))
  }
  return (
    <>
      <Row row={row}>
        {(control) => (
          <NativeSelect
            {...control}
            disabled={!canEdit}
            data={[
              { value: '', label: t('modeller.panel.none') },
              ...(value === '' || target !== undefined ? [] : [{ value, label: value }]),
              ...targets.map((one) => ({ value: String(one.element.get('id')), label: one.label })),
              ...(isRoot ? [{ value: creating, label: t('modeller.panel.createRef') }] : []),
            ]}
            value={value}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        )}
      </Row>
      {target === undefined || !isRoot ? null : (
        <div className={classes.inside}>
          <Rows element={target} />
        </div>
      )}
    </>
  )
}
