import IconPlus from 'icon:plus'
import IconUsers from 'icon:users'
import { api } from '@millrace/contract'
import { directoryList } from '@millrace/contract/lists/directories'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { pathOfDirectory } from './directory-query.ts'

/** The directories of the workplace. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={directoryList}
      call={api.directories.list}
      help={t('directories.help')}
      actions={
        <LinkButton
          to={pathOfDirectory('new')}
          size="xs"
          variant="filled"
          leftSection={<IconPlus size={15} stroke={1.6} />}
        >
          {t('directories.add')}
        </LinkButton>
      }
      failed={t('directories.failed')}
      empty={{ icon: IconUsers, title: t('directories.noneTitle'), text: t('directories.noneText') }}
      hrefOf={({ id }) => pathOfDirectory(id)}
    />
  )
}
