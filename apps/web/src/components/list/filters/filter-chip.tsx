import IconX from 'icon:x'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filters.module.css'

interface Props {
  readonly ref?: Ref<HTMLSpanElement>
  /** Field and operator, such as `Group is`. */
  readonly name: string
  readonly value: string
  readonly isOpen: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A chip for a set filter: its text opens the editor, its cross removes the filter. */
export function FilterChip({ ref, name, value, isOpen, onEdit, onRemove }: Props) {
  const { t } = useTranslation()
  return (
    <span ref={ref} className={classes.chip}>
      <button type="button" className={classes.words} aria-haspopup="dialog" aria-expanded={isOpen} onClick={onEdit}>
        {name} <strong>{value}</strong>
      </button>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('common.removeFilter', { name: `${name} ${value}` })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.8} aria-hidden />
      </button>
    </span>
  )
}
