import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import { Button } from '@mantine/core'
import { api, type JobDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { touch } from '../../lib/api/touch.ts'

/** The buttons that run a job now, or suspend it. */
export function JobActions({ job: { id, isSuspended } }: { job: JobDetail }) {
  const { t } = useTranslation()
  const params = { id }
  const run = useMutation({
    mutationFn: () => call(api.jobs.run, { params }),
    onSuccess: () => showToast({ kind: 'success', title: t('jobs.ran'), about: id }),
    onError: (error) => {
      // It has one retry less, and an incident perhaps.
      touch(api.jobs.run)
      showToast({ kind: 'error', title: t('jobs.runFailed'), text: describeError(error).message, about: id })
    },
  })
  const suspend = useMutation({
    mutationFn: () => call(api.jobs.suspend, { params, body: { isSuspended: !isSuspended } }),
    onSuccess: () =>
      showToast({ kind: 'success', title: t(isSuspended ? 'jobs.activated' : 'jobs.suspended'), about: id }),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t(isSuspended ? 'jobs.activateFailed' : 'jobs.suspendFailed'),
        text: describeError(error).message,
        about: id,
      }),
  })
  return (
    <>
      <Button
        size="xs"
        leftSection={
          isSuspended ? <IconPlayerPlay size={15} stroke={1.6} /> : <IconPlayerPause size={15} stroke={1.6} />
        }
        loading={suspend.isPending}
        onClick={() => suspend.mutate()}
      >
        {t(isSuspended ? 'jobs.activate' : 'jobs.suspend')}
      </Button>
      <Button
        size="xs"
        variant="filled"
        leftSection={<IconPlayerPlay size={15} stroke={1.6} />}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {t('jobs.run')}
      </Button>
    </>
  )
}
