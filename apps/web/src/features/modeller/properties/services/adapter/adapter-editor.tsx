import { Button, NativeSelect } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../../components/designer-frame/sheet.module.css'
import type { KnownAdapter } from '../../../problems/known-things.ts'
import classes from '../../panel.module.css'
import { usePanel } from '../../use-panel.ts'
import { AdapterDialog } from './adapter-dialog.tsx'
import { ErrorRows } from './error-rows.tsx'
import { InputRows } from './input-rows.tsx'
import { OutputRows } from './output-rows.tsx'
import { planKey, readAdapterCall } from './plan-adapter.ts'

/**
 * Edits the call of an external system by a step: its adapter, the values of its parameters, and the variables for the
 * answer.
 */
export function AdapterEditor({ element }: { element: ModdleElement }) {
  const { t } = useTranslation()
  const { known } = usePanel()
  const [isLooking, setLooking] = useState(false)
  const drawn = readAdapterCall(element)
  if (drawn === null) return null
  const { key, inputs, outputs, errors } = drawn
  const adapter = known.adapters.items.find((one) => one.key.toLowerCase() === key.toLowerCase()) ?? null
  return (
    <>
      <AdapterChoice element={element} chosen={key} adapter={adapter} />
      {adapter === null || adapter.isRepeatable ? null : <p className={sheet.note}>{t('modeller.adapter.once')}</p>}
      <InputRows element={element} inputs={inputs} adapter={adapter} />
      <OutputRows element={element} outputs={outputs} columns={adapter?.columns ?? []} />
      <ErrorRows element={element} errors={errors} />
      {adapter === null || known.asking === null ? null : (
        <div>
          <Button size="compact-xs" onClick={() => setLooking(true)}>
            {t('modeller.adapter.look')}
          </Button>
        </div>
      )}
      {isLooking && adapter !== null && known.asking !== null ? (
        <AdapterDialog
          element={element}
          adapter={adapter}
          inputs={inputs}
          asking={known.asking}
          onClose={() => setLooking(false)}
        />
      ) : null}
    </>
  )
}

interface ChoiceProps {
  readonly element: ModdleElement
  readonly chosen: string
  readonly adapter: KnownAdapter | null
}

/** System, then API, then adapter: each from a list. */
function AdapterChoice({ element, chosen, adapter }: ChoiceProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit, known } = usePanel()
  const [initial, setBegun] = useState({ system: '', api: '' })
  const system = adapter?.system ?? initial.system
  const api = adapter?.api ?? initial.api
  const all = known.adapters.items
  const inSystem = all.filter((one) => one.system === system)
  const inApi = inSystem.filter((one) => one.api === api)
  const systems = [...new Set(all.map((one) => one.system))]
  const apis = [...new Set(inSystem.map((one) => one.api))]
  const take = (key: string) => {
    const next = all.find((one) => one.key === key)
    apply(planKey(element, key, next?.parameters.map(({ name }) => name) ?? null, options))
  }
  /** What there is only one of is chosen with what it belongs to. */
  const begin = (next: { system: string; api: string }) => {
    const rest = all.filter((one) => one.system === next.system)
    const only = [...new Set(rest.map((one) => one.api))]
    setBegun({ ...next, api: next.api === '' && only.length === 1 ? (only[0] ?? '') : next.api })
    if (chosen !== '') take('')
  }
  const isUnknown = adapter === null && chosen !== ''
  const choose = t('modeller.adapter.choose')
  return (
    <>
      <ChoiceRow
        label={t('modeller.adapter.system')}
        disabled={!canEdit}
        choices={[['', choose], ...systems.map((one) => [one, one] as const)]}
        value={system}
        onChoose={(next) => begin({ system: next, api: '' })}
      />
      <ChoiceRow
        label={t('modeller.adapter.api')}
        disabled={!canEdit || system === ''}
        choices={[['', choose], ...apis.map((one) => [one, one] as const)]}
        value={api}
        onChoose={(next) => begin({ system, api: next })}
      />
      <ChoiceRow
        label={t('modeller.adapter.adapter')}
        disabled={!canEdit || (api === '' && !isUnknown)}
        fault={isUnknown && known.adapters.isAll ? t('modeller.problems.unknown.adapter', { name: chosen }) : null}
        choices={[
          ['', choose],
          ...inApi.map((one) => [one.key, one.name] as const),
          ...(isUnknown ? [[chosen, t('modeller.adapter.unknown', { key: chosen })] as const] : []),
        ]}
        value={adapter?.key ?? chosen}
        onChoose={take}
      />
    </>
  )
}

interface ChoiceRowProps {
  readonly label: string
  readonly disabled: boolean
  readonly fault?: string | null
  readonly choices: readonly (readonly [string, string])[]
  readonly value: string
  readonly onChoose: (value: string) => void
}

function ChoiceRow({ label, disabled, fault = null, choices, value, onChoose }: ChoiceRowProps) {
  const id = useId()
  const notes = `${id}-notes`
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.control}>
        <NativeSelect
          id={id}
          size="xs"
          disabled={disabled}
          error={fault !== null}
          aria-describedby={fault === null ? undefined : notes}
          data={choices.map(([key, name]) => ({ value: key, label: name }))}
          value={value}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        />
        {fault === null ? null : (
          <p id={notes} className={classes.fault}>
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
