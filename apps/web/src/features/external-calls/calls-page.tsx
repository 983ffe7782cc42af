import IconArrowsExchange from 'icon:arrows-exchange'
import { api } from '@millrace/contract'
import { externalCallList } from '@millrace/contract/lists/external-calls'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'

/** The page with the log of calls of external systems. */
export function CallsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={externalCallList}
      help={t('externalCalls.help')}
      call={api.externalCalls.list}
      failed={t('externalCalls.failed')}
      empty={{ icon: IconArrowsExchange, title: t('externalCalls.noneTitle'), text: t('externalCalls.noneText') }}
      hrefOf={({ id }) => integratePaths.call(id)}
      cells={{ at: ({ at }) => <DateTime at={at} /> }}
    />
  )
}
