import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { api, type BodyOf, batchLimits, type InstancesDeed, writtenTypes } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './instance-data.module.css'

/** The instances that something is to be done to, by a batch. */
export interface ChosenInstances {
  readonly kind: InstancesDeed['kind']
  readonly selection: BodyOf<typeof api.batches.prepare>['selection']
}

interface Props {
  readonly chosen: ChosenInstances
  readonly onClose: () => void
}

/** Has the instances counted, says how many there are, and asks what exactly is done to them and why. */
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
            {t('batchStart.keep')}
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
  const [reason, setReason] = useState('')
  const [skipsListeners, setSkipsListeners] = useState(false)
  const [skipsIoMappings, setSkipsIoMappings] = useState(false)
  const [variable, setVariable] = useState<Variable>({ name: '', type: 'String', text: '' })
  const [isTried, setTried] = useState(false)
  const begin = useMutation({
    mutationFn: (deed: InstancesDeed) =>
      call(api.batches.begin, { params: { id }, body: { deed, reason: reason.trim() || null } }),
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
    if (kind === 'cancel') begin.mutate({ kind, skipsListeners, skipsIoMappings })
    else if (kind !== 'setVariable') begin.mutate({ kind })
    else if (variable.name !== '')
      begin.mutate({ kind, ...variable, text: variable.type === 'Null' ? null : variable.text })
  }
  const fault = describeFaultOf(begin.error, 'text')
  return (
    <form className={classes.options} onSubmit={submit} noValidate>
      <p>{t('batchStart.counted')}</p>
      <p>{t('batchStart.countedEnded')}</p>
      {begin.isError && fault === undefined ? <ErrorBanner title={t('batchStart.failed')} error={begin.error} /> : null}
      {kind === 'setVariable' ? (
        <VariableFields variable={variable} onChange={setVariable} isTried={isTried} fault={fault} />
      ) : null}
      <Textarea
        label={t('batchStart.reason')}
        description={t('batchStart.reasonHelp')}
        maxLength={batchLimits.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {kind === 'cancel' ? (
        <>
          <Checkbox
            label={t('instance.skipListeners')}
            checked={skipsListeners}
            onChange={(event) => setSkipsListeners(event.currentTarget.checked)}
          />
          <Checkbox
            label={t('instance.skipMappings')}
            checked={skipsIoMappings}
            onChange={(event) => setSkipsIoMappings(event.currentTarget.checked)}
          />
        </>
      ) : null}
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('batchStart.keep')}
        </Button>
        <Button type="submit" variant="filled" loading={begin.isPending} disabled={total === 0}>
          {t('batchStart.start')}
        </Button>
      </div>
    </form>
  )
}

interface Variable {
  readonly name: string
  readonly type: (typeof writtenTypes)[number]
  readonly text: string
}

interface VariableProps {
  readonly variable: Variable
  readonly onChange: (variable: Variable) => void
  readonly isTried: boolean
  readonly fault: string | undefined
}

function VariableFields({ variable, onChange, isTried, fault }: VariableProps) {
  const { t } = useTranslation()
  const { name, type, text } = variable
  return (
    <>
      <TextInput
        label={t('batchStart.variableName')}
        required
        maxLength={255}
        value={name}
        error={isTried && name === '' ? t('batchStart.enterName') : undefined}
        onChange={(event) => onChange({ ...variable, name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('batchStart.variableType')}
        value={type}
        data={[...writtenTypes]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onChange({ ...variable, type: writtenTypes.find((one) => one === chosen) ?? 'String' })
        }}
      />
      {type === 'Null' ? null : (
        <Textarea
          label={t('batchStart.variableValue')}
          description={t(`instance.valueHelp.${type}`)}
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          error={fault}
          onChange={(event) => onChange({ ...variable, text: event.currentTarget.value })}
        />
      )}
    </>
  )
}
