import IconPlus from 'icon:plus'
import { Select } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../components/designer-frame/sheet.module.css'
import type { PanelRow } from './model/list-rows.ts'
import type { PanelSection } from './model/list-sections.ts'
import { planPart } from './model/parts.ts'
import { nameProperty } from './row.tsx'
import { isShown } from './rows.tsx'
import type { PanelContext } from './use-panel.ts'

interface Props {
  readonly sections: readonly PanelSection[]
  readonly panel: PanelContext
  readonly onAdd: (name: string) => void
}

interface Addable {
  readonly id: string
  readonly element: ModdleElement
  readonly row: PanelRow
}

/** The menu with all properties that the shown element can have and does not have yet, with a search. */
export function AddProperty({ sections, panel, onAdd }: Props) {
  const { t } = useTranslation()
  const [count, setCount] = useState(0)
  const groups = sections
    .map(({ theme, parts }) => ({ theme, addable: parts.flatMap((part, at) => listAddable(part, at, panel)) }))
    .filter(({ addable }) => addable.length > 0)
  const all = groups.flatMap(({ addable }) => addable)
  if (all.length === 0) return null
  const add = (id: string | null) => {
    const chosen = all.find((one) => one.id === id)
    // The choice is no value that stays.
    setCount(count + 1)
    if (chosen === undefined) return
    const { element, row } = chosen
    if (row.kind === 'parts') panel.apply(planPart(element, row, panel.options))
    onAdd(row.property.name)
  }
  return (
    <div className={sheet.section}>
      <Select
        key={count}
        size="xs"
        searchable
        // The focus stays here, for the next one.
        autoFocus={count > 0}
        openOnFocus={false}
        clearable={false}
        aria-label={t('modeller.panel.addProperty')}
        placeholder={t('modeller.panel.addProperty')}
        nothingFoundMessage={t('modeller.panel.noProperty')}
        leftSection={<IconPlus size={14} stroke={1.6} />}
        maxDropdownHeight={320}
        value={null}
        onChange={add}
        data={groups.map(({ theme, addable }) => ({
          group: t(`modeller.sections.${theme}`),
          items: addable.map(({ id, row }) => ({ value: id, label: nameProperty(row, t) })),
        }))}
      />
    </div>
  )
}

function listAddable(
  { element, rows }: PanelSection['parts'][number],
  at: number,
  panel: PanelContext,
): readonly Addable[] {
  return rows
    .filter((row) => !isShown(row, panel, true))
    .map((row) => ({ id: `${at} ${row.property.place} ${row.property.name}`, element, row }))
}
