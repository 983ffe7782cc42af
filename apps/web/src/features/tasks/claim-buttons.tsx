import IconLockOpen from 'icon:lock-open'
import { Button } from '@mantine/core'
import type { TaskDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { useClaim, useRelease } from './task-actions.ts'

/** The buttons that claim or release the task, if the user may. */
export function ClaimButtons({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const claim = useClaim(task)
  const release = useRelease(task)
  const isPending = claim.isPending || release.isPending
  usePageKeys({
    c: task.permissions.claim && !isPending ? () => claim.mutate() : undefined,
    r: task.permissions.unclaim && !isPending ? () => release.mutate() : undefined,
  })
  if (task.permissions.claim)
    return (
      <Button
        size="xs"
        variant={task.inPlaceOf === null ? 'filled' : 'default'}
        loading={claim.isPending}
        onClick={() => claim.mutate()}
      >
        {t(task.inPlaceOf === null ? 'task.claim' : 'task.takeOver')}
      </Button>
    )
  if (!task.permissions.unclaim) return null
  return (
    <Button
      size="xs"
      leftSection={<IconLockOpen size={15} stroke={1.6} />}
      loading={release.isPending}
      onClick={() => release.mutate()}
    >
      {t('task.release')}
    </Button>
  )
}
