import { Button, Modal } from '@mantine/core'
import { api, type InstanceDetail, type InstanceSubscription } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DryRun, Effect } from '../../components/moving/dry-run.tsx'
import movingClasses from '../../components/moving/moving.module.css'
import { useSettled } from '../../components/moving/use-plan.ts'
import { type EnteredVariable, toWritten, VariablesFields } from '../../components/moving/variables-pane.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './instance-data.module.css'

interface Props {
  readonly instance: InstanceDetail
  /** Null: no message is delivered. */
  readonly subscription: InstanceSubscription | null
  readonly onClose: () => void
}

/** Delivers a message to a subscription of an instance, with its variables. A dry run says what it does. */
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
            {(['ends', 'starts'] as const).flatMap((kind) =>
              countElements(result[kind]).map(({ id, name, count }) => (
                <Effect key={`${kind} ${id}`} kind={kind}>
                  {count === 1
                    ? t(kind === 'ends' ? 'moves.dryEnds' : 'moves.dryStarts', { name })
                    : t(kind === 'ends' ? 'moves.dryEndsTimes' : 'moves.dryStartsTimes', { name, count })}
                </Effect>
              )),
            )}
            {body.variables.length > 0 ? (
              <Effect kind="variables">
                {t('moves.dryVariables', { names: body.variables.map(({ name }) => name).join(', ') })}
              </Effect>
            ) : null}
            {result.outcome === null ? null : (
              <Effect kind="over">
                {t(result.outcome === 'deleted' ? 'moves.dryCancelled' : 'moves.dryCompleted')}
              </Effect>
            )}
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
          disabled={!isPossible || query.isPlaceholderData || tried !== entered}
          loading={deliver.isPending}
        >
          {t('operatedInstance.deliverAction')}
        </Button>
      </div>
    </form>
  )
}

function countElements(elements: readonly { readonly elementId: string; readonly name: string | null }[]) {
  const counts = new Map<string, { readonly id: string; readonly name: string; count: number }>()
  for (const { elementId, name } of elements) {
    const known = counts.get(elementId)
    if (known === undefined) counts.set(elementId, { id: elementId, name: name ?? elementId, count: 1 })
    else known.count++
  }
  return [...counts.values()]
}
