import IconSitemap from 'icon:sitemap'
import { api } from '@millrace/contract'
import { appProcessList } from '@millrace/contract/lists/app-processes'
import { useTranslation } from 'react-i18next'
import { useDesignList } from '../../components/designs/use-design-list.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'

/** The processes of all applications. */
export function Page() {
  const { t } = useTranslation()
  const { copy, ...props } = useDesignList({
    texts: 'appProcesses',
    icon: IconSitemap,
    newPath: designPaths.newAppProcess,
    pathOf: designPaths.appProcess,
    copyPath: designPaths.copyAppProcesses,
    copyIds: 'processIds',
  })
  return (
    <ListPage
      {...props}
      list={appProcessList}
      call={api.appProcesses.list}
      failed={t('appProcesses.failed')}
      bulk={[copy]}
    />
  )
}
