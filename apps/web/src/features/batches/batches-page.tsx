import IconStack2 from 'icon:stack-2'
import { api } from '@millrace/contract'
import { batchList } from '@millrace/contract/lists/batches'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { useBatchCells } from './batch-cells.tsx'

/** The list of batches of operators. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={batchList}
      call={api.batches.list}
      help={t('batches.help')}
      failed={t('batches.listFailed')}
      empty={{ icon: IconStack2, title: t('batches.noneTitle'), text: t('batches.noneText') }}
      hrefOf={({ id }) => paths.batch(id)}
      cells={useBatchCells()}
    />
  )
}
