import { Button, Modal, Table, TextInput } from '@mantine/core'
import { isExpression, type ModdleElement } from '@millrace/bpmn/moddle'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../../../components/banner/error-banner.tsx'
import sheet from '../../../../../components/designer-frame/sheet.module.css'
import { ScrollRegion } from '../../../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../../../components/table/plain-table.tsx'
import type { AdapterAnswer, AdapterPreview, Asking, KnownAdapter } from '../../../problems/known-things.ts'
import { usePanel } from '../../use-panel.ts'
import classes from './adapter-dialog.module.css'
import { type CallRow, planAdded } from './plan-adapter.ts'

interface Props {
  readonly element: ModdleElement
  readonly adapter: KnownAdapter
  readonly inputs: readonly CallRow<'adapterInput'>[]
  readonly asking: Asking
  readonly onClose: () => void
}

/** What an adapter sends for samples, and, for those who may, what it answers. */
export function AdapterDialog({ element, adapter, inputs, asking, onClose }: Props) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(inputs.map(({ name, value }) => [name, isExpression(value) ? '' : value])),
  )
  const preview = useAsked<AdapterPreview>(() => asking.preview(adapter.id, samples))
  const trial = useAsked<AdapterAnswer>(async () => {
    if (asking.tryOut === null) throw new Error('Expected somebody who may ask.')
    return asking.tryOut(adapter.id, samples)
  })
  const take = (path: string, name: string) =>
    apply(planAdded(element, 'adapterOutput', { name, path, ...(path === 'rows' && { type: 'list' }) }, options))
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
          <Button size="xs" loading={preview.isPending} onClick={preview.ask}>
            {t('modeller.adapter.show')}
          </Button>
          {asking.tryOut === null ? null : (
            <Button size="xs" loading={trial.isPending} onClick={trial.ask}>
              {t('modeller.adapter.tryOut')}
            </Button>
          )}
        </div>
        <p className={sheet.note}>
          {asking.tryOut === null
            ? t('modeller.adapter.tryOthers')
            : `${t('modeller.adapter.tryHint')}${adapter.isRepeatable ? '' : ` ${t('modeller.adapter.tryOnce')}`}`}
        </p>
        {preview.error === null ? null : <ErrorBanner title={t('modeller.adapter.lookFailed')} error={preview.error} />}
        {preview.data === null ? null : <Preview preview={preview.data} />}
        {trial.error === null ? null : <ErrorBanner title={t('modeller.adapter.tryFailed')} error={trial.error} />}
        {trial.data === null ? null : <Answer answer={trial.data} onTake={canEdit ? take : null} />}
      </div>
    </Modal>
  )
}

/** Asked when somebody presses, and only the last answer counts. */
function useAsked<Answer>(find: () => Promise<Answer>) {
  const [state, setState] = useState<{ data: Answer | null; error: unknown; isPending: boolean }>({
    data: null,
    error: null,
    isPending: false,
  })
  const ask = () => {
    setState({ data: null, error: null, isPending: true })
    find().then(
      (data) => setState({ data, error: null, isPending: false }),
      (error: unknown) => setState({ data: null, error, isPending: false }),
    )
  }
  return { ...state, ask }
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
  const answer = t('modeller.adapter.answer')
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
      <ScrollRegion label={answer} className={classes.sent}>
        <PlainTable aria-label={answer}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} scope="col">
                  {column}
                  {onTake === null ? null : (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={t('modeller.adapter.takeOne', { path: `rows.0.${column}` })}
                      onClick={() => onTake(`rows.0.${column}`, column)}
                    >
                      {t('modeller.adapter.take')}
                    </Button>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, mostShown).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other identity
              <Table.Tr key={at}>
                {columns.map((column, index) => (
                  <Table.Td key={column}>{row[index]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
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

const mostShown = 5
