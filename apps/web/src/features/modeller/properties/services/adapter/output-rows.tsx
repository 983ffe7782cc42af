import { NativeSelect } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../panel.module.css'
import { usePanel } from '../../use-panel.ts'
import { CallRows, TextCell } from './call-rows.tsx'
import { type CallRow, planAdded, planCell, planRemoved } from './plan-adapter.ts'

interface Props {
  readonly element: ModdleElement
  readonly outputs: readonly CallRow<'adapterOutput'>[]
  /** The columns of the rows in the answer, as far as they are known. */
  readonly columns: readonly string[]
}

/** The variables for the answer, each with the path and the type of its value. */
export function OutputRows({ element, outputs, columns }: Props) {
  const { t } = useTranslation()
  const { apply, options } = usePanel()
  const paths = ['rows', 'count', 'body', 'status', ...columns.map((column) => `rows.0.${column}`)]
  const list = 'adapterOutput'
  return (
    <CallRows
      title={t('modeller.adapter.outputs')}
      add={t('modeller.adapter.addOutput')}
      onAdd={() => apply(planAdded(element, list, {}, options))}
      onRemove={(at) => apply(planRemoved(element, list, at, options))}
      rows={outputs.map(({ name, path, type }, at) => ({
        name: t('modeller.adapter.output', { number: at + 1 }),
        remove: t('modeller.adapter.removeOutput', { number: at + 1 }),
        cells: (
          <>
            <TextCell
              label={t('modeller.adapter.outputVariable')}
              value={name}
              onSet={(text) => apply(planCell(element, { list, at, name: 'name', text }))}
            />
            <TextCell
              label={t('modeller.adapter.outputPath')}
              value={path}
              offered={paths}
              onSet={(text) => apply(planCell(element, { list, at, name: 'path', text }))}
            />
            <TypeCell value={type} onSet={(text) => apply(planCell(element, { list, at, name: 'type', text }))} />
          </>
        ),
      }))}
    />
  )
}

const { types } = modellerTexts.modeller.adapter

function TypeCell({ value, onSet }: { value: string; onSet: (text: string) => void }) {
  const { t } = useTranslation()
  const { canEdit } = usePanel()
  const id = useId()
  const known = Object.keys(types) as (keyof typeof types)[]
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{t('modeller.adapter.outputType')}</label>
      <div className={classes.control}>
        <NativeSelect
          id={id}
          size="xs"
          disabled={!canEdit}
          data={[
            ...known.map((one) => ({ value: one === 'any' ? '' : one, label: t(`modeller.adapter.types.${one}`) })),
            // What a file has beside the words that are known is kept.
            ...(value === '' || value in types ? [] : [value]),
          ]}
          value={value}
          onChange={({ currentTarget }) => onSet(currentTarget.value)}
        />
      </div>
    </div>
  )
}
