import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listNames } from '../../model/list-names.ts'
import { useStore } from '../../store/use-designer.ts'
import classes from './editors.module.css'

/** The names that an expression can read. A click inserts a name. */
export function FieldNames({ onInsert }: { onInsert: (name: string) => void }) {
  const { t } = useTranslation()
  const store = useStore()
  const [isOpen, setOpen] = useState(false)
  const names = isOpen ? listNames(store.design, store.getState().selected) : []
  return (
    <div className={classes.names}>
      <UnstyledButton className={classes.nameChip} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('designer.panel.names')}
      </UnstyledButton>
      {names.map((name) => (
        <UnstyledButton key={name} className={classes.nameChip} onClick={() => onInsert(name)}>
          {name}
        </UnstyledButton>
      ))}
    </div>
  )
}
