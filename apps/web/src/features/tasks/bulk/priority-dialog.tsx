import { Button, Modal, Radio } from '@mantine/core'
import type { PriorityLevel } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './bulk.module.css'

/** The priority that a task of each level gets. The default of models is 50. */
const values = { urgent: 90, high: 60, normal: 50, low: 20 } as const satisfies Record<PriorityLevel, number>

interface Props {
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onSubmit: (priority: number) => void
  readonly onClose: () => void
}

/** The dialog that asks for the priority of tasks. */
export function PriorityDialog({ isOpen, isPending, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const [level, setLevel] = useState<PriorityLevel>('normal')
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('taskBulk.priorityTitle')} size={400}>
      <form
        className={classes.content}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(values[level])
        }}
      >
        <Radio.Group
          aria-label={t('taskBulk.priority')}
          value={level}
          onChange={(value) => setLevel(value as PriorityLevel)}
        >
          <div className={classes.choices}>
            {Object.keys(values).map((one) => (
              <Radio key={one} value={one} label={t(`priority.${one as PriorityLevel}`)} />
            ))}
          </div>
        </Radio.Group>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isPending}>
            {t('taskBulk.priorityAction')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
