import { Autocomplete, NativeSelect, Switch } from '@mantine/core'
import { isExpression, type ModdleElement } from '@millrace/bpmn/moddle'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { findUnknownName, listThings } from '../model/list-things.ts'
import classes from '../panel.module.css'
import { useDraft } from '../use-draft.ts'
import { usePanel } from '../use-panel.ts'
import { ExpressionInput } from '../variables/expression-input.tsx'
import { useFinding } from '../variables/use-finding.ts'
import { planField, planParameter, readField, readParameter } from './plan-service.ts'
import type { ServiceField } from './service-kinds.ts'

interface Props {
  readonly element: ModdleElement
  readonly field: ServiceField
  /** Whether it is an input of a connector. */
  readonly isParameter: boolean
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const { fields } = modellerTexts.modeller.service

/** Edits one setting of a built-in service. */
export function FieldEditor({ element, field, isParameter }: Props) {
  const { t } = useTranslation()
  const { apply, options, canEdit, known } = usePanel()
  const id = useId()
  const { name, editor } = field
  const value = isParameter ? readParameter(element, name) : readField(element, name)
  const set = (text: string) =>
    apply(isParameter ? planParameter(element, name, text, options) : planField(element, name, text, options))
  const draft = useDraft(value, set)
  const finding = useFinding(draft.text)
  const unknown = editor === 'thing' && !isExpression(draft.text) ? findUnknownName(name, draft.text, known) : null
  const fault =
    unknown !== null
      ? t(`modeller.problems.unknown.${unknown}`, { name: draft.text })
      : finding === null
        ? null
        : t('modeller.panel.fault', { message: finding.message, at: finding.from + 1 })
  const label = name in fields ? t(`modeller.service.fields.${name as keyof typeof fields}`) : name
  const notes = fault === null ? undefined : `${id}-notes`
  const control: Record<ServiceField['editor'], () => ReactNode> = {
    flag: () => (
      <Switch
        id={id}
        size="sm"
        mt={4}
        disabled={!canEdit}
        checked={value === 'true'}
        onChange={(event) => set(event.currentTarget.checked ? 'true' : '')}
      />
    ),
    method: () => (
      <NativeSelect
        id={id}
        size="xs"
        disabled={!canEdit}
        data={[...new Set([...methods, ...(value === '' ? [] : [value])])]}
        value={value === '' ? 'GET' : value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    ),
    thing: () => (
      <Autocomplete
        id={id}
        size="xs"
        error={fault !== null}
        aria-describedby={notes}
        readOnly={!canEdit}
        autoComplete="off"
        data={listThings(name, known).map(({ key }) => key)}
        value={draft.text}
        onChange={draft.set}
        onOptionSubmit={(key) => {
          draft.forget()
          set(key)
        }}
        onBlur={draft.leave}
        onKeyDown={draft.onKeyDown}
      />
    ),
    text: () => typed(1),
    lines: () => typed(2),
  }
  const typed = (minRows: number) => (
    <ExpressionInput
      id={id}
      describedBy={notes}
      hasFault={fault !== null}
      minRows={minRows}
      text={draft.text}
      onChange={draft.set}
      onBlur={draft.leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && minRows === 1 && !event.shiftKey) {
          event.preventDefault()
          draft.leave()
        } else draft.onKeyDown(event)
      }}
    />
  )
  return (
    <div
      className={classes.row}
      data-wide={editor === 'lines' || draft.text.length > 24 || undefined}
      data-field={name}
    >
      <label htmlFor={id}>{label}</label>
      <div className={classes.control}>
        {control[editor]()}
        {fault === null ? null : (
          <p id={notes} className={classes.fault}>
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
