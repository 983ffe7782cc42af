import IconRefresh from 'icon:refresh'
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ListDescription } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { presentTime } from '../../../lib/dates.ts'
import type { UsedList } from '../use-list.ts'
import classes from './list-refresh.module.css'

/** The load time of a list, with a button that reloads it. */
export function ListRefresh<L extends ListDescription, Row>({ used: { page } }: { used: UsedList<L, Row> }) {
  const { t } = useTranslation()
  return (
    <>
      {/* Hidden until it is known: it has its place from the start, so that the head does not wrap later. */}
      <span className={`${classes.updated} tn`} data-is-known={page.dataUpdatedAt > 0}>
        {t('list.updated', { time: presentTime(new Date(page.dataUpdatedAt)) })}
      </span>
      <Tooltip label={t('common.refresh')}>
        <ActionIcon
          size="sm"
          aria-label={t('common.refresh')}
          loading={page.isRefetching}
          onClick={() => void page.refetch()}
        >
          <IconRefresh size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
