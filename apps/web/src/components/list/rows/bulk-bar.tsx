import IconX from 'icon:x'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawnIcon } from '../../icon/drawn.tsx'
import classes from './bulk-bar.module.css'
import type { Selection } from './use-selection.ts'

/** What can be done with several rows at once. */
export interface BulkAction<Row> {
  readonly label: string
  readonly icon: DrawnIcon
  readonly run: (rows: readonly Row[]) => void
  /** Why it cannot be done with these rows, which is said in its place; null: it can. */
  readonly refuse?: (rows: readonly Row[]) => string | null
}

/** Over the foot of a list as long as rows are selected: how many, what can be done with them, and the way out. */
export function BulkBar<Row>({
  actions,
  selection,
}: {
  actions: readonly BulkAction<Row>[]
  selection: Selection<Row>
}) {
  const { t } = useTranslation()
  if (selection.rows.length === 0) return null
  return (
    <section className={classes.bar} aria-label={t('list.bulk')}>
      <span className="tn" role="status">
        {t('list.selected', { count: selection.rows.length })}
      </span>
      {actions.map(({ label, icon: Icon, run, refuse }) => {
        const reason = refuse?.(selection.rows) ?? null
        return reason === null ? (
          <Button
            key={label}
            size="xs"
            variant="transparent"
            className={classes.action}
            leftSection={<Icon size={16} stroke={1.6} />}
            onClick={() => run(selection.rows)}
          >
            {label}
          </Button>
        ) : (
          <span key={label} role="status">
            {reason}
          </span>
        )
      })}
      <ActionIcon
        size="sm"
        variant="transparent"
        className={classes.action}
        aria-label={t('list.clearSelection')}
        onClick={selection.clear}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </section>
  )
}
