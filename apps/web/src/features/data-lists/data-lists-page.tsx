import IconPlus from 'icon:plus'
import IconTable from 'icon:table'
import { api } from '@millrace/contract'
import { dataListList } from '@millrace/contract/lists/data-lists'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { useMay } from '../../lib/session/use-may.ts'

/** The page with the data lists of the workplace. */
export function Page() {
  const { t } = useTranslation()
  const mayCreate = useMay('data-lists.design', null)
  return (
    <ListPage
      list={dataListList}
      help={t('dataLists.help')}
      call={api.dataLists.list}
      actions={
        mayCreate ? (
          <LinkButton
            to={designPaths.newDataList}
            size="xs"
            variant="filled"
            leftSection={<IconPlus size={15} stroke={1.6} />}
          >
            {t('dataLists.add')}
          </LinkButton>
        ) : null
      }
      failed={t('dataLists.failed')}
      empty={{ icon: IconTable, title: t('dataLists.noneTitle'), text: t('dataLists.noneText') }}
      hrefOf={({ id }) => designPaths.dataList(id)}
    />
  )
}
