import { Button, Modal } from '@mantine/core'
import { api, type InstanceDetail, type InstanceSubscription } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DryRun, Effect, Elements, OutcomeEffect, WrittenEffect } from '../../components/moving/dry-run.tsx'
import movingClasses from '../../components/moving/moving.module.css'
import { useSettled } from '../../components/moving/use-plan.ts'
import { type EnteredVariable, isUnnamed, toWritten, VariablesFields } from '../../components/moving/variables-pane.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './instance-data.module.css'

interface Props {
  readonly instance: InstanceDetail
  /** Null: no message is delivered. */
  readonly subscription: InstanceSubscription | null
  readonly onClose: () => void
}

/** The dialog that delivers a message to a subscription of an instance, with variables. A dry run shows the effect. */
export default function MessageDialog({ subscription, ...props }: Props) {
  const { t } = useTranslation()
  const name = subscription?.elementName ?? subscription?.elementId ?? ''
  return (
    <Modal
      opened={subscription !== null}
      onClose={props.onClose}
      title={t('operatedInstance.deliverTitle', { name })}
      size={620}
    >
      {subscription === null ? null : <MessageForm {...props} subscription={subscription} />}
    </Modal>
  )
}

function MessageForm({ instance, subscription, onClose }: Props & { readonly subscription: InstanceSubscription }) {
  const { t } = useTranslation()
  const [variables, setVariables] = useState<readonly EnteredVariable[]>([])
  const params = { id: instance.id, subscriptionId: subscription.id }
  const body = { variables: toWritten(variables) }
  const entered = JSON.stringify(body)
  const tried = useSettled(entered)
  const query = useQuery({
    queryKey: ['dry run of message', subscription.id, tried],
    queryFn: () => call(api.processes.tryMessage, { params, body: JSON.parse(tried) as typeof body }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const result = query.isError ? undefined : query.data
  const names = new Map(
    [...(result?.ends ?? []), ...(result?.starts ?? [])].map(({ elementId, name }) => [elementId, name]),
  )
  const nameOf = (elementId: string) => names.get(elementId) ?? elementId
  const isPossible = result !== undefined && result.problem === null
  const deliver = useMutation({
    mutationFn: () => call(api.processes.deliverMessage, { params, body }),
    onSuccess: () => {
      showToast({
        kind: 'success',
        title: t('operatedInstance.delivered', { name: subscription.name ?? '' }),
        about: instance.id,
      })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deliver.mutate()
  }
  const step = subscription.elementName ?? subscription.elementId
  return (
    <form className={classes.options} onSubmit={submit} noValidate>
      <dl className={classes.decision}>
        <dt>{t('operatedInstance.messageName')}</dt>
        <dd>{subscription.name}</dd>
        <dt>{t('operatedInstance.messageReceiver')}</dt>
        <dd>{step}</dd>
        <dt>{t('operatedInstance.messageKey')}</dt>
        <dd>{instance.businessKey ?? t('processes.withoutKey')}</dd>
        <dt>{t('operatedInstance.messageId')}</dt>
        <dd className="mono">{instance.id}</dd>
      </dl>
      <p className={classes.quiet}>{t('operatedInstance.messageText')}</p>
      <section aria-label={t('moves.variables')}>
        <VariablesFields variables={variables} onChange={setVariables} />
      </section>
      <DryRun
        query={query}
        verdict={
          result === undefined
            ? null
            : { kind: isPossible ? 'good' : 'bad', text: t(isPossible ? 'moves.possible' : 'moves.impossible') }
        }
        empty=""
      >
        {result === undefined ? null : (
          <ul className={movingClasses.effects}>
            {result.problem === null ? null : (
              <Effect kind="fault">{t('moves.dryProblem', { reason: result.problem })}</Effect>
            )}
            <Elements kind="ends" ids={result.ends.map(({ elementId }) => elementId)} nameOf={nameOf} />
            <Elements kind="starts" ids={result.starts.map(({ elementId }) => elementId)} nameOf={nameOf} />
            <WrittenEffect variables={body.variables} />
            <OutcomeEffect outcome={result.outcome} />
            {result.others === 0 ? null : (
              <Effect kind="risk">{t('operatedInstance.messageOthers', { count: result.others })}</Effect>
            )}
          </ul>
        )}
      </DryRun>
      {deliver.isError ? (
        <ErrorBanner
          title={t('operatedInstance.deliverFailed')}
          error={deliver.error}
          comfort={t('instance.variableStays')}
        />
      ) : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          type="submit"
          variant="filled"
          disabled={!isPossible || query.isPlaceholderData || tried !== entered || variables.some(isUnnamed)}
          loading={deliver.isPending}
        >
          {t('operatedInstance.deliverAction')}
        </Button>
      </div>
    </form>
  )
}
