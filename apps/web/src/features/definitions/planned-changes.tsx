import { Button } from '@mantine/core'
import { api, type DefinitionDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './definitions.module.css'

type Plan = DefinitionDetail['planned'][number]

/** The planned suspensions and activations of the version, with a button to cancel each. */
export function PlannedChanges({ definition: { planned } }: { readonly definition: DefinitionDetail }) {
  const { t } = useTranslation()
  if (planned.length === 0) return null
  return (
    <div className={classes.notice}>
      <Banner kind="info" title={t('definition.plannedTitle')}>
        <ul className={classes.plans}>
          {planned.map((plan) => (
            <PlannedChange key={plan.id} plan={plan} />
          ))}
        </ul>
      </Banner>
    </div>
  )
}

function PlannedChange({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation()
  const { id, definitionId, at, isSuspended, includesInstances, allVersions } = plan
  const cancel = useMutation({
    mutationFn: () => call(api.definitions.cancelSuspension, { params: { id: definitionId, planId: id } }),
    onSuccess: () => showToast({ kind: 'success', title: t('definition.planCancelled') }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('definition.planCancelFailed'), text: describeError(error).message }),
  })
  const when = t(isSuspended ? 'definition.suspendsAt' : 'definition.activatesAt', { when: presentDateTime(at) })
  const what = [
    t(allVersions ? 'definition.ofAllVersions' : 'definition.ofVersion'),
    ...(includesInstances ? [t('definition.withInstances')] : []),
  ].join(' ')
  return (
    <li className={classes.plan}>
      <span>
        {when}: {what}
      </span>
      <Button
        size="xs"
        aria-label={t('definition.cancelPlanOf', { plan: when })}
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {t('definition.cancelPlan')}
      </Button>
    </li>
  )
}
