import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { api, type BodyOf, batchLimits, type InstancesAction } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import confirm from '../../components/dialog/confirm-dialog.module.css'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { CancelOptions, useCancelOptions } from './cancel-options.tsx'
import classes from './instance-data.module.css'
import { type EnteredValue, ValueFields } from './value-fields.tsx'

/** The instances for an action by a batch. */
export interface ChosenInstances {
  readonly kind: Exclude<InstancesAction['kind'], 'move' | 'migrate' | 'restart'>
  readonly selection: BodyOf<typeof api.batches.prepare>['selection']
}

interface Props {
  readonly chosen: ChosenInstances
  readonly onClose: () => void
}

/** The dialog that counts the instances, shows their number, and asks for the details and the reason of the action. */
export function BatchDialog({ chosen, onClose }: Props) {
  const { t } = useTranslation()
  const place = useId()
  const counted = useQuery({
    // Each time that it is opened they are counted anew.
    queryKey: ['batch draft', place],
    queryFn: () => call(api.batches.prepare, { body: chosen }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const total = counted.data?.total
  const title =
    total === undefined
      ? t('batchStart.counting')
      : t(`batchStart.${chosen.kind}Title`, { count: total, number: total.toLocaleString('en') })
  return (
    <Modal opened onClose={onClose} title={title} size={520}>
      {counted.isError ? (
        <ErrorBanner title={t('batchStart.countFailed')} error={counted.error} onRetry={() => void counted.refetch()} />
      ) : null}
      {counted.data === undefined ? (
        <div className={classes.buttons}>
          <Button data-autofocus onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      ) : (
        <BatchForm id={counted.data.id} total={counted.data.total} chosen={chosen} onClose={onClose} />
      )}
    </Modal>
  )
}

function BatchForm({ id, total, chosen: { kind }, onClose }: Props & { readonly id: string; readonly total: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const options = useCancelOptions()
  const { reason, setReason, skipsListeners, skipsIoMappings, isForced } = options
  const [name, setName] = useState('')
  const [value, setValue] = useState<EnteredValue>({ type: 'String', text: '' })
  const [isTried, setTried] = useState(false)
  const begin = useMutation({
    mutationFn: (action: InstancesAction) =>
      call(api.batches.begin, { params: { id }, body: { action, reason: reason.trim() || null } }),
    onSuccess: () => {
      showToast({
        kind: 'success',
        title: t('batchStart.started'),
        about: id,
        action: { label: t('batchStart.open'), run: () => void navigate({ to: paths.batch(id) }) },
      })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (kind === 'cancel') begin.mutate({ kind, skipsListeners, skipsIoMappings, isForced })
    else if (kind !== 'setVariable') begin.mutate({ kind })
    else if (name !== '')
      begin.mutate({ kind, name, type: value.type, text: value.type === 'Null' ? null : value.text })
  }
  const fault = describeFaultOf(begin.error, 'text')
  return (
    <form className={classes.options} onSubmit={submit} noValidate>
      <p>{t('batchStart.counted')}</p>
      <p>{t('batchStart.countedEnded')}</p>
      {begin.isError && fault === undefined ? <ErrorBanner title={t('batchStart.failed')} error={begin.error} /> : null}
      {kind === 'setVariable' ? (
        <>
          <TextInput
            label={t('batchStart.variableName')}
            required
            maxLength={255}
            value={name}
            error={isTried && name === '' ? t('batchStart.enterName') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ValueFields value={value} fault={fault} onChange={setValue} />
        </>
      ) : null}
      {kind === 'cancel' ? (
        <CancelOptions {...options} hasSkips />
      ) : (
        <Textarea
          label={t('batchStart.reason')}
          description={t('batchStart.reasonHelp')}
          maxLength={batchLimits.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          variant="filled"
          className={kind === 'cancel' ? confirm.danger : undefined}
          loading={begin.isPending}
          disabled={total === 0 || (kind === 'cancel' && !options.isComplete)}
        >
          {t('batchStart.start')}
        </Button>
      </div>
    </form>
  )
}
