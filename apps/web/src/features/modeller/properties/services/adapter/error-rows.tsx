import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useTranslation } from 'react-i18next'
import { usePanel } from '../../use-panel.ts'
import { CallRows, TextCell } from './call-rows.tsx'
import { type CallRow, planAdded, planCell, planRemoved } from './plan-adapter.ts'

interface Props {
  readonly element: ModdleElement
  readonly errors: readonly CallRow<'adapterError'>[]
}

/**
 * Edits which failures of a call throw which BPMN error. All other failures are retried, and finally create an
 * incident.
 */
export function ErrorRows({ element, errors }: Props) {
  const { t } = useTranslation()
  const { apply, options, references } = usePanel()
  const codes = references('errorRef').map(({ element: error }) => String(error.get('errorCode') ?? ''))
  const list = 'adapterError'
  return (
    <CallRows
      title={t('modeller.adapter.errors')}
      add={t('modeller.adapter.addError')}
      onAdd={() => apply(planAdded(element, list, {}, options))}
      onRemove={(at) => apply(planRemoved(element, list, at, options))}
      rows={errors.map((error, at) => {
        const cell = (name: keyof typeof labels, offered?: readonly string[]) => (
          <TextCell
            label={t(`modeller.adapter.${labels[name]}`)}
            value={error[name]}
            {...(offered !== undefined && { offered })}
            onSet={(text) => apply(planCell(element, { list, at, name, text }))}
          />
        )
        return {
          name: t('modeller.adapter.error', { number: at + 1 }),
          remove: t('modeller.adapter.removeError', { number: at + 1 }),
          cells: (
            <>
              {cell('status')}
              {cell('code')}
              {cell('condition')}
              {cell('errorCode', [...new Set(codes.filter((code) => code !== ''))])}
            </>
          ),
        }
      })}
    />
  )
}

const labels = {
  status: 'errorStatus',
  code: 'errorCode',
  condition: 'errorCondition',
  errorCode: 'errorEvent',
} as const
