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
      {page.dataUpdatedAt > 0 ? (
        <span className={`${classes.updated} tn`}>
          {t('list.updated', { time: presentTime(new Date(page.dataUpdatedAt)) })}
        </span>
      ) : null}
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
