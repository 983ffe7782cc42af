import IconX from 'icon:x'
import { useTranslation } from 'react-i18next'
import classes from './chip.module.css'

interface Props {
  /** Field and operator, such as `Group is`. */
  readonly name: string
  readonly value: string
  readonly onRemove: () => void
}

/** A filter that is set. */
export function FilterChip({ name, value, onRemove }: Props) {
  const { t } = useTranslation()
  return (
    <span className={classes.filter}>
      <span className={classes.filterText}>
        {name} <strong>{value}</strong>
      </span>
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
