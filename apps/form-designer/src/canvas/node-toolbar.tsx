import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconCopy from 'icon:copy'
import IconGripVertical from 'icon:grip-vertical'
import IconTrash from 'icon:trash'
import { UnstyledButton } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../web/src/components/hint/hint.tsx'
import { duplicate, moveStep, remove } from '../store/actions.ts'
import { useStore } from '../store/use-designer.ts'
import classes from './canvas.module.css'

/** The most frequent actions on the selected node. All others are in the menu of the panel. */
export function NodeToolbar({ id }: { id: string }) {
  const { t } = useTranslation()
  const store = useStore()
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('designer.canvas.tools')}>
      <IconGripVertical size={15} stroke={1.6} aria-hidden className={classes.grip} />
      <Tool label={t('designer.tools.up')} onClick={() => moveStep(store, id, 'up')}>
        <IconArrowUp size={15} stroke={1.8} />
      </Tool>
      <Tool label={t('designer.tools.down')} onClick={() => moveStep(store, id, 'down')}>
        <IconArrowDown size={15} stroke={1.8} />
      </Tool>
      <Tool label={t('designer.tools.duplicate')} onClick={() => duplicate(store, id)}>
        <IconCopy size={15} stroke={1.8} />
      </Tool>
      <Tool label={t('designer.tools.remove')} onClick={() => remove(store, id)}>
        <IconTrash size={15} stroke={1.8} />
      </Tool>
    </div>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  const click = (event: MouseEvent) => {
    event.stopPropagation()
    onClick()
  }
  return (
    <Hint label={label}>
      <UnstyledButton aria-label={label} className={classes.tool} onClick={click}>
        {children}
      </UnstyledButton>
    </Hint>
  )
}
