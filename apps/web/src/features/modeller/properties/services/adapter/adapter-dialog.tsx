import { Button, Modal, TextInput } from '@mantine/core'
import { isExpression, type ModdleElement } from '@millrace/bpmn/moddle'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerTable } from '../../../../../components/answer-table/answer-table.tsx'
import { Banner } from '../../../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../../../components/banner/error-banner.tsx'
import sheet from '../../../../../components/designer-frame/sheet.module.css'
import { ScrollRegion } from '../../../../../components/scroll-region/scroll-region.tsx'
import type { AdapterAnswer, AdapterPreview, Asking, KnownAdapter } from '../../../problems/known-things.ts'
import { usePanel } from '../../use-panel.ts'
import classes from './adapter-dialog.module.css'
import { type CallRow, planAdded, readAdapterCall } from './plan-adapter.ts'

interface Props {
  readonly element: ModdleElement
  readonly adapter: KnownAdapter
  readonly inputs: readonly CallRow<'adapterInput'>[]
  readonly asking: Asking
  readonly onClose: () => void
}

/** Shows the request of an adapter for sample values, and its response to users with the permission. */
export function AdapterDialog({ element, adapter, inputs, asking, onClose }: Props) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(inputs.map(({ name, value }) => [name, isExpression(value) ? '' : value])),
  )
  const preview = useMutation({ mutationFn: () => asking.preview(adapter.id, samples) })
  const trial = useMutation({
    mutationFn: async () => {
      if (asking.tryOut === null) throw new Error('Expected somebody who may ask.')
      return asking.tryOut(adapter.id, samples)
    },
  })
  const [taken, setTaken] = useState<{ readonly path: string; readonly isNew: boolean } | null>(null)
  const take = (path: string, name: string) => {
    const isNew = readAdapterCall(element)?.outputs.some((output) => output.path === path) !== true
    setTaken({ path, isNew })
    if (isNew)
      apply(planAdded(element, 'adapterOutput', { name, path, ...(path === 'rows' && { type: 'list' }) }, options))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('modeller.adapter.lookTitle', { name: adapter.name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('modeller.adapter.close') }}
    >
      <div className={classes.content}>
        {adapter.parameters.map(({ name }) => {
          const text = inputs.find((one) => one.name === name)?.value ?? ''
          return (
            <TextInput
              key={name}
              size="xs"
              label={t('modeller.adapter.sample', { name })}
              {...(isExpression(text) && { description: t('modeller.adapter.sampleOf', { text }) })}
              maxLength={2_000}
              value={samples[name] ?? ''}
              onChange={({ currentTarget }) => setSamples({ ...samples, [name]: currentTarget.value })}
            />
          )
        })}
        <div className={classes.actions}>
          <Button size="xs" loading={preview.isPending} onClick={() => preview.mutate()}>
            {t('modeller.adapter.show')}
          </Button>
          {asking.tryOut === null ? null : (
            <Button size="xs" loading={trial.isPending} onClick={() => trial.mutate()}>
              {t('modeller.adapter.tryOut')}
            </Button>
          )}
        </div>
        <p className={sheet.note}>
          {asking.tryOut === null
            ? t('modeller.adapter.tryOthers')
            : `${t('modeller.adapter.tryHint')}${adapter.isRepeatable ? '' : ` ${t('modeller.adapter.tryOnce')}`}`}
        </p>
        {preview.isError ? <ErrorBanner title={t('modeller.adapter.lookFailed')} error={preview.error} /> : null}
        {preview.data === undefined ? null : <Preview preview={preview.data} />}
        {trial.isError ? <ErrorBanner title={t('modeller.adapter.tryFailed')} error={trial.error} /> : null}
        {trial.data === undefined ? null : <Answer answer={trial.data} onTake={canEdit ? take : null} />}
        <p role="status" className={sheet.note}>
          {taken === null
            ? null
            : t(taken.isNew ? 'modeller.adapter.taken' : 'modeller.adapter.takenBefore', { path: taken.path })}
        </p>
      </div>
    </Modal>
  )
}

function Preview({ preview: { lines, fault } }: { preview: AdapterPreview }) {
  const { t } = useTranslation()
  if (fault !== null)
    return (
      <Banner kind="warning" title={t('modeller.adapter.notSent')}>
        {fault}
      </Banner>
    )
  return (
    <ScrollRegion label={t('modeller.adapter.sent')} className={classes.sent}>
      <pre>{lines.join('\n')}</pre>
    </ScrollRegion>
  )
}

interface AnswerProps {
  readonly answer: AdapterAnswer
  /** Makes an output of a path, for a variable of that name. Null: nobody can. */
  readonly onTake: ((path: string, name: string) => void) | null
}

function Answer({ answer: { columns, rows, count, ms, fault }, onTake }: AnswerProps) {
  const { t } = useTranslation()
  const shown = rows.slice(0, maxShown)
  if (fault !== null)
    return (
      <Banner kind="warning" title={t('modeller.adapter.tryFault')}>
        {fault}
      </Banner>
    )
  return (
    <>
      <p role="status" className={sheet.note}>
        {t('modeller.adapter.tried', { ms, count })}
      </p>
      <AnswerTable
        label={t('modeller.adapter.answer')}
        className={classes.sent}
        columns={columns}
        rows={shown}
        renderAction={(column) =>
          onTake === null ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t('modeller.adapter.takeOne', { path: `rows.0.${column}` })}
              onClick={() => onTake(`rows.0.${column}`, column)}
            >
              {t('modeller.adapter.take')}
            </Button>
          )
        }
      />
      {count > shown.length ? (
        <p className={sheet.note}>{t('modeller.adapter.triedFirst', { count: shown.length })}</p>
      ) : null}
      {onTake === null ? null : (
        <div className={classes.actions}>
          <Button
            size="compact-xs"
            aria-label={t('modeller.adapter.takeOne', { path: 'rows' })}
            onClick={() => onTake('rows', 'rows')}
          >
            {t('modeller.adapter.takeAll')}
          </Button>
        </div>
      )}
    </>
  )
}

const maxShown = 5
