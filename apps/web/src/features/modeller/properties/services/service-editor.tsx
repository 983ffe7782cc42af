import { NativeSelect } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import type { PanelRow } from '../model/list-rows.ts'
import classes from '../panel.module.css'
import { usePanel } from '../use-panel.ts'
import { AdapterEditor } from './adapter/adapter-editor.tsx'
import { FieldEditor } from './field-editor.tsx'
import { listFieldNames, planKind } from './plan-service.ts'
import {
  connectorFields,
  findRunKind,
  isHttpConnector,
  kindFields,
  kindNames,
  kindRows,
  type RunKind,
  type ServiceField,
  type ServiceKind,
  serviceKinds,
} from './service-kinds.ts'

/** Returns whether a row defines the service of a task or its settings, which are edited together. */
export function isServiceRow({ theme, property: { name } }: PanelRow): boolean {
  return theme === 'services' && kindNames.has(name)
}

/** Edits the service of a task: one of the supported kinds, and the settings of that kind. */
export function ServiceEditor({ element, rows }: { element: ModdleElement; rows: readonly PanelRow[] }) {
  const { t } = useTranslation()
  const { apply, options, canEdit, showsAll, Rows } = usePanel()
  const id = useId()
  const isDecisionTask = element.$type === 'bpmn:BusinessRuleTask'
  // Whoever draws a decision has said what it is to do.
  const [chosen, setChosen] = useState<ServiceKind | 'none'>(isDecisionTask ? 'decision' : 'none')
  const found = findRunKind(element)
  const kind: RunKind = found === 'none' ? chosen : found
  const isConnector = kind === 'http' && isHttpConnector(element)
  const choose = (next: string) => {
    const wanted = serviceKinds.find((one) => one === next) ?? null
    setChosen(wanted ?? 'none')
    apply(planKind(element, wanted, options))
  }
  const isByField = kind === 'decision' && !isDecisionTask
  const names = new Set(isByField ? [] : kindRows[kind])
  const fields = listShownFields(element, kind, { isConnector, isByField, showsAll })
  // What stands in the file beside what the kind needs is shown as well.
  const own = rows.filter((row) => {
    const { name } = row.property
    if (name === 'adapter') return false
    if (marking.has(name) && !names.has(name)) return false
    return names.has(name) ? showsAll || !isRareIn(kind, row) : row.isSet
  })
  const offered = serviceKinds.filter((one) => one !== 'connector' || kind === 'connector')
  return (
    <div className={classes.parts} data-property="service">
      <div className={classes.row}>
        <label htmlFor={id}>{t('modeller.service.label')}</label>
        <NativeSelect
          id={id}
          size="xs"
          disabled={!canEdit}
          data={[
            { value: 'none', label: t('modeller.service.kinds.none') },
            ...offered.map((value) => ({ value, label: t(`modeller.service.kinds.${value}`) })),
            ...(kind === 'other' ? [{ value: 'other', label: t('modeller.service.kinds.other') }] : []),
          ]}
          value={kind}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <p className={sheet.note}>{t(`modeller.service.help.${kind}`)}</p>
      {isByField || !isConnector ? null : <p className={sheet.note}>{t('modeller.service.connectorHelp')}</p>}
      {fields.map((field) => (
        <FieldEditor key={field.name} element={element} field={field} isParameter={isConnector} />
      ))}
      {kind === 'adapter' ? <AdapterEditor element={element} /> : null}
      {own.length === 0 ? null : <Rows element={element} rows={own} isInside />}
    </div>
  )
}

/** The settings of a kind that are shown, and those that nobody here knows but the file has. */
function listShownFields(
  element: ModdleElement,
  kind: RunKind,
  { isConnector, isByField, showsAll }: { isConnector: boolean; isByField: boolean; showsAll: boolean },
): readonly ServiceField[] {
  if (isConnector) return connectorFields
  if (kind === 'none' || kind === 'other' || (kind === 'decision' && !isByField)) return []
  const known = kindFields[kind] ?? []
  if (known.length === 0) return []
  const set = new Set(listFieldNames(element))
  const others = [...set].filter((name) => !known.some((field) => field.name === name))
  return [
    ...known.filter(({ name, isRare = false }) => showsAll || !isRare || set.has(name)),
    ...others.map((name): ServiceField => ({ name, editor: 'text' })),
  ]
}

/** What makes a kind what it is, or has editors of its own. */
const marking: ReadonlySet<string> = new Set(['type', 'field', 'connector'])

/** Shown with everything, or when it is set. */
const rare: ReadonlySet<string> = new Set([
  'decisionRefTenantId',
  'mapException',
  'errorEventDefinition',
  'externalWorkerInParameter',
  'externalWorkerOutParameter',
  'useLocalScopeForResultVariable',
])

function isRareIn(kind: RunKind, { property: { name }, isSet }: PanelRow): boolean {
  return !isSet && (rare.has(name) || (kind === 'java' && name === 'field'))
}
