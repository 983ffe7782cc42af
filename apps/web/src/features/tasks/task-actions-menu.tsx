import IconArrowForward from 'icon:arrow-forward'
import IconCalendar from 'icon:calendar'
import IconDots from 'icon:dots'
import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import IconUserCheck from 'icon:user-check'
import IconUsers from 'icon:users'
import { ActionIcon, Button, Menu } from '@mantine/core'
import type { TaskDetail } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHold } from '../../components/dialog/held-page.tsx'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DelegateDialog } from './delegate-dialog.tsx'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import type { PlanField } from './plan-fields.tsx'
import { RemoveTaskDialog } from './remove-task-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

type Open = 'delegate' | 'assign' | 'plan' | 'share' | 'part' | 'remove' | null

/** The menu with the permitted actions on a task other than claiming and completing it. */
export function TaskActions({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const isPhone = useScreen() === 'phone'
  const [open, setOpen] = useState<Open>(null)
  const [first, setFirst] = useState<PlanField>('due')
  const { complete, delegate, assign, plan, share, own } = task.permissions
  const mayAdd = complete || plan
  const close = () => setOpen(null)
  const isInMenu = delegate && isPhone
  const openPlan = (field: PlanField) => {
    setFirst(field)
    setOpen('plan')
  }
  useHold(open !== null)
  usePageKeys({
    d: delegate ? () => setOpen('delegate') : undefined,
    w: assign ? () => setOpen('assign') : undefined,
    t: plan ? () => openPlan('due') : undefined,
    f: plan ? () => openPlan('followUp') : undefined,
    p: plan ? () => openPlan('priority') : undefined,
    s: mayAdd ? () => setOpen('part') : undefined,
  })
  return (
    <>
      {delegate && !isPhone ? (
        <Button size="xs" leftSection={<IconArrowForward size={15} stroke={1.6} />} onClick={() => setOpen('delegate')}>
          {t('task.delegate')}
        </Button>
      ) : null}
      {isInMenu || assign || plan || share || mayAdd || own ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('task.more')}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isInMenu ? (
              <Menu.Item leftSection={<IconArrowForward size={15} stroke={1.6} />} onClick={() => setOpen('delegate')}>
                {t('task.delegate')}
              </Menu.Item>
            ) : null}
            {assign ? (
              <Menu.Item leftSection={<IconUserCheck size={15} stroke={1.6} />} onClick={() => setOpen('assign')}>
                {t('task.reassign')}
              </Menu.Item>
            ) : null}
            {plan ? (
              <Menu.Item leftSection={<IconCalendar size={15} stroke={1.6} />} onClick={() => openPlan('due')}>
                {t('task.planAction')}
              </Menu.Item>
            ) : null}
            {share ? (
              <Menu.Item leftSection={<IconUsers size={15} stroke={1.6} />} onClick={() => setOpen('share')}>
                {t('task.shareAction')}
              </Menu.Item>
            ) : null}
            {mayAdd ? (
              <Menu.Item leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => setOpen('part')}>
                {t('task.newPart')}
              </Menu.Item>
            ) : null}
            {own ? (
              <Menu.Item
                c="var(--app-red)"
                leftSection={<IconTrash size={15} stroke={1.6} />}
                onClick={() => setOpen('remove')}
              >
                {t('task.remove')}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <DelegateDialog task={task} isOpen={open === 'delegate'} onClose={close} />
      <AssignDialog task={task} isOpen={open === 'assign'} onClose={close} />
      <PlanDialog task={task} isOpen={open === 'plan'} first={first} onClose={close} />
      <NewTaskDialog parent={task} isOpen={open === 'part'} onClose={close} />
      <RemoveTaskDialog task={task} isOpen={open === 'remove'} onClose={close} />
      <ShareDialog task={task} isOpen={open === 'share'} onClose={close} />
    </>
  )
}
