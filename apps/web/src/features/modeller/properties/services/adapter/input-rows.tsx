import IconTrash from 'icon:trash'
import { ActionIcon } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import type { ParameterType } from '@millrace/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../../components/designer-frame/sheet.module.css'
import type { KnownAdapter } from '../../../problems/known-things.ts'
import classes from '../../panel.module.css'
import { useDraft } from '../../use-draft.ts'
import { usePanel } from '../../use-panel.ts'
import { ExpressionInput } from '../../variables/expression-input.tsx'
import { useFinding } from '../../variables/use-finding.ts'
import { type CallRow, planInput } from './plan-adapter.ts'

interface Props {
  readonly element: ModdleElement
  readonly inputs: readonly CallRow<'adapterInput'>[]
  readonly adapter: KnownAdapter | null
}

/** Edits the value of each parameter of the adapter, and of parameters that the adapter no longer has. */
export function InputRows({ element, inputs, adapter }: Props) {
  const { t } = useTranslation()
  const parameters = adapter?.parameters ?? []
  const own = new Set(parameters.map(({ name }) => name))
  const strange = inputs.filter(({ name }) => !own.has(name))
  if (adapter === null && strange.length === 0) return null
  const findValue = (name: string) => inputs.find((one) => one.name === name)?.value ?? ''
  return (
    <fieldset className={classes.part}>
      <legend>{t('modeller.adapter.inputs')}</legend>
      {parameters.length === 0 && strange.length === 0 ? (
        <p className={sheet.note}>{t('modeller.adapter.noInputs')}</p>
      ) : null}
      {parameters.map(({ name, type, isRequired }) => (
        <InputRow
          key={name}
          element={element}
          name={name}
          type={type}
          value={findValue(name)}
          isRequired={isRequired}
        />
      ))}
      {strange.map(({ name, value }) => (
        <InputRow key={name} element={element} name={name} value={value} isStrange={adapter !== null} />
      ))}
    </fieldset>
  )
}

interface RowProps {
  readonly element: ModdleElement
  readonly name: string
  readonly value: string
  readonly type?: ParameterType
  readonly isRequired?: boolean
  /** The adapter has no such parameter. */
  readonly isStrange?: boolean
}

function InputRow({ element, name, value, type = 'text', isRequired = false, isStrange = false }: RowProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const id = useId()
  const notes = `${id}-notes`
  const draft = useDraft(value, (text) => apply(planInput(element, name, text, options)))
  const finding = useFinding(draft.text)
  const fault = isStrange
    ? t('modeller.adapter.strange')
    : finding !== null
      ? t('modeller.panel.fault', { message: finding.message, at: finding.from + 1 })
      : isRequired && draft.text.trim() === ''
        ? t('modeller.problems.unknown.input', { name })
        : null
  return (
    <div className={classes.row} data-wide={draft.text.length > 24 || undefined} data-input={name}>
      <label htmlFor={id}>
        {name}
        {isRequired ? ` (${t('modeller.adapter.needed')})` : null}
      </label>
      <div className={classes.control}>
        <ExpressionInput
          id={id}
          describedBy={fault === null && type === 'text' ? undefined : notes}
          hasFault={fault !== null}
          text={draft.text}
          onChange={draft.set}
          onBlur={draft.leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault()
              draft.leave()
            } else draft.onKeyDown(event)
          }}
        />
        {fault !== null ? (
          <p id={notes} className={classes.fault}>
            {fault}
          </p>
        ) : type !== 'text' ? (
          <p id={notes} className={sheet.note}>
            {t(`modeller.adapter.inputTypes.${type}`)}
          </p>
        ) : null}
        {isStrange && canEdit ? (
          <ActionIcon
            size="sm"
            aria-label={t('modeller.adapter.removeInput', { name })}
            onClick={() => apply(planInput(element, name, '', options))}
          >
            <IconTrash size={14} stroke={1.6} />
          </ActionIcon>
        ) : null}
      </div>
    </div>
  )
}
